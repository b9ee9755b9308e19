// How work grows with its input. The processor time of this thread is taken, not the clock's, and of
// several runs the fastest: a busy machine makes work slower, never faster. Before something is called
// too slow the speed of the machine is measured, too, and the bound is stretched by it.

/** Work on input of a size, and what it gave; made before it is measured. */
export interface Work {
  /** Characters, or bytes, that go in. */
  readonly input: number
  /** Gives the characters, or bytes, that come out. */
  readonly run: () => Outcome
}

export interface Outcome {
  readonly output: number
  /** Fuel that was charged, where it is. */
  readonly steps?: number
}

/** 1, 4 and 16 times. */
const sizes: readonly number[] = [4, 16, 64].map((kibibytes) => kibibytes * 1024)

/** The bound in milliseconds for a megabyte that goes in or out. */
const perMegabyte = 200
/** What a start, a collection of garbage or a compiler may take beside it. */
const floor = 30
/** How much longer four times the input may take: log n, and caches that no longer hold it. A square takes 16. */
const mostGrowth = 10
/** Nanoseconds of work that a step pays for at most, so that all steps of a render are seconds. */
const perStep = 400
/** Runs in a row that are held against their fuel; quick work is not. */
const rounds = 8
const quick = 1.5
const attempts = 6

/** What is wrong with how work grows; undefined when nothing is. `slowness` stretches the bound for a megabyte. */
export function findFault(make: (size: number) => Work, slowness = 1): string | undefined {
  let longest = Infinity
  let largest: readonly [Work, Measured] | undefined
  for (const size of sizes) {
    const made = make(size)
    const work = { ...made, input: made.input * slowness }
    const best = fastest(work, longest)
    const limit = Math.min(longest, allowed(work, best))
    if (best.milliseconds > limit && best.milliseconds > limit * machineSlowness())
      return `${describe(work, best)}, more than ${limit.toFixed(0)} ms`
    longest = best.milliseconds * mostGrowth + floor
    largest = [work, best]
  }
  return largest === undefined ? undefined : fuelFault(...largest)
}

/** Whether a render that does nothing else would end in time. */
function fuelFault(work: Work, once: Measured): string | undefined {
  const { steps } = once
  if (steps === undefined || once.milliseconds < quick) return undefined
  const all: Work = {
    input: work.input * rounds,
    run: () => {
      for (let round = 1; round < rounds; round++) work.run()
      return { output: work.run().output * rounds, steps: steps * rounds }
    },
  }
  const limit = floor + (rounds * steps * perStep) / 1e6
  const best = fastest(all, limit)
  return best.milliseconds <= limit || best.milliseconds <= limit * machineSlowness()
    ? undefined
    : `${describe(all, best)}, more than ${limit.toFixed(0)} ms for so many steps`
}

interface Measured extends Outcome {
  readonly milliseconds: number
}

/** The fastest of several runs; one that is fast enough ends them. */
function fastest(work: Work, longest: number): Measured {
  let best = measure(work)
  for (let attempt = 1; attempt < attempts; attempt++) {
    if (best.milliseconds <= Math.min(longest, allowed(work, best))) break
    const again = measure(work)
    if (again.milliseconds < best.milliseconds) best = again
  }
  return best
}

function allowed({ input }: Work, { output }: Outcome): number {
  return floor + ((input + output) / 1e6) * perMegabyte
}

function measure(work: Work): Measured {
  const before = process.threadCpuUsage()
  const outcome = work.run()
  const { user, system } = process.threadCpuUsage(before)
  return { ...outcome, milliseconds: (user + system) / 1000 }
}

function describe({ input }: Work, { milliseconds, output, steps }: Measured): string {
  const fuel = steps === undefined ? '' : ` and ${steps} steps`
  return `${milliseconds.toFixed(0)} ms for ${input} in, ${output} out${fuel}`
}

/** The time that the work below took on the machine for which the bounds were set, at rest. */
const referenceMilliseconds = 33

/** How much slower this machine is now than the one for which the bounds were set; at least 1. */
function machineSlowness(): number {
  const work: Work = { input: 0, run: () => ({ output: referenceWork() }) }
  const { milliseconds } = fastest(work, 0)
  return Math.max(1, milliseconds / referenceMilliseconds)
}

/** Objects, texts and maps, as decoders and functions have them. */
function referenceWork(): number {
  const found = new Map<string, { readonly at: number; readonly text: string }>()
  for (let at = 0; at < 250_000; at++) {
    const text = `key${(at * 7919) % 30_011}`
    found.set(text, { at: (found.get(text)?.at ?? 0) + text.charCodeAt(text.length - 1), text })
  }
  return [...found.values()].reduce((sum, { at }) => sum + at, 0)
}
