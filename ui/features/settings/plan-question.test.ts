import { expect, test } from 'vitest'
import { type PlanMoment, isWorthAsking } from './plan-question.ts'

const rendered = { ok: true, objects: [], notes: '' } as const
const broken = { ok: false, why: 'black is no colour' } as const
const live = (text: string, answer: typeof rendered | typeof broken) => ({ text, answer, took: 9 })

const atRest: PlanMoment = {
  written: '{"colour":"red"}',
  settled: '{"colour":"red"}',
  text: 'colour: red',
  isBlocked: false,
  isOpening: false,
  isHere: true,
  live: live('colour: red', rendered),
  isTaken: true,
}

const rows: readonly (readonly [string, Partial<PlanMoment>, boolean])[] = [
  ['a text that rests and renders here', {}, true],
  ['a text that only the server can render', { isHere: false, live: undefined }, true],
  ['a text that does not render here', { live: live('colour: red', broken) }, false],
  ['a text that is being rendered here', { live: live('colour: re', rendered) }, false],
  ['a text that was never rendered here', { live: undefined }, false],
  ['an older text, although the new one renders', { settled: '{"colour":"black"}' }, false],
  ['an engine that is being opened', { isOpening: true, isHere: false, live: undefined }, false],
  ['a name that is taken', { isBlocked: true }, false],
  ['settings that the extension does not take', { isTaken: false }, false],
]

test.each(rows)('%s', (_, moment, expected) => {
  expect(isWorthAsking({ ...atRest, ...moment })).toBe(expected)
})
