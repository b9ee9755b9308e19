import { expect, test } from 'vitest'
import type { OptionSpec } from './command-spec.ts'
import { splitWords } from './split-words.ts'

const own = {
  file: { kind: 'list', short: 'f', value: 'FILE', summary: '' },
  wait: { kind: 'switch', short: 'w', summary: '' },
} as const satisfies Readonly<Record<string, OptionSpec>>
const everywhere = {
  help: { kind: 'switch', short: 'h', summary: '' },
} as const satisfies Readonly<Record<string, OptionSpec>>

test.each([
  { name: 'in the next word', argv: ['--file', 'a'], given: { file: ['a'] } },
  { name: 'behind an equals sign', argv: ['--file=a=b'], given: { file: ['a=b'] } },
  { name: 'behind its letter', argv: ['-fa', '-f', 'b', '-f=c'], given: { file: ['a', 'b', 'c'] } },
  { name: 'behind switches', argv: ['-hwfa'], given: { help: [''], wait: [''], file: ['a'] } },
  {
    name: 'as typed, like a switch',
    argv: ['-f', '--wait=true'],
    given: { file: ['--wait=true'] },
  },
  { name: 'from a switch said to be on', argv: ['--wait=true'], given: { wait: [''] } },
  { name: 'not from a switch said to be off', argv: ['--wait=false'], given: {} },
])('a value is taken $name', ({ argv, given }) => {
  const words = splitWords(own, everywhere, argv)
  expect(Object.fromEntries(words.given)).toEqual(given)
  expect(words).toMatchObject({ operands: [], unknown: undefined, missing: undefined })
})

test.each([
  { argv: ['a', '-w', 'b', '-5', '-', ''], operands: ['a', 'b', '-5', '-', ''] },
  { argv: ['a', '--', '-w', '--'], operands: ['a', '-w', '--'] },
])('$argv are the operands $operands', ({ argv, operands }) => {
  expect(splitWords(own, everywhere, argv).operands).toEqual(operands)
})

test.each([
  { argv: ['--bogus=1', '-z'], unknown: '--bogus=1' },
  { argv: ['--wait=maybe'], unknown: '--wait=maybe' },
  { argv: ['--help=true'], unknown: '--help=true' },
  { argv: ['--constructor'], unknown: '--constructor' },
])('$argv have the unknown option $unknown', ({ argv, unknown }) => {
  expect(splitWords(own, everywhere, argv).unknown).toBe(unknown)
})

test('an option at the end of the line misses its value', () => {
  expect(splitWords(own, everywhere, ['--wait', '-f']).missing).toBe('file')
})
