import type { EventFacts } from '../../controller/events/occurrence.ts'
import { type Finding, isFailure } from '../../kinds/conditions.ts'
import { type KubeObject, conditionOf } from '../../objects/kube-object.ts'

/** The changes that make news: another reason, or also another message of the same reason. */
type News = 'reason' | 'message'

/** The event that tells how an object stands from now on; undefined when that is as it was. */
export function eventOfStatus(
  before: KubeObject,
  findings: readonly Finding[],
  news: News,
): EventFacts | undefined {
  const was = conditionOf(before, 'Ready')
  const is = findings.find(({ type }) => type === 'Ready')
  // Waiting is no event: how long it takes depends on chance.
  if (is === undefined || is.reason === 'Waiting') return undefined
  const isSame = was?.reason === is.reason && (news === 'reason' || was.message === is.message)
  if (isSame) return undefined
  const type = isFailure(is.reason) ? 'Warning' : 'Normal'
  return { type, reason: is.reason, action: 'Tell', note: is.message }
}

/** These are over by themselves so often that only those that last are told. */
const fleeting: ReadonlySet<string> = new Set(['SourceUnreachable', 'ClusterUnreachable'])

/**
 * The warning about an object that is not well any more, or that has failed in another way than before. A failure that goes
 * on is told again by each pass that meets it, and counted by its event.
 */
export function warningOfStatus(
  before: KubeObject,
  findings: readonly Finding[],
): EventFacts | undefined {
  const was = conditionOf(before, 'Ready')
  const is = findings.find(({ type }) => type === 'Ready')
  if (is?.status !== 'False' || !isFailure(is.reason)) return undefined
  const isSame = was?.status === 'False' && was.reason === is.reason
  const isNews = was?.status === 'True' || (fleeting.has(is.reason) ? isSame : !isSame)
  if (!isNews) return undefined
  return { type: 'Warning', reason: is.reason, action: 'Tell', note: is.message }
}
