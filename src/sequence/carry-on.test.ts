import { describe, expect, test } from 'vitest'
import { sleepOn } from '../std/clock.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { type Attempt, type CarryOnPorts, carryOn } from './carry-on.ts'
import { withMark } from './marks.ts'
import type { Situation } from './next-move.ts'
import { type Choices, type Mark, type Sequence, type Step, findStep } from './sequence.ts'

const plain: Omit<Step, 'name'> = {
  about: '',
  mayBeSkipped: true,
  mayBeDelegated: true,
  repeats: false,
}
const sequence: Sequence = {
  noun: 'a step of the voyage',
  steps: [
    { name: 'Inspect', ...plain, repeats: true },
    { name: 'LoadCargo', ...plain, attempts: 3, timeoutSeconds: 30 },
    { name: 'HoistSails', ...plain, places: ['fore', 'main', 'mizzen'], placesAtATime: 2 },
    { name: 'Arrive', ...plain, delegatedSeconds: 60 },
  ],
}
const done: Attempt = { is: 'done', message: 'ok' }
const fails: Attempt = { is: 'failed', message: 'no wind' }
const never = new AbortController().signal

/** A voyage whose log outlives the process that writes it. */
class Voyage {
  readonly clock = new VirtualClock()
  readonly carriedOut: string[] = []
  marks: readonly Mark[] = []
  choices: Choices = { skip: [], delegate: [] }
  of = sequence
  atATime = 0
  most = 0
  carryOut: (name: string, count: number, signal: AbortSignal) => Promise<Attempt> = async () =>
    done

  async sail(signal: AbortSignal = never) {
    const under = carryOn(this.ports(), signal)
    // The end may be a rejection, which is looked at below.
    under.catch(() => undefined)
    await this.clock.advance(300_000)
    const { state, at, marks } = await under
    return { state, at, marks: marks.map(({ step, reason }) => `${step} ${reason}`) }
  }

  private ports(): CarryOnPorts {
    return {
      clock: this.clock,
      sleep: (milliseconds, signal) => sleepOn(this.clock, milliseconds, signal),
      read: async (): Promise<Situation> => ({
        sequence: this.of,
        choices: this.choices,
        marks: this.marks,
      }),
      write: async (mark) => {
        const step = findStep(this.of, mark.step)
        if (step !== undefined) this.marks = withMark(this.marks, mark, step)
      },
      carryOut: async ({ name }, place, signal) => {
        const what = place === undefined ? name : `${name} ${place}`
        this.carriedOut.push(what)
        this.most = Math.max(this.most, ++this.atATime)
        try {
          const count = this.carriedOut.filter((one) => one === what).length
          return await this.carryOut(what, count, signal)
        } finally {
          this.atATime--
        }
      },
    }
  }

  mark(step: string): Mark | undefined {
    return this.marks.find((mark) => mark.step === step)
  }
}

const all = ['Inspect', 'LoadCargo', 'HoistSails fore', 'HoistSails main', 'HoistSails mizzen']

