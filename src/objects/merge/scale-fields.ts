import { differenceOf, fieldSetOf, hasPath, isEmptySet } from './field-set.ts'
import type { Managed } from './managers/managed-fields.ts'
import type { OwnedFields } from './managers/owners-and-conflicts.ts'
import { fieldElement, type FieldPath } from './path-element.ts'

// The scale of an object is written as an object of its own, autoscaling/v1 Scale; who owns its
// replicas owns the field that they stand for.

/** Where a kind keeps its replicas, by apiVersion; undefined where it cannot be scaled. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>

/** The owners of the scale's fields, from the owners of the object's. */
export function managedOfScale(object: Managed, paths: ReplicasPaths): Managed {
  const managers = new Map<string, OwnedFields>()
  const times = new Map<string, string>()
  for (const [id, owned] of object.managers) {
    const path = paths.get(owned.apiVersion)
    if (path === undefined || !hasPath(owned.fields, path)) continue
    managers.set(id, { ...owned, fields: fieldSetOf([replicas]), apiVersion: scaleVersion })
    const time = object.times.get(id)
    if (time !== undefined) times.set(id, time)
  }
  return { managers, times }
}

/** The owners of the object's fields once its scale has been written. */
export function managedAfterScale(
  object: Managed,
  scale: Managed,
  apiVersion: string,
  paths: ReplicasPaths,
): Managed {
  const managers = new Map<string, OwnedFields>()
  const left = new Map(scale.managers)
  for (const [id, owned] of object.managers) {
    if (!paths.has(owned.apiVersion)) continue
    const path = paths.get(owned.apiVersion)
    const wasLost = path !== undefined && hasPath(owned.fields, path) && !left.delete(id)
    const fields = wasLost ? differenceOf(owned.fields, fieldSetOf([path])) : owned.fields
    if (!isEmptySet(fields)) managers.set(id, { ...owned, fields })
  }
  const path = paths.get(apiVersion)
  for (const [id, owned] of left)
    if (path !== undefined && hasPath(owned.fields, replicas))
      managers.set(id, { ...owned, fields: fieldSetOf([path]), apiVersion })
  // A manager that is new to the object has no time: the server looks for it among the old ones.
  return { managers, times: object.times }
}

const scaleVersion = 'autoscaling/v1'

const replicas: FieldPath = ['spec', 'replicas'].map(fieldElement)
