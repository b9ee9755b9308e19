import type { Clock } from '../std/clock.ts'
import { runBounded } from '../std/run-bounded.ts'
import { Watchdog } from '../std/watchdog.ts'
import { type Progress, delegatedMark, findMark, markOf, progressOf, withMark } from './marks.ts'
import { type Move, type Situation, nextMove } from './next-move.ts'
import type { Mark, Step } from './sequence.ts'

/** The end of an attempt. One that may not be tried again failed for a reason that only a person can take away. */
export interface Attempt {
  readonly is: 'done' | 'failed'
  readonly message: string
  readonly isFinal?: boolean
}

export interface CarryOnPorts {
  readonly clock: Clock
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Read anew before every move: choices, machines and the words of operators may have changed. */
  readonly read: (signal: AbortSignal) => Promise<Situation>
  /** Keeps a mark for good before it comes back, in the order of the calls; the next read has it, here or elsewhere. */
  readonly write: (mark: Mark, signal: AbortSignal) => Promise<void>
  /** One attempt at one place. It looks at what is there first: a process may have died in the middle of the one before. */
  readonly carryOut: (
    step: Step,
    place: string | undefined,
    signal: AbortSignal,
  ) => Promise<Attempt>
  /** Told before every move, and at the end. */
  readonly onProgress?: (progress: Progress) => void
}

/** How often an operator's words about a delegated step are looked for. */
const operatorPollMilliseconds = 2000

/**
 * Carries a sequence on until it is finished or given up, one step at a time. Every mark is kept before the next move, so
 * that another process goes on by name when this one is killed.
 */
export async function carryOn(ports: CarryOnPorts, signal: AbortSignal): Promise<Progress> {
  // Repeating steps are carried out once in every run, whatever an earlier run wrote.
  const fresh = new Set<string>()
  for (;;) {
    signal.throwIfAborted()
    const situation = withoutStale(await ports.read(signal), fresh)
    const move = nextMove(situation, ports.clock.now())
    const progress = standOf(await endOf(move, situation, ports, signal))
    ports.onProgress?.(progress)
    if (move.do === 'finish' || move.do === 'give-up') return progress
    if (move.do === 'carry-out') {
      fresh.add(move.step.name)
      await attempt(move, situation, ports, signal)
    } else await wait(move, situation, ports, signal)
  }
}

function withoutStale(situation: Situation, fresh: ReadonlySet<string>): Situation {
  const stale = situation.sequence.steps.filter(({ repeats, name }) => repeats && !fresh.has(name))
  const gone = new Set(stale.map((step) => findMark(step, situation.marks)))
  return { ...situation, marks: situation.marks.filter((mark) => !gone.has(mark)) }
}

function standOf({ sequence, choices, marks }: Situation): Progress {
  return progressOf(sequence, choices, marks)
}

/** The situation once a step was given up: one whose operator took too long is marked; one that failed is already. */
async function endOf(
  move: Move,
  situation: Situation,
  { clock, write }: CarryOnPorts,
  signal: AbortSignal,
): Promise<Situation> {
  if (move.do !== 'give-up') return situation
  const { step, because } = move
  const before = findMark(step, situation.marks)
  const failed = markOf(step, { is: 'failed', message: because })
  const mark: Mark = { ...before, ...failed, since: before?.since ?? clock.now() }
  if (before?.reason !== 'Failed') await write({ ...mark, since: clock.now() }, signal)
  return { ...situation, marks: withMark(situation.marks, mark, step) }
}

async function wait(
  move: Extract<Move, { readonly do: 'pause' | 'await-operator' }>,
  { marks }: Situation,
  { clock, sleep, write }: CarryOnPorts,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now()
  if (move.do === 'pause') return sleep(Math.max(1, move.until - now), signal)
  const before = findMark(move.step, marks)
  if (before?.reason !== 'Delegated' || before.since === undefined) {
    await write({ ...delegatedMark(move.step, before), since: now }, signal)
  }
  const left = move.until === undefined ? operatorPollMilliseconds : move.until - now
  await sleep(Math.max(1, Math.min(operatorPollMilliseconds, left)), signal)
}

async function attempt(
  { step, places }: Extract<Move, { readonly do: 'carry-out' }>,
  { marks }: Situation,
  ports: CarryOnPorts,
  signal: AbortSignal,
): Promise<void> {
  const { clock, write } = ports
  const before = findMark(step, marks)
  const { failures = 0 } = before ?? {}
  const done = new Set(before?.places ?? [])
  const kept = () => (step.places === undefined ? {} : { places: [...done] })
  const since = clock.now()
  const running = markOf(step, { is: 'waiting', message: 'is being carried out' })
  const tellRunning = (under: AbortSignal) =>
    write({ ...running, since, ...(failures === 0 ? {} : { failures }), ...kept() }, under)
  await tellRunning(signal)
  const ends: PlaceEnd[] = []
  // Places that take turns: a failure at one may mean that no other has to be touched.
  const isRolling = step.placesAtATime === 1
  const work = async (place: string | undefined, under: AbortSignal): Promise<void> => {
    if (isRolling && ends.some(({ end }) => end.is === 'failed')) return
    const end = await tryOnce(step, place, ports, under)
    ends.push({ place, end })
    if (place === undefined) return
    if (end.is === 'done') done.add(place)
    await tellRunning(under)
  }
  const targets = step.places === undefined ? [undefined] : places
  await runBounded(targets, step.placesAtATime ?? Math.max(1, targets.length), work, signal)
  await write({ ...endMark(step, ends, { since, failures, now: clock.now() }), ...kept() }, signal)
}

interface PlaceEnd {
  readonly place: string | undefined
  readonly end: Attempt
}

function endMark(
  step: Step,
  ends: readonly PlaceEnd[],
  { since, failures, now }: Record<'since' | 'failures' | 'now', number>,
): Mark {
  const failed = ends.filter(({ end }) => end.is === 'failed')
  if (failed.length === 0) {
    const mark = markOf(step, { is: 'done', message: ends.at(-1)?.end.message ?? '' })
    return { ...mark, since: now, seconds: (now - since) / 1000 }
  }
  const message = failed.map(({ place, end }) => prefixed(place, end.message)).join('; ')
  const isFinal = failed.some(({ end }) => end.isFinal === true)
  return {
    ...markOf(step, { is: 'failed', message }),
    since: now,
    failures: failures + 1,
    ...(isFinal ? { isFinal } : {}),
  }
}

async function tryOnce(
  step: Step,
  place: string | undefined,
  { clock, carryOut }: CarryOnPorts,
  signal: AbortSignal,
): Promise<Attempt> {
  const { timeoutSeconds } = step
  if (timeoutSeconds === undefined) return carryOut(step, place, signal)
  const deadline = new Watchdog(clock, timeoutSeconds * 1000, signal)
  try {
    return await carryOut(step, place, deadline.signal)
  } catch (error) {
    if (!deadline.isOver) throw error
    return { is: 'failed', message: `${step.name} took longer than ${timeoutSeconds} seconds` }
  } finally {
    deadline.stop()
  }
}

function prefixed(place: string | undefined, message: string): string {
  return place === undefined ? message : `${place}: ${message}`
}
