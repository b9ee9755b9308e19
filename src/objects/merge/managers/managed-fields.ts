import { compareStrings } from '../../../formats/go-string.ts'
import { quote } from '../../../formats/quote.ts'
import { ObjectsError } from '../../errors.ts'
import { fieldOf, type Json, type JsonObject } from '../../json.ts'
import { printCanonicalJson } from '../../json-text.ts'
import { textAt } from '../../kube-object.ts'
import { decodeFieldsV1, encodeFieldsV1 } from '../fields-v1.ts'
import type { Managers, OwnedFields } from './owners-and-conflicts.ts'

/** The owners of an object's fields, and since when (RFC 3339, by manager). */
export interface Managed {
  readonly managers: Managers
  readonly times: ReadonlyMap<string, string>
}

/** One manager, apart from what it owns. */
export interface ManagerIdentity {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
}

export const noManagers: Managed = { managers: new Map(), times: new Map() }

/**
 * The text that tells managers apart. An applier is the same one in every version; an updater has an
 * entry per version.
 */
export function identityOf(entry: ManagerIdentity): string {
  const { manager, operation, apiVersion, subresource } = entry
  const parts = [
    ['manager', manager],
    ['operation', operation],
    ['apiVersion', operation === 'Apply' ? '' : apiVersion],
    ['subresource', subresource],
  ] as const
  const written = parts.filter(([, text]) => text !== '')
  return `{${written.map(([name, text]) => `"${name}":${printCanonicalJson(text)}`).join(',')}}`
}

/** The manager that such a text stands for. */
export function parseIdentity(identity: string): ManagerIdentity {
  const read = JSON.parse(identity) as JsonObject
  return {
    manager: textAt(read, ['manager']),
    operation: textAt(read, ['operation']) === 'Apply' ? 'Apply' : 'Update',
    apiVersion: textAt(read, ['apiVersion']),
    subresource: textAt(read, ['subresource']),
  }
}

/** Reads metadata.managedFields; throws when an entry makes no sense. */
export function decodeManagedFields(entries: readonly Json[]): Managed {
  const managers = new Map<string, OwnedFields>()
  const times = new Map<string, string>()
  for (const [at, entry] of entries.entries()) {
    const identity = readIdentity(entry, at)
    const id = identityOf(identity)
    const fields = decodeFieldsV1(fieldOf(entry, 'fieldsV1') ?? {})
    const applied = identity.operation === 'Apply'
    managers.set(id, { fields, apiVersion: identity.apiVersion, applied })
    const time = textAt(entry, ['time'])
    if (time !== '') times.set(id, time)
  }
  return { managers, times }
}

/** Writes metadata.managedFields: appliers first, then by time, name, version and subresource. */
export function encodeManagedFields({ managers, times }: Managed): readonly JsonObject[] {
  return [...managers].map(([id, owned]) => encodeEntry(id, owned, times.get(id))).toSorted(compare)
}

function readIdentity(entry: Json, at: number): ManagerIdentity {
  const operation = textAt(entry, ['operation'])
  const apiVersion = textAt(entry, ['apiVersion'])
  const fieldsType = textAt(entry, ['fieldsType'])
  if (operation !== 'Apply' && operation !== 'Update')
    throw invalid('operation must be `Apply` or `Update`')
  if (apiVersion === '') throw invalid('apiVersion must not be empty')
  if (fieldsType === '') throw invalid(`missing fieldsType in managed fields entry ${at}`)
  if (fieldsType !== 'FieldsV1')
    throw invalid(`invalid fieldsType ${quote(fieldsType)} in managed fields entry ${at}`)
  const [manager, subresource] = [textAt(entry, ['manager']), textAt(entry, ['subresource'])]
  return { manager, operation, apiVersion, subresource }
}

function encodeEntry(id: string, owned: OwnedFields, time: string | undefined): JsonObject {
  const { manager, operation, subresource } = parseIdentity(id)
  return {
    ...(manager === '' ? {} : { manager }),
    operation: owned.applied ? 'Apply' : operation,
    apiVersion: owned.apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: encodeFieldsV1(owned.fields),
    ...(subresource === '' ? {} : { subresource }),
  }
}

function compare(a: JsonObject, b: JsonObject): number {
  const by = (name: string): number => compareStrings(textAt(a, [name]), textAt(b, [name]))
  return (
    by('operation') ||
    secondsOf(textAt(a, ['time'])) - secondsOf(textAt(b, ['time'])) ||
    by('manager') ||
    by('apiVersion') ||
    by('subresource')
  )
}

/** The second of a time, as sorting and capping of managers count it; zero without a time. */
export function secondsOf(time: string): number {
  return time === '' ? 0 : Math.floor(Date.parse(time) / 1000)
}

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-managed-fields', message)
}
