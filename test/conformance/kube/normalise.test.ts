import { expect, test } from 'vitest'
import { Normaliser } from './normalise.ts'
import type { Json } from './row.ts'

function normalised(...answers: readonly Json[]): readonly Json[] {
  const normaliser = new Normaliser('r1234')
  for (const answer of answers) normaliser.see(answer)
  return answers.map((answer) => normaliser.write(answer))
}

const object = (resourceVersion: string, more: Readonly<Record<string, Json>> = {}) => ({
  metadata: { name: 'one', resourceVersion, ...more },
})

const entry = (operation: string, manager: string) => ({ operation, manager })

test('versions of objects are ranked among those of the row', () => {
  expect(normalised(object('120'), object('99'), object('120'))).toEqual([
    object('<version 2>'),
    object('<version 1>'),
    object('<version 2>'),
  ])
})

test('versions of lists are now', () => {
  expect(normalised({ metadata: { resourceVersion: '7', continue: 'abc' } })).toEqual([
    { metadata: { resourceVersion: '<now>', continue: '<continue>' } },
  ])
})

test('identifiers are counted as they appear', () => {
  const [first, second] = [
    '11111111-2222-3333-4444-555555555555',
    'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
  ]
  expect(normalised({ uid: first }, { message: `${second} is not ${first}` })).toEqual([
    { uid: '<uid 1>' },
    { message: '<uid 2> is not <uid 1>' },
  ])
})

test('names that the server made up are not compared', () => {
  const made = object('1', { name: 'gen-x7f2a', generateName: 'gen-' })
  expect(normalised(made, { message: 'gen-x7f2a is there' })).toEqual([
    object('<version 1>', { name: 'gen-<generated>', generateName: 'gen-' }),
    { message: 'gen-<generated> is there' },
  ])
})

test.each([
  { text: 'at 2026-01-02T03:04:05Z', written: 'at <time>' },
  { text: 'namespace r1234', written: 'namespace {id}' },
  { text: 'too old resource version: 1 (567)', written: 'too old resource version: 1 (<now>)' },
  { text: '10.0.34.5 and 10.0.1.1', written: '<ip 1> and <ip 2>' },
])('$text is written $written', ({ text, written }) => {
  expect(new Normaliser('r1234').text(text)).toBe(written)
})

test('managed fields are sorted by operation and manager', () => {
  const fields = [entry('Update', 'a'), entry('Apply', 'c'), entry('Apply', 'b')]
  expect(normalised(object('1', { managedFields: fields }))).toEqual([
    object('<version 1>', { managedFields: fields.toReversed() }),
  ])
})
