import { equalJson, type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, textAt, uidOf } from '../../objects/kube-object.ts'
import { printTime } from '../../objects/time.ts'
import type { ResourceName } from '../resources.ts'
import type { Action } from './action.ts'

/** The write of a status that has changed; nothing when it has not. */
export function changedStatus(
  name: ResourceName,
  object: KubeObject,
  status: JsonObject,
): readonly Action[] {
  const next = withoutUndefined(status)
  if (equalJson(next, object['status'])) return []
  return [{ do: 'write-status', in: name, object: { ...object, status: next } }]
}

/** The reference by which a controller owns an object. */
export function controllerReference(owner: KubeObject): JsonObject {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: nameOf(owner),
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  }
}

/** A moment as statuses have it. */
export function timeOf(now: number): string {
  return printTime(new Date(now))
}

/** Whether the deletion of an object has begun. */
export function isDeleting(object: KubeObject): boolean {
  return textAt(object, ['metadata', 'deletionTimestamp']) !== ''
}

/** Fields that are undefined are no fields. */
export function withoutUndefined(object: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )
}

/** A number as Go's `omitempty` writes it: no field where it is zero. */
export function unlessZero(value: number): number | undefined {
  return value === 0 ? undefined : value
}

/** The object in a field. */
export function objectIn(value: Json | undefined, field: string): JsonObject {
  const found = isJsonObject(value) ? value[field] : undefined
  return isJsonObject(found) ? found : {}
}
