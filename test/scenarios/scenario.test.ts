import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matches, updateLines } from './match.ts'
import { readScenario, writeScenario } from './scenario.ts'
import { splitWords } from './split-words.ts'

const story = `# Two commands and a file.
$ kubectl get pods
NAME   AGE

one    <*>

$ eventually kubectl get job once
! Error: no
? 1

# The end.
-- a/b.yaml --
kind: X

-- empty --

`

test('a scenario is its commands, what they print, and its files', () => {
  const { lines, files } = readScenario(story)
  const commands = lines.flatMap((line) => (line.is === 'command' ? [line.command] : []))
  expect(commands).toEqual([
    {
      text: 'kubectl get pods',
      eventually: false,
      expected: { lines: ['NAME   AGE', '', 'one    <*>'] },
    },
    {
      text: 'kubectl get job once',
      eventually: true,
      expected: { lines: ['! Error: no', '? 1'] },
    },
  ])
  expect(files).toEqual([
    { name: 'a/b.yaml', text: 'kind: X\n\n' },
    { name: 'empty', text: '\n' },
  ])
})

test('a scenario is written as it was read', () => {
  expect(writeScenario(readScenario(story), [])).toBe(story)
})

const folder = new URL('./', import.meta.url)
test.each(readdirSync(folder).filter((file) => file.endsWith('.scenario')))(
  '%s is written as it was read',
  (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    expect(writeScenario(readScenario(text), [])).toBe(text)
  },
)

test.each([
  { text: 'kubectl get pods -o name', words: ['kubectl', 'get', 'pods', '-o', 'name'] },
  { text: `get -o jsonpath='{.a b}'`, words: ['get', '-o', 'jsonpath={.a b}'] },
  { text: `patch -p '{"a": "b"}' x`, words: ['patch', '-p', '{"a": "b"}', 'x'] },
  { text: `say "a \\"b\\" c" ''`, words: ['say', 'a "b" c', ''] },
  { text: `one\\ word`, words: ['one word'] },
])('the words of $text', ({ text, words }) => {
  expect(splitWords(text)).toEqual(words)
})

test.each([
  { expected: 'same', actual: 'same', holds: true },
  { expected: 'same', actual: 'same not', holds: false },
  { expected: 'one <*>', actual: 'one 12s', holds: true },
  { expected: '<*> one', actual: 'two', holds: false },
  { expected: 'a<*>b<*>c', actual: 'a 1 b 2 c', holds: true },
  { expected: 'a<*>b<*>c', actual: 'a c', holds: false },
  { expected: 'ab<*>b', actual: 'ab', holds: false },
])('$actual is $expected: $holds', ({ expected, actual, holds }) => {
  expect(matches([expected], [actual])).toBe(holds)
})

test('lines that hold are not rewritten', () => {
  expect(updateLines(['NAME', 'one <*>'], ['NAME', 'two 3s', 'one 5s'])).toEqual([
    'NAME',
    'two 3s',
    'one <*>',
  ])
})
