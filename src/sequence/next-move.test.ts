import { describe, expect, test } from 'vitest'
import { estimate } from './estimate.ts'
import { type Move, nextMove } from './next-move.ts'
import type { Choices, Mark, Sequence, Step } from './sequence.ts'

const plain: Omit<Step, 'name'> = {
  about: '',
  mayBeSkipped: true,
  mayBeDelegated: true,
  repeats: false,
}
const sequence: Sequence = {
  noun: 'a step of the voyage',
  steps: [
    { name: 'LoadCargo', ...plain, attempts: 3, usualSeconds: 10 },
    { name: 'HoistSails', ...plain, formerly: ['RaiseSails'], places: ['fore', 'main'] },
    { name: 'Pray', ...plain, when: 'there is a storm' },
    { name: 'Arrive', ...plain, delegatedSeconds: 60 },
  ],
}
const minute = 60_000
const now = 10 * minute

function done(step: string, more: Partial<Mark> = {}): Mark {
  return { step, status: 'True', reason: 'Done', message: 'ok', since: now - minute, ...more }
}

function failed(step: string, more: Partial<Mark> = {}): Mark {
  const about = { status: 'False', reason: 'Failed', message: 'no wind' } as const
  return { step, ...about, since: now, failures: 1, ...more }
}

const cargo = done('LoadCargo')
const sails = done('HoistSails', { places: ['fore', 'main'] })
const noStorm: Partial<Choices> = { holds: () => false }

function told(move: Move): string {
  switch (move.do) {
    case 'finish':
      return 'finish'
    case 'carry-out':
      return `carry out ${[move.step.name, ...move.places].join(' ')}`
    case 'pause':
      return `pause ${(move.until - now) / 1000} s before ${move.step.name}`
    case 'await-operator': {
      const left = move.until === undefined ? 'without end' : `${(move.until - now) / 1000} s`
      return `await the operator of ${move.step.name} ${left}`
    }
    default:
      return `give up ${move.step.name}: ${move.because}`
  }
}

interface Row {
  readonly name: string
  readonly marks?: readonly Mark[]
  readonly choices?: Partial<Choices>
  readonly of?: Sequence
  readonly move: string
}

const steps: readonly Row[] = [
  { name: 'the first step comes first', move: 'carry out LoadCargo' },
  { name: 'a step with places names them', marks: [cargo], move: 'carry out HoistSails fore main' },
  {
    name: 'a place that is done is not repeated',
    marks: [cargo, done('HoistSails', { places: ['fore'] })],
    move: 'carry out HoistSails main',
  },
  {
    name: 'a place that came later is the only one to be done',
    marks: [cargo, done('RaiseSails', { places: ['fore', 'mizzen'] })],
    move: 'carry out HoistSails main',
  },
  {
    name: 'a step whose condition holds takes part',
    marks: [cargo, sails],
    move: 'carry out Pray',
  },
  {
    name: 'a step whose condition does not hold is left out',
    marks: [cargo, sails],
    choices: noStorm,
    move: 'carry out Arrive',
  },
  {
    name: 'the end is reached when the last step is done',
    marks: [cargo, sails, done('Arrive')],
    choices: noStorm,
    move: 'finish',
  },
  {
    name: 'a step that was interrupted is carried out again',
    marks: [{ ...failed('LoadCargo'), reason: 'Waiting' }],
    move: 'carry out LoadCargo',
  },
  {
    name: 'a step that was inserted before others that are done comes first, and they stay done',
    marks: [cargo, sails, done('Arrive')],
    of: { ...sequence, steps: [{ name: 'Provision', ...plain }, ...sequence.steps] },
    move: 'carry out Provision',
  },
  {
    name: 'a step that was skipped in an earlier run has not been carried out',
    marks: [{ ...cargo, reason: 'Skipped' }],
    move: 'carry out LoadCargo',
  },
]

