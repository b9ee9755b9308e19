import type { Player } from '../../conformance/kube/play.ts'
import { playSequence, type Played } from './play-sequence.ts'
import { makeSequence, type FuzzSequence } from './sequence.ts'

export interface Difference {
  readonly sequence: FuzzSequence
  readonly real: Played
  readonly ours: Played
  /** The first step that was answered otherwise; -1 when only the object at the end is another. */
  readonly step: number
  readonly isEndDifferent: boolean
}

export interface CampaignOptions {
  readonly real: Player
  readonly ours: Player
  readonly seed: number
  readonly sequences: number
  readonly progress?: (done: number) => void
}

/** How many sequences are played at the same time. */
const together = 4

/** Plays sequences against both servers; gives those that they did not answer alike. */
export async function runApplyCampaign(options: CampaignOptions): Promise<readonly Difference[]> {
  const found: Difference[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < options.sequences) {
      const index = next++
      const difference = await compare(options, makeSequence(options.seed + index))
      if (difference !== undefined) found.push(difference)
      options.progress?.(index + 1)
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return found
}

async function compare(
  { real, ours }: CampaignOptions,
  sequence: FuzzSequence,
): Promise<Difference | undefined> {
  const [theirs, own] = await Promise.all([
    playSequence(sequence, real),
    playSequence(sequence, ours),
  ])
  const isEndDifferent = sorted(theirs.object) !== sorted(own.object)
  const step = theirs.answers.findIndex(
    (answer, index) => sorted(answer) !== sorted(own.answers[index]),
  )
  if (step === -1 && !isEndDifferent) return undefined
  return { sequence, real: theirs, ours: own, step, isEndDifferent }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
