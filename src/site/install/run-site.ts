import { type Attempt, carryOn } from '../../sequence/carry-on.ts'
import { checkChoices } from '../../sequence/check-choices.ts'
import { type Estimate, estimate } from '../../sequence/estimate.ts'
import type { Progress } from '../../sequence/marks.ts'
import type { Situation } from '../../sequence/next-move.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { type Clock, sleepOn } from '../../std/clock.ts'
import { SiteError } from '../errors.ts'
import type { Journal } from '../journal/journal.ts'
import { type SiteFacts, holdsFor, siteSteps } from './site-steps.ts'

/** The name of an installation's marks in a journal. */
export const siteSequence = 'site'

/** The choices and facts of a site, as its file says them now. */
export interface SiteNow {
  readonly skipSteps: readonly string[]
  readonly facts: SiteFacts
}

/** How an installation stands. */
export interface SiteProgress extends Progress {
  readonly estimate: Estimate
}

export interface RunSitePorts {
  readonly clock: Clock
  readonly journal: Journal
  /** Read anew before every step: somebody may have edited the file. */
  readonly read: (signal: AbortSignal) => Promise<SiteNow>
  /** Carries one step out and says in a line what came of it. */
  readonly carryOut: (step: string, signal: AbortSignal) => Promise<string>
  readonly onProgress: (progress: SiteProgress) => void
}

/** Installs a site, from where its journal stands, until everything is there or a step was given up. */
export async function runSite(ports: RunSitePorts, signal: AbortSignal): Promise<SiteProgress> {
  const { clock, journal } = ports
  let latest: Situation = { ...(await situationOf(ports, signal)) }
  // Steps that every run repeats stand open again; their seconds are still the best guess.
  const earlier = secondsOf(latest.marks)
  const tell = (progress: Progress): SiteProgress => {
    const situation = { ...latest, marks: progress.marks }
    return { ...progress, estimate: estimate(situation, earlier, clock.now()) }
  }
  const progress = await carryOn(
    {
      clock,
      sleep: (milliseconds, under) => sleepOn(clock, milliseconds, under),
      read: async (under) => {
        latest = await situationOf(ports, under)
        return latest
      },
      write: (mark, under) => journal.write(siteSequence, mark, under),
      carryOut: ({ name }, _, under) => attempt(name, ports, under),
      onProgress: (now) => ports.onProgress(tell(now)),
    },
    signal,
  )
  return tell(progress)
}

/** How an installation stands by its journal alone, without carrying anything on. */
export async function situationOf(
  { read, journal }: Pick<RunSitePorts, 'read' | 'journal'>,
  signal: AbortSignal,
): Promise<Situation> {
  const { skipSteps, facts } = await read(signal)
  const choices = { skip: skipSteps, delegate: [], holds: holdsFor(facts) }
  const problems = checkChoices(siteSteps, choices)
  if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
  return { sequence: siteSteps, choices, marks: await journal.marks(siteSequence) }
}

/** The seconds that steps took, by name. */
export function secondsOf(marks: readonly Mark[]): ReadonlyMap<string, number> {
  return new Map(
    marks.flatMap(({ step, seconds }) => (seconds === undefined ? [] : [[step, seconds] as const])),
  )
}

async function attempt(
  step: string,
  { carryOut }: RunSitePorts,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    return { is: 'done', message: await carryOut(step, signal) }
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    const isFinal = error instanceof SiteError && !error.isTransient
    return { is: 'failed', message, ...(isFinal ? { isFinal } : {}) }
  }
}
