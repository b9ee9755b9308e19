import { fieldOf, isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts'

// Kubernetes objects stay plain JSON end to end, so that no field is lost that we do not know. These
// types only say what is certain of every object; the readers below look the rest up.

/** An object of any kind. */
export type KubeObject = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

export type ObjectMeta = JsonObject

/** A group, a version and a kind; the group of core kinds is empty. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller: boolean
}

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** Whether a value has the three parts that make it an object of Kubernetes. */
export function isKubeObject(value: Json | undefined): value is KubeObject {
  return (
    typeof fieldOf(value, 'apiVersion') === 'string' &&
    typeof fieldOf(value, 'kind') === 'string' &&
    isJsonObject(fieldOf(value, 'metadata'))
  )
}

/** The group and version written in `apiVersion`. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  if (slash === -1) return { group: '', version: apiVersion }
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

/** The `apiVersion` of a group and version. */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`
}

/** The group, version and kind of an object. */
export function kindOf(object: JsonObject): GroupVersionKind {
  return {
    ...parseApiVersion(textOf(fieldOf(object, 'apiVersion'))),
    kind: textOf(fieldOf(object, 'kind')),
  }
}

/** The name of an object; empty when it has none. */
export function nameOf(object: JsonObject): string {
  return textOf(readPath(object, ['metadata', 'name']))
}

/** The namespace of an object; empty for cluster-scoped ones. */
export function namespaceOf(object: JsonObject): string {
  return textOf(readPath(object, ['metadata', 'namespace']))
}

/** The UID of an object; empty before it is created. */
export function uidOf(object: JsonObject): string {
  return textOf(readPath(object, ['metadata', 'uid']))
}

/** The labels of an object. */
export function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textsAt(object, ['metadata', 'labels'])
}

/** The annotations of an object. */
export function annotationsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textsAt(object, ['metadata', 'annotations'])
}

/** The owners of an object. */
export function ownersOf(object: JsonObject): readonly OwnerReference[] {
  return listAt(object, ['metadata', 'ownerReferences']).map((owner) => ({
    apiVersion: textOf(fieldOf(owner, 'apiVersion')),
    kind: textOf(fieldOf(owner, 'kind')),
    name: textOf(fieldOf(owner, 'name')),
    uid: textOf(fieldOf(owner, 'uid')),
    controller: fieldOf(owner, 'controller') === true,
  }))
}

/** The conditions in an object's status, in their order. */
export function conditionsOf(object: JsonObject): readonly Condition[] {
  return listAt(object, ['status', 'conditions']).map((condition) => ({
    type: textOf(fieldOf(condition, 'type')),
    status: textOf(fieldOf(condition, 'status')),
    reason: textOf(fieldOf(condition, 'reason')),
    message: textOf(fieldOf(condition, 'message')),
  }))
}

/** One condition in an object's status. */
export function conditionOf(object: JsonObject, type: string): Condition | undefined {
  return conditionsOf(object).find((condition) => condition.type === type)
}

/** The value at a path of fields. */
export function readPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at = value
  for (const field of path) at = fieldOf(at, field)
  return at
}

/** The list at a path of fields; empty when there is none. */
export function listAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  const found = readPath(value, path)
  return isJsonList(found) ? found : []
}

/** The number at a path of fields. */
export function numberAt(value: Json | undefined, path: readonly string[]): number | undefined {
  const found = readPath(value, path)
  return typeof found === 'number' || typeof found === 'bigint' ? Number(found) : undefined
}

/** The text at a path of fields; empty when there is none, as Go's zero value. */
export function textAt(value: Json | undefined, path: readonly string[]): string {
  return textOf(readPath(value, path))
}

function textsAt(value: JsonObject, path: readonly string[]): Readonly<Record<string, string>> {
  const found = readPath(value, path)
  if (!isJsonObject(found)) return {}
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  )
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
