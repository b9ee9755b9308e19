import type { Choice } from '../../catalog/choice/choose-source.ts'
import type { Offer } from '../../catalog/choice/offer.ts'
import type { Extension } from '../../kinds/extension.ts'
import { parseDuration } from '../duration.ts'
import { obstacleOf } from '../errors.ts'
import type { Obstacle } from '../plugin/observation.ts'
import type { Observation, ResolvedTag } from './observation.ts'
import { heldDigest, runningDigest, tagWish } from './tagged-source.ts'
import type { InstanceWorld } from './world.ts'

/** What the tag that was chosen means for the instance; undefined when the source has none. */
export async function resolveTag(
  choice: Choice,
  { extension, instance, plugin }: Pick<Observation, 'extension' | 'instance' | 'plugin'>,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<ResolvedTag | Obstacle | undefined> {
  if (choice.is !== 'take' || choice.offer.tag === undefined || extension === undefined) {
    return undefined
  }
  const { offer } = choice
  const { client } = world
  const held = heldDigest(offer, instance, plugin)
  const found = await digestNow(offer, extension, world, signal)
  const isFound = typeof found === 'string'
  const digest = held ?? (isFound ? found : (runningDigest(offer, instance, plugin) ?? found))
  if (typeof digest !== 'string') return digest
  const { digest: before, lookedAt } = instance.status
  const age = lookedAt === undefined ? Infinity : client.clock.now() - Date.parse(lookedAt)
  const isFresh = before === digest && age < parseDuration(extension.spec.interval) + slack
  const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    digest,
    // A tag that is gone, or cannot be looked at now, is no news to who has what they hold.
    newer: isFound && found !== digest ? found : undefined,
    trouble: isFound || held !== undefined ? undefined : found.message,
    lookedAt: isFresh || !isFound ? (lookedAt ?? now) : now,
  }
}

async function digestNow(
  offer: Offer,
  extension: Extension,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<string | Obstacle> {
  const wish = tagWish(offer, extension, undefined, world)
  if ('reason' in wish) return wish
  try {
    return (await world.sources.load(wish, signal)).digest
  } catch (error) {
    if (signal.aborted) throw error
    return obstacleOf(error, 'SourceNotFound')
  }
}

// What is written down has no milliseconds: what is kept of a source is surely old when this is over.
const slack = 1000
