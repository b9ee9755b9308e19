import { storyOf } from './make-story.ts'
import { play } from './play.ts'
import type { Story } from './story.ts'
import type { Violation } from './violation.ts'

/** The outcome of one seed. */
export interface SeedResult {
  readonly seed: number
  readonly digest: string
  readonly violations: readonly Violation[]
  readonly milliseconds: number
}

/** Plays every seed whose number fits this share of the work. */
export async function playSeeds(
  seeds: Iterable<number>,
  told: (result: SeedResult) => void,
): Promise<void> {
  for (const seed of seeds) told(await playSeed(seed, storyOf(seed)))
}

async function playSeed(seed: number, story: Story): Promise<SeedResult> {
  const began = performance.now()
  const { digest, violations } = await play(story, { keeps: 'digest' })
  return { seed, digest, violations, milliseconds: performance.now() - began }
}