describe('a run', () => {
  test('carries out every step at every place, so many at a time', async () => {
    const voyage = new Voyage()
    voyage.carryOut = async (_, __, signal) => {
      await sleepOn(voyage.clock, 1000, signal)
      return done
    }
    expect(await voyage.sail()).toEqual({
      state: 'done',
      at: undefined,
      marks: ['Inspect Done', 'LoadCargo Done', 'HoistSails Done', 'Arrive Done'],
    })
    expect(voyage.carriedOut).toEqual([...all, 'Arrive'])
    expect(voyage.most).toBe(2)
    expect(voyage.mark('HoistSails')?.seconds).toBe(2)
  })

  test('a second run carries out only what repeats', async () => {
    const voyage = new Voyage()
    await voyage.sail()
    voyage.carriedOut.length = 0
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut).toEqual(['Inspect'])
  })

  test('a failure is tried again after a pause, so many times', async () => {
    const voyage = new Voyage()
    voyage.carryOut = async (name, count) => (name === 'LoadCargo' && count < 3 ? fails : done)
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut.filter((one) => one === 'LoadCargo')).toHaveLength(3)
    expect(voyage.mark('LoadCargo')).not.toHaveProperty('failures')
  })

  test('a step that goes on failing ends the run with its name', async () => {
    const voyage = new Voyage()
    voyage.carryOut = async (name) => (name === 'LoadCargo' ? fails : done)
    expect(await voyage.sail()).toMatchObject({ state: 'failed', at: 'LoadCargo' })
    expect(voyage.carriedOut).toEqual(['Inspect', 'LoadCargo', 'LoadCargo', 'LoadCargo'])
    expect(voyage.mark('LoadCargo')).toMatchObject({ failures: 3, message: 'no wind' })
  })

  test('a failure that only a person can mend is tried once', async () => {
    const voyage = new Voyage()
    voyage.carryOut = async (name) => (name === 'LoadCargo' ? { ...fails, isFinal: true } : done)
    expect((await voyage.sail()).state).toBe('failed')
    expect(voyage.carriedOut).toEqual(['Inspect', 'LoadCargo'])
  })

  test('a place that fails stops no other place, and only it is tried again', async () => {
    const voyage = new Voyage()
    voyage.of = {
      ...sequence,
      steps: sequence.steps.map((step) => ({ ...step, attempts: 2 })),
    }
    voyage.carryOut = async (name, count) =>
      name === 'HoistSails fore' && count === 1 ? fails : done
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut).toEqual([...all, 'HoistSails fore', 'Arrive'])
  })

  test('places that take turns wait behind one that failed', async () => {
    const voyage = new Voyage()
    const turns = { placesAtATime: 1, attempts: 2 }
    voyage.of = { ...sequence, steps: sequence.steps.map((step) => ({ ...step, ...turns })) }
    voyage.carryOut = async (name, count) =>
      name === 'HoistSails main' && count === 1 ? fails : done
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut.slice(2)).toEqual([
      'HoistSails fore',
      'HoistSails main',
      'HoistSails main',
      'HoistSails mizzen',
      'Arrive',
    ])
  })

  test('an attempt that takes too long is ended and told', async () => {
    const voyage = new Voyage()
    voyage.carryOut = async (name, _, signal) => {
      if (name === 'LoadCargo') await sleepOn(voyage.clock, 3_600_000, signal)
      return done
    }
    expect((await voyage.sail()).state).toBe('failed')
    expect(voyage.mark('LoadCargo')?.message).toBe('LoadCargo took longer than 30 seconds')
  })
})

describe('a run that was killed', () => {
  test.each(all)('in %s goes on there', async (at) => {
    const voyage = new Voyage()
    voyage.carryOut = async (name) => {
      if (name === at) throw new Error('killed')
      return done
    }
    await expect(voyage.sail()).rejects.toThrow('killed')
    voyage.carryOut = async () => done
    const before = new Set(voyage.carriedOut.filter((one) => one !== at))
    voyage.carriedOut.length = 0
    // Somebody edited the list meanwhile.
    voyage.of = {
      ...sequence,
      steps: [{ name: 'Provision', ...plain }, ...sequence.steps.toReversed()].toReversed(),
    }
    expect((await voyage.sail()).state).toBe('done')
    const again = voyage.carriedOut.filter((one) => before.has(one))
    expect(again.filter((one) => one !== 'Inspect' && !one.startsWith('HoistSails'))).toEqual([])
    expect(voyage.carriedOut).toContain(at)
    expect(voyage.carriedOut).toContain('Provision')
  })
})

describe('an operator', () => {
  const choices: Choices = { skip: [], delegate: ['Arrive'] }

  test('is waited for, and the run ends when it says so', async () => {
    const voyage = new Voyage()
    voyage.choices = choices
    voyage.clock.after(20_000, () => {
      const mark: Mark = { step: 'Arrive', status: 'True', reason: 'Done', message: 'moored' }
      voyage.marks = [...voyage.marks.filter(({ step }) => step !== 'Arrive'), mark]
    })
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut).toEqual(all)
    expect(voyage.mark('Arrive')?.message).toBe('moored')
  })

  test('that takes too long fails the run', async () => {
    const voyage = new Voyage()
    voyage.choices = choices
    expect(await voyage.sail()).toMatchObject({ state: 'failed', at: 'Arrive' })
    expect(voyage.mark('Arrive')?.message).toContain('did not finish it within 60 seconds')
  })

  test('is no longer waited for when the delegation is taken back', async () => {
    const voyage = new Voyage()
    voyage.choices = choices
    voyage.clock.after(20_000, () => {
      voyage.choices = { skip: [], delegate: [] }
    })
    expect((await voyage.sail()).state).toBe('done')
    expect(voyage.carriedOut).toEqual([...all, 'Arrive'])
  })
})
