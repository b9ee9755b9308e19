import type { Outcome } from '../case.ts'
import { renderWithHelm } from '../helm.ts'
import { drawMany } from './draw.ts'
import { type FuzzCase, makeCase, type Mode } from './make-case.ts'
import { ourOutcome } from './render-ours.ts'
import { isSameOutcome } from './same-outcome.ts'
import { makeWorld } from './world.ts'

export interface Campaign {
  readonly mode: Mode
  readonly seed: number
  readonly cases: number
  readonly helm: string
  /** How many runs of helm may go on at once. */
  readonly atOnce?: number
  readonly signal: AbortSignal
  /** Called after each part of the campaign with the number of cases done. */
  readonly progress: (done: number) => void
}

export interface Difference {
  readonly one: FuzzCase
  readonly ours: Outcome
  readonly helm: Outcome
}

export interface Findings {
  readonly differences: readonly Difference[]
  /** How many cases had a construct, function or verb, and in how many of them helm succeeded. */
  readonly reached: ReadonlyMap<string, { cases: number; succeeded: number }>
  readonly failures: number
}

const casesPerWorld = 100
const worldsAtOnce = 10

/** Renders random cases with both engines and gives what differs. */
export async function runCampaign(campaign: Campaign): Promise<Findings> {
  const reached = new Map<string, { cases: number; succeeded: number }>()
  const differences: Difference[] = []
  let failures = 0
  const partSize = casesPerWorld * worldsAtOnce
  for (let done = 0; done < campaign.cases; done += partSize) {
    const cases = makeCases(campaign, done, Math.min(partSize, campaign.cases - done))
    for (const difference of await compare(cases, campaign)) {
      const { one, ours, helm } = difference
      note(reached, one, 'output' in helm)
      if ('error' in helm) failures++
      if (!isSameOutcome(ours, helm) && !isCrash(helm)) differences.push({ one, ours, helm })
    }
    campaign.progress(Math.min(done + partSize, campaign.cases))
  }
  return { differences, reached, failures }
}

/** Cases by their place in the whole, so that parts can be run alone. */
function makeCases({ mode, seed }: Campaign, start: number, count: number): FuzzCase[] {
  const cases: FuzzCase[] = []
  for (let i = 0; i < count; i += casesPerWorld) {
    const [worldDraw, ...perCase] = drawMany(
      seed + start + i,
      Math.min(casesPerWorld, count - i) + 1,
    )
    if (worldDraw === undefined) throw new Error('no draw for a world')
    const world = makeWorld(worldDraw)
    perCase.forEach((draw, index) =>
      cases.push(makeCase(mode, draw, world, String(start + i + index))),
    )
  }
  return cases
}

async function compare(
  cases: readonly FuzzCase[],
  { helm, signal, atOnce }: Campaign,
): Promise<Difference[]> {
  const ours = cases.map(ourOutcome)
  const theirs = await renderWithHelm(cases, {
    helm,
    signal,
    ...(atOnce !== undefined && { atOnce }),
    likelyFails: (index) => 'error' in (ours[index] ?? {}),
    shareable: (index) => cases[index]?.shareable ?? false,
  })
  return cases.map((one, index) => {
    const [mine, real] = [ours[index], theirs[index]]
    if (mine === undefined || real === undefined) throw new Error(`no outcome for case ${index}`)
    return { one, ours: mine, helm: real }
  })
}

// Helm dies of values that contain themselves, where we end with an error.
function isCrash(helm: Outcome): boolean {
  return 'error' in helm && helm.error.startsWith('fatal error: ')
}

function note(
  reached: Map<string, { cases: number; succeeded: number }>,
  one: FuzzCase,
  succeeded: boolean,
): void {
  for (const name of one.reached) {
    const count = reached.get(name) ?? { cases: 0, succeeded: 0 }
    count.cases++
    if (succeeded) count.succeeded++
    reached.set(name, count)
  }
}
