import type { EventFacts } from '../../controller/events/occurrence.ts'
import { type Finding, isFailure } from '../../kinds/conditions.ts'
import { isJsonObject } from '../../objects/json.ts'
import { type KubeObject, conditionOf, listAt, textAt } from '../../objects/kube-object.ts'

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

/** These reasons often end by themselves, so there is an event only when a second pass in a row has the same. */
const fleeting: ReadonlySet<string> = new Set(['SourceUnreachable'])

/** Other people cause these reasons by the order in which they create objects, and mostly end them soon: there is an event only when one has lasted. */
const causedByOthers: ReadonlySet<string> = new Set([
  'ClusterNotFound',
  'ClusterUnreachable',
  'ExtensionNotFound',
  'NotVisible',
  'NoSource',
])

/** Milliseconds after which a state that others cause counts as lasting. */
const lasting = 60_000

/**
 * The warning about an object that is no longer healthy, or that failed in another way than before. Each pass that meets
 * the same failure records it again, and its event counts them. `now` is in milliseconds since 1970.
 */
export function warningOfStatus(
  before: KubeObject,
  findings: readonly Finding[],
  now: number,
): EventFacts | undefined {
  const was = conditionOf(before, 'Ready')
  const is = findings.find(({ type }) => type === 'Ready')
  if (is?.status !== 'False' || !isFailure(is.reason)) return undefined
  const isSame = was?.status === 'False' && was.reason === is.reason
  if (
    !isNews(is.reason, { isSame, wasWell: was?.status === 'True', since: readySince(before), now })
  )
    return undefined
  return { type: 'Warning', reason: is.reason, action: 'Tell', note: is.message }
}

interface Course {
  readonly isSame: boolean
  readonly wasWell: boolean
  /** Since when it has not been well; `now` if it is not known. */
  readonly since: number | undefined
  readonly now: number
}

function isNews(reason: string, { isSame, wasWell, since, now }: Course): boolean {
  if (causedByOthers.has(reason)) return isSame && now - (since ?? now) >= lasting
  return wasWell || (fleeting.has(reason) ? isSame : !isSame)
}

function readySince(object: KubeObject): number | undefined {
  const ready = listAt(object, ['status', 'conditions']).find(
    (condition) => isJsonObject(condition) && condition['type'] === 'Ready',
  )
  const since = Date.parse(textAt(ready ?? {}, ['lastTransitionTime']))
  return Number.isNaN(since) ? undefined : since
}
