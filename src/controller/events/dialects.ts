import type { ApiResource } from '../../kube/api-resource.ts'
import type { JsonObject } from '../../objects/json.ts'
import { microTime } from '../election/lease-record.ts'
import { type Occurrence, referenceTo } from './occurrence.ts'

export interface Speaker {
  readonly controller: string
  readonly instance: string
}

/** One of the two forms that events have. */
export interface Dialect {
  readonly resource: ApiResource
  readonly body: (
    occurrence: Occurrence,
    speaker: Speaker,
  ) => JsonObject & { readonly apiVersion: string; readonly kind: string }
  /** The patch for an event that is said again, for the given time. */
  readonly seriesPatch: (occurrence: Occurrence, count: number) => JsonObject
}

/** Bytes: the server calls them characters. */
const maxNote = 1024

/** The form of events.k8s.io/v1, which servers since 1.19 have. */
export const eventsDialect: Dialect = {
  resource: {
    group: 'events.k8s.io',
    version: 'v1',
    resource: 'events',
    kind: 'Event',
    namespaced: true,
  },
  body: ({ object, facts, at }, { controller, instance }) => ({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    eventTime: microTime(at),
    reportingController: controller,
    reportingInstance: instance,
    action: facts.action,
    reason: facts.reason,
    type: facts.type,
    note: cut(facts.note),
    regarding: referenceTo(object),
  }),
  seriesPatch: ({ at }, count) => ({ series: { count, lastObservedTime: microTime(at) } }),
}

/** The older form. */
export const coreDialect: Dialect = {
  resource: { group: '', version: 'v1', resource: 'events', kind: 'Event', namespaced: true },
  body: ({ object, facts, at }, { controller, instance }) => ({
    apiVersion: 'v1',
    kind: 'Event',
    involvedObject: referenceTo(object),
    reason: facts.reason,
    message: cut(facts.note),
    type: facts.type,
    action: facts.action,
    count: 1,
    firstTimestamp: seconds(at),
    lastTimestamp: seconds(at),
    source: { component: controller },
    reportingComponent: controller,
    reportingInstance: instance,
  }),
  seriesPatch: ({ at }, count) => ({ count, lastTimestamp: seconds(at) }),
}

function cut(note: string): string {
  const bytes = new TextEncoder().encode(note)
  if (bytes.length <= maxNote) return note
  // A character that is cut in two is left out.
  const kept = bytes.subarray(0, maxNote - ellipsis.length)
  return new TextDecoder('utf-8').decode(kept, { stream: true }) + ellipsisText
}

const ellipsisText = '…'
const ellipsis = new TextEncoder().encode(ellipsisText)

function seconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}
