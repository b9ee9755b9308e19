import { fieldOf, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { listAt, textAt } from '../kube-object.ts'
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts'
import { unionOf } from './field-set.ts'

/** The managers that wrote from the client's side, and the one that shall apply from now on. */
export interface Migration {
  readonly updaters: readonly string[]
  readonly applier: string
  /** Empty for the object itself. */
  readonly subresource?: string
}

/**
 * The JSON patch that hands what updaters wrote over to an applier, so that its first apply neither
 * conflicts nor leaves behind what it no longer wants. The version makes it fail when somebody else
 * writes meanwhile. Undefined when there is nothing to hand over. As k8s.io/client-go/util/csaupgrade
 * does, which kubectl and Helm use.
 */
export function migrationPatch(object: JsonObject, migration: Migration): Json | undefined {
  const before = listAt(object, ['metadata', 'managedFields'])
  const after = migrateManagedFields(before, migration)
  if (after === before) return undefined
  const version = textAt(object, ['metadata', 'resourceVersion'])
  return [
    { op: 'replace', path: '/metadata/managedFields', value: after },
    { op: 'replace', path: '/metadata/resourceVersion', value: version },
  ]
}

// The updaters' entries joined into the applier's; the same list if there are none.
function migrateManagedFields(entries: readonly Json[], migration: Migration): readonly Json[] {
  return migration.updaters.reduce((left, updater) => handOver(left, updater, migration), entries)
}

function handOver(
  entries: readonly Json[],
  updater: string,
  { applier, subresource = '' }: Migration,
): readonly Json[] {
  const isUpdater = (entry: Json): boolean => isEntry(entry, updater, 'Update', subresource)
  const first = entries.find(isUpdater)
  if (first === undefined) return entries
  const existing = entries.findIndex((entry) => isEntry(entry, applier, 'Apply', subresource))
  const at = existing === -1 ? entries.indexOf(first) : existing
  const target = entries[at]
  if (!isJsonObject(target)) return entries
  // Only what was written in the same version can be joined; the rest is forgotten.
  const other = entries.find(
    (entry) =>
      entry !== target &&
      isUpdater(entry) &&
      textAt(entry, ['apiVersion']) === textAt(target, ['apiVersion']),
  )
  const fields = unionOf(fieldsOf(target), fieldsOf(other ?? {}))
  const joined = {
    ...target,
    manager: applier,
    operation: 'Apply',
    fieldsV1: encodeFieldsV1(fields),
  }
  return entries
    .map((entry, index) => (index === at ? joined : entry))
    .filter((entry) => !isUpdater(entry))
}

function isEntry(entry: Json, manager: string, operation: string, subresource: string): boolean {
  return (
    textAt(entry, ['manager']) === manager &&
    textAt(entry, ['operation']) === operation &&
    textAt(entry, ['subresource']) === subresource
  )
}

function fieldsOf(entry: Json): ReturnType<typeof decodeFieldsV1> {
  return decodeFieldsV1(fieldOf(entry, 'fieldsV1') ?? {})
}
