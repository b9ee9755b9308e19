import type { JsonObject } from '../json.ts'
import { nameOf, namespaceOf, numberAt, textAt, uidOf } from '../kube-object.ts'

/** The facts of an event, whichever of the two APIs it comes from. */
export interface EventNote {
  readonly reason: string
  readonly message: string
  readonly count: number
  /** RFC 3339. */
  readonly time: string
}

/** The warnings about an object, the latest first. */
export function warningsAbout(
  object: JsonObject,
  events: readonly JsonObject[],
): readonly EventNote[] {
  return events
    .filter((event) => textAt(event, ['type']) === 'Warning' && isAbout(event, object))
    .map(noteOf)
    .toSorted((a, b) => timeOf(b.time) - timeOf(a.time))
}

function isAbout(event: JsonObject, object: JsonObject): boolean {
  return ['involvedObject', 'regarding'].some((field) => {
    const uid = textAt(event, [field, 'uid'])
    if (uid !== '' && uidOf(object) !== '') return uid === uidOf(object)
    return (
      textAt(event, [field, 'kind']) === textAt(object, ['kind']) &&
      textAt(event, [field, 'name']) === nameOf(object) &&
      textAt(event, [field, 'namespace']) === namespaceOf(object)
    )
  })
}

function noteOf(event: JsonObject): EventNote {
  const times = [
    ['series', 'lastObservedTime'],
    ['lastTimestamp'],
    ['deprecatedLastTimestamp'],
    ['eventTime'],
    ['metadata', 'creationTimestamp'],
  ]
  return {
    reason: textAt(event, ['reason']),
    message: textAt(event, ['message']) || textAt(event, ['note']),
    count: numberAt(event, ['series', 'count']) ?? numberAt(event, ['count']) ?? 1,
    time: times.map((path) => textAt(event, path)).find((time) => time !== '') ?? '',
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  return Number.isNaN(time) ? 0 : time
}
