import type { Obstacle } from '../../../pass/obstacle.ts'
import type { Choice } from '../../../../catalog/choice/choose-source.ts'
import type { Offer } from '../../../../catalog/choice/offer.ts'
import type { Extension } from '../../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'
import { intervalOf } from '../../../pass/duration.ts'
import { obstacleOf } from '../../../pass/obstacle-of.ts'
import type { Observation, ResolvedTag } from '../observation.ts'
import { heldDigest, runningDigest, tagRequest } from './tagged-source.ts'
import type { InstanceReads } from '../context.ts'

/** The meaning of the chosen tag for the instance; undefined when the source has none. */
export async function resolveTag(
  choice: Choice,
  { extension, instance, plugin }: Pick<Observation, 'extension' | 'instance' | 'plugin'>,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<ResolvedTag | Obstacle | undefined> {
  if (choice.is !== 'take' || choice.offer.tag === undefined || extension === undefined) {
    return undefined
  }
  const { offer } = choice
  const { client } = context
  const held = heldDigest(offer, instance, plugin)
  const found = await digestNow({ offer, extension, instance }, context, signal)
  const isFound = typeof found === 'string'
  const digest = held ?? (isFound ? found : (runningDigest(offer, instance, plugin) ?? found))
  if (typeof digest !== 'string') return digest
  const { digest: before, lookedAt } = instance.status
  const age = lookedAt === undefined ? Infinity : client.clock.now() - Date.parse(lookedAt)
  const isFresh = before === digest && age < intervalOf(extension.spec) + slack
  const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  return {
    digest,
    // A tag that is gone, or cannot be looked at now, changes nothing for an instance that has its content.
    newer: isFound && found !== digest ? found : undefined,
    trouble: isFound || held !== undefined ? undefined : found.message,
    lookedAt: isFresh || !isFound ? (lookedAt ?? now) : now,
  }
}

interface Tagged {
  readonly offer: Offer
  readonly extension: Extension
  readonly instance: ExtensionInstance
}

async function digestNow(
  { offer, extension, instance }: Tagged,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<string | Obstacle> {
  const sourceRequest = tagRequest(offer, extension, undefined, context)
  if ('reason' in sourceRequest) return sourceRequest
  try {
    const { namespace } = instance.metadata
    return (await context.sources.load(sourceRequest, { namespace, offWorker: context.offWorker }))
      .digest
  } catch (error) {
    if (signal.aborted) throw error
    return obstacleOf(error, 'SourceNotFound')
  }
}

// The time that is written down has no milliseconds: a kept source is surely older when this much
// has passed.
const slack = 1000