const failures: readonly Row[] = [
  {
    name: 'a first failure is followed by a short pause',
    marks: [failed('LoadCargo')],
    move: 'pause 2 s before LoadCargo',
  },
  {
    name: 'a second failure is followed by a longer pause',
    marks: [failed('LoadCargo', { failures: 2 })],
    move: 'pause 4 s before LoadCargo',
  },
  {
    name: 'after the pause it is tried again',
    marks: [failed('LoadCargo', { since: now - 2000 })],
    move: 'carry out LoadCargo',
  },
  {
    name: 'the last attempt ends it',
    marks: [failed('LoadCargo', { failures: 3, since: 0 })],
    move: 'give up LoadCargo: failed 3 times, at last: no wind',
  },
  {
    name: 'one attempt is all that there is unless more are said',
    marks: [cargo, failed('HoistSails', { since: 0 })],
    move: 'give up HoistSails: no wind',
  },
  {
    name: 'a failure that only a person can mend is not tried again',
    marks: [failed('LoadCargo', { isFinal: true, since: 0 })],
    move: 'give up LoadCargo: no wind',
  },
  {
    name: 'skipping a step that failed goes past it',
    marks: [failed('LoadCargo', { failures: 3 })],
    choices: { skip: ['LoadCargo'] },
    move: 'carry out HoistSails fore main',
  },
]

const delegated: Partial<Choices> = { skip: ['Pray'], delegate: ['Arrive'] }
const before = [cargo, sails]
const waits: Mark = { step: 'Arrive', status: 'False', reason: 'Delegated', message: '' }

const delegation: readonly Row[] = [
  {
    name: 'a delegated step begins to wait without a deadline until that is noted',
    marks: before,
    choices: delegated,
    move: 'await the operator of Arrive without end',
  },
  {
    name: 'a delegated last step does not finish the sequence',
    marks: [...before, { ...waits, since: now - 20_000 }],
    choices: delegated,
    move: 'await the operator of Arrive 40 s',
  },
  {
    name: 'an operator that takes too long is given up by name',
    marks: [...before, { ...waits, since: now - minute }],
    choices: delegated,
    move: 'give up Arrive: the operator that Arrive was delegated to did not finish it within 60 seconds',
  },
  {
    name: 'an operator that says True has done it',
    marks: [...before, done('Arrive')],
    choices: delegated,
    move: 'finish',
  },
  {
    name: 'an operator that fails ends it with its own words',
    marks: [...before, failed('Arrive', { message: 'shallow water' })],
    choices: delegated,
    move: 'give up Arrive: shallow water',
  },
  {
    name: 'a step that is no longer delegated is carried out',
    marks: [...before, { ...waits, since: now }],
    choices: { skip: ['Pray'] },
    move: 'carry out Arrive',
  },
]

describe.each([
  { about: 'order', rows: steps },
  { about: 'failures', rows: failures },
  { about: 'delegation', rows: delegation },
])('$about', ({ rows }) => {
  test.each(rows)('$name', ({ marks = [], choices = {}, of = sequence, move }) => {
    const all = { skip: [], delegate: [], ...choices }
    expect(told(nextMove({ sequence: of, choices: all, marks }, now))).toBe(move)
  })
})

describe('estimates', () => {
  const earlier = new Map([
    ['LoadCargo', 30],
    ['HoistSails', 60],
  ])
  const running: Mark = { step: 'HoistSails', status: 'False', reason: 'Waiting', message: '' }

  test.each([
    {
      name: 'nothing is known of a first run but what is usual',
      marks: [],
      known: new Map<string, number>(),
      is: { done: 0, total: 3, percent: 0, secondsLeft: 20 },
    },
    {
      name: 'an earlier run says how long steps take',
      marks: [cargo, { ...running, since: now - 30_000 }],
      known: earlier,
      is: { done: 1, total: 3, percent: 63, secondsLeft: 35 },
    },
    {
      name: 'a step that takes longer than before is not called done',
      marks: [cargo, { ...running, since: now - 10 * minute }],
      known: earlier,
      is: { done: 1, total: 3, percent: 91, secondsLeft: 8 },
    },
    {
      name: 'all is 100',
      marks: [cargo, sails, done('Arrive')],
      known: earlier,
      is: { done: 3, total: 3, percent: 100, secondsLeft: 0 },
    },
  ])('$name', ({ marks, known, is }) => {
    const choices = { skip: [], delegate: [], ...noStorm }
    expect(estimate({ sequence, choices, marks }, known, now)).toEqual(is)
  })
})
