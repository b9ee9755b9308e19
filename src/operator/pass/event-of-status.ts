import type { EventFacts } from '../../controller/events/occurrence.ts'
import type { Finding } from '../../kinds/conditions.ts'
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
  // A cluster that is away for a moment is no mistake of anybody; a wrong spec is.
  const type = is.reason === 'InvalidSpec' ? 'Warning' : 'Normal'
  return { type, reason: is.reason, action: 'Tell', note: is.message }
}
