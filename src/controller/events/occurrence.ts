import { type KubeObject, nameOf, namespaceOf, textAt, uidOf } from '../../objects/kube-object.ts'
import type { JsonObject } from '../../objects/json.ts'

/** The facts of an event. */
export interface EventFacts {
  readonly type: 'Normal' | 'Warning'
  /** One word in camel case, from a closed list. */
  readonly reason: string
  /** The action that was done or tried, one word. */
  readonly action: string
  /** For a person; cut after 1024 bytes. Never a secret. */
  readonly note: string
}

/** One thing that happened to one object. */
export interface Occurrence {
  readonly object: KubeObject
  readonly facts: EventFacts
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The key that two events share when they are the same one said again. */
export function keyOfEvent({ object, facts }: Occurrence): string {
  const { type, reason, action, note } = facts
  return JSON.stringify([
    object.kind,
    namespaceOf(object),
    nameOf(object),
    uidOf(object),
    type,
    reason,
    action,
    note,
  ])
}

/** A reference to an object, as events hold it. */
export function referenceTo(object: KubeObject): JsonObject {
  const namespace = namespaceOf(object)
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    name: nameOf(object),
    ...(namespace === '' ? {} : { namespace }),
    uid: uidOf(object),
    resourceVersion: textAt(object, ['metadata', 'resourceVersion']),
  }
}
