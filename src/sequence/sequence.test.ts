import { describe, expect, test } from 'vitest'
import { checkChoices } from './check-choices.ts'
import type { Outcome } from './marks.ts'
import { runSequence } from './run-sequence.ts'
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
    { name: 'LoadCargo', ...plain },
    { name: 'HoistSails', ...plain, formerly: ['RaiseSails'] },
    { name: 'LeaveHarbour', ...plain, mayBeSkipped: false, mayBeDelegated: false, repeats: true },
    { name: 'Arrive', ...plain },
  ],
}
const nothing: Choices = { skip: [], delegate: [] }

describe('choices', () => {
  test.each([
    { name: 'known names pass', skip: ['LoadCargo'], delegate: ['Arrive'], problems: [] },
    { name: 'a name of an earlier release passes', skip: ['RaiseSails'], problems: [] },
    {
      name: 'an unknown name is refused with the nearest',
      skip: ['LoadCarg'],
      problems: ['LoadCarg is not a step of the voyage; did you mean LoadCargo?'],
    },
    {
      name: 'a name that is near nothing gets the whole list',
      delegate: ['Dance'],
      problems: [
        'Dance is not a step of the voyage; there are LoadCargo, HoistSails, LeaveHarbour, Arrive',
      ],
    },
    {
      name: 'not everything can be left out',
      skip: ['LeaveHarbour'],
      problems: ['LeaveHarbour cannot be skipped; these can: LoadCargo, HoistSails, Arrive'],
    },
    {
      name: 'not everything can be given away',
      delegate: ['LeaveHarbour'],
      problems: ['LeaveHarbour cannot be delegated; these can: LoadCargo, HoistSails, Arrive'],
    },
    {
      name: 'nothing is both, not even under an old name',
      skip: ['RaiseSails'],
      delegate: ['HoistSails'],
      problems: ['HoistSails is both skipped and delegated'],
    },
  ])('$name', ({ skip = [], delegate = [], problems }) => {
    expect(checkChoices(sequence, { skip, delegate })).toEqual(problems)
  })
})

const done: Outcome = { is: 'done', message: 'ok' }
const failed: Outcome = { is: 'failed', message: 'no wind' }
const waiting: Outcome = { is: 'waiting', message: 'tide' }

function ran(
  outcomes: Readonly<Record<string, Outcome>>,
  { choices = nothing, before = [] as readonly Mark[], of = sequence } = {},
) {
  const carriedOut: string[] = []
  const progress = runSequence(of, choices, before, (step) => {
    carriedOut.push(step)
    return outcomes[step] ?? done
  })
  const marks = progress.marks.map(({ step, status, reason }) => `${step} ${status} ${reason}`)
  return { carriedOut, marks, state: progress.state, at: progress.at }
}

function mark(step: string, status: Mark['status'], reason: Mark['reason']): Mark {
  return { step, status, reason, message: 'before' }
}

describe('a pass', () => {
  test('carries out all steps in order', () => {
    expect(ran({})).toEqual({
      carriedOut: ['LoadCargo', 'HoistSails', 'LeaveHarbour', 'Arrive'],
      marks: [
        'LoadCargo True Done',
        'HoistSails True Done',
        'LeaveHarbour True Done',
        'Arrive True Done',
      ],
      state: 'done',
      at: undefined,
    })
  })

  test.each([
    { outcome: failed, state: 'failed', reason: 'Failed' },
    { outcome: waiting, state: 'waiting', reason: 'Waiting' },
  ])('ends at a step that is $outcome.is', ({ outcome, state, reason }) => {
    expect(ran({ HoistSails: outcome })).toEqual({
      carriedOut: ['LoadCargo', 'HoistSails'],
      marks: [
        'LoadCargo True Done',
        `HoistSails False ${reason}`,
        'LeaveHarbour Unknown Waiting',
        'Arrive Unknown Waiting',
      ],
      state,
      at: 'HoistSails',
    })
  })

  test('leaves out what is skipped and goes on', () => {
    const choices = { skip: ['RaiseSails'], delegate: [] }
    expect(ran({}, { choices }).marks[1]).toBe('HoistSails True Skipped')
    expect(ran({}, { choices }).carriedOut).toEqual(['LoadCargo', 'LeaveHarbour', 'Arrive'])
  })

  test('waits for the operator of a delegated step', () => {
    const choices = { skip: [], delegate: ['HoistSails'] }
    expect(ran({}, { choices })).toEqual({
      carriedOut: ['LoadCargo'],
      marks: [
        'LoadCargo True Done',
        'HoistSails False Delegated',
        'LeaveHarbour Unknown Waiting',
        'Arrive Unknown Waiting',
      ],
      state: 'waiting',
      at: 'HoistSails',
    })
  })

  test.each([
    { said: mark('Arrive', 'False', 'Delegated'), state: 'waiting' },
    { said: mark('Arrive', 'False', 'Failed'), state: 'failed' },
    { said: mark('Arrive', 'True', 'Done'), state: 'done' },
    { said: undefined, state: 'waiting' },
  ])('a delegated last step that is $said.reason leaves all $state', ({ said, state }) => {
    const choices = { skip: [], delegate: ['Arrive'] }
    const before = said === undefined ? [] : [said]
    const result = ran({}, { choices, before })
    expect(result.state).toBe(state)
    expect(result.carriedOut).not.toContain('Arrive')
  })
})

describe('the next pass', () => {
  const before = [
    mark('LoadCargo', 'True', 'Done'),
    mark('RaiseSails', 'True', 'Done'),
    mark('LeaveHarbour', 'True', 'Done'),
  ]

  test('goes on by name and looks again only at what repeats', () => {
    expect(ran({}, { before }).carriedOut).toEqual(['LeaveHarbour', 'Arrive'])
  })

  test('is not led astray by a step that is new, gone or moved', () => {
    const [load, hoist, leave, arrive] = sequence.steps as [Step, Step, Step, Step]
    const of = { ...sequence, steps: [leave, { name: 'Pray', ...plain }, hoist, arrive] }
    expect(load.name).toBe('LoadCargo')
    expect(ran({}, { before, of }).carriedOut).toEqual(['LeaveHarbour', 'Pray', 'Arrive'])
  })

  test('keeps what is done behind a step that no longer holds', () => {
    const all = [...before, mark('Arrive', 'True', 'Done')]
    expect(ran({ LeaveHarbour: waiting }, { before: all })).toMatchObject({
      state: 'waiting',
      at: 'LeaveHarbour',
      marks: [
        'LoadCargo True Done',
        'HoistSails True Done',
        'LeaveHarbour False Waiting',
        'Arrive True Done',
      ],
    })
  })

  test('carries out what was skipped and no longer is', () => {
    const skipped = [mark('LoadCargo', 'True', 'Skipped')]
    expect(ran({}, { before: skipped }).carriedOut[0]).toBe('LoadCargo')
  })
})
