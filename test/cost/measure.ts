// How work grows with its input. The processor time of this thread is taken, not the clock's, and of
// several runs the fastest: a busy machine makes work slower, never faster. Before something is called
// too slow the same machine does a work of reference beside it, and the bound is stretched by what that took.

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
/** Milliseconds that the engine takes for a call of anything. */
const perCall = 0.5
/** The same where little goes in: a pattern of few characters is compiled all the same, and paid for. */
const perSmallCall = 10
/** How much longer four times the input may take: log n, and caches that no longer hold it. A square takes 16. */
const mostGrowth = 10
/** Nanoseconds of work that a step pays for at most, so that all steps of a render are seconds. */
const perStep = 300
/** Milliseconds below which neither growth nor fuel are looked at: of one call nothing is to be feared then. */
const quick = 1.5
/** Milliseconds of work that a measurement takes at least: the kernel counts a thread's time by ticks of one to four. */
const exact = 20
/** Runs before the machine is asked how fast it is: the first ones are not compiled yet. */
const runs = 6
const attempts = 6
/** So far above a bound no machine is that busy. */
const hopeless = 4

/**
 * The fault in how work grows; undefined when there is none. `leeway` is by how much the bounds of time may be passed: a
 * machine with others on it is slower by moments, which no reference shows.
 */
export function findFault(make: (size: number) => Work, leeway: number): string | undefined {
  const [small, middle, large] = sizes.map((size) => () => make(size)) as [Make, Make, Make]
  const largest = large()
  const fault = findSlowness(largest, perCall * leeway, leeway)
  if (fault !== undefined) return fault
  // Of work that is quick with most nothing is to be feared with less.
  if (measure(largest).milliseconds < quick) return undefined
  const medium = middle()
  return (
    findSlowness(medium, perSmallCall * leeway, leeway) ??
    findSlowness(small(), perSmallCall * leeway, leeway) ??
    findGrowth(medium, largest) ??
    findCheapSteps(largest, leeway)
  )
}

type Make = () => Work

function findSlowness(work: Work, fixed: number, leeway: number): string | undefined {
  return persists(() => {
    let measured = measure(work)
    const limit = fixed + ((work.input + measured.output) / 1e6) * perMegabyte * leeway
    for (let run = 1; run < runs && measured.milliseconds > limit; run++) measured = measure(work)
    return excess(work, measured, { limit, unit: 'ms' })
  })
}

function findGrowth(smaller: Work, larger: Work): string | undefined {
  return persists(() => {
    const [before, after] = [measure(smaller), measure(larger)]
    const limit = (before.milliseconds + perCall) * mostGrowth
    const unit = `ms, ${mostGrowth} times the time for a quarter of it`
    return excess(larger, after, { limit, unit, slowness: () => 1 })
  })
}

/** Whether a render that does nothing else would end in time. */
function findCheapSteps(work: Work, leeway: number): string | undefined {
  return persists(() => {
    const measured = measure(work)
    const { steps } = measured
    if (steps === undefined || measured.milliseconds < quick) return undefined
    const limit = (steps * perStep * leeway) / 1e6
    return excess(work, measured, { limit, unit: 'ms for so many steps' })
  })
}

interface Bound {
  readonly limit: number
  readonly unit: string
  /** How much the bound is stretched. */
  readonly slowness?: () => number
}

interface Excess {
  readonly text: string
  readonly times: number
}

/** The last of several faults in a row; undefined as soon as there is none. */
function persists(find: () => Excess | undefined): string | undefined {
  for (let attempt = 1; ; attempt++) {
    const fault = find()
    if (fault === undefined) return undefined
    const isHopeless = attempt > 1 && fault.times > hopeless
    if (attempt >= attempts || isHopeless) return fault.text
  }
}

function excess(
  { input }: Work,
  { milliseconds, output, steps }: Measured,
  { limit, unit, slowness = machineSlowness }: Bound,
): Excess | undefined {
  if (milliseconds <= limit) return undefined
  const stretched = limit * slowness()
  if (milliseconds <= stretched) return undefined
  const fuel = steps === undefined ? '' : ` and ${steps} steps`
  const what = `${milliseconds.toFixed(1)} ms for ${input} in, ${output} out${fuel}`
  const text = `${what}, more than ${stretched.toFixed(1)} ${unit}`
  return { text, times: milliseconds / stretched }
}

interface Measured extends Outcome {
  readonly milliseconds: number
}

/** The mean of as many runs as it takes to be exact. */
function measure(work: Work): Measured {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    const outcome = work.run()
    const { user, system } = process.threadCpuUsage(before)
    const all = (user + system) / 1000
    if (all >= exact) return { ...outcome, milliseconds: all / runs }
  }
}

/** The time that the work below took on the machine for which the bounds were set, at rest. */
const referenceMilliseconds = 33

/** How much slower this machine is now than the one for which the bounds were set; at least 1. */
function machineSlowness(): number {
  const work: Work = { input: 0, run: () => ({ output: referenceWork() }) }
  const times = Array.from({ length: 2 }, () => measure(work).milliseconds)
  return Math.max(1, Math.min(...times) / referenceMilliseconds)
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
