import {
  GoObject,
  type GoMethod,
  type GoType,
  TypedList,
  TypedMap,
  type Value,
} from '../../formats/value.ts'
import { filesMethod, filesType } from './files.ts'
import { valuesMethod, valuesType } from './values.ts'

/** The names of all methods that maps have; other names are always entries. */
export const mapMethodNames: ReadonlySet<string> = new Set([
  'AsConfig',
  'AsMap',
  'AsSecrets',
  'Encode',
  'Get',
  'GetBytes',
  'Glob',
  'Lines',
  'PathValue',
  'Table',
  'YAML',
])

/** The method of that name of a value; undefined when there is none. */
export function methodOf(receiver: Value, name: string): GoMethod | undefined {
  if (receiver instanceof TypedMap) {
    if (receiver.type === valuesType) return valuesMethod(receiver, name)
    return receiver.type === filesType ? filesMethod(receiver, name) : undefined
  }
  if (receiver instanceof TypedList) {
    return receiver.type === versionSetType ? versionSetMethod(receiver, name) : undefined
  }
  return receiver instanceof GoObject ? receiver.method(name) : undefined
}

const versionSetType: GoType = 'common.VersionSet'

/** `.Capabilities.APIVersions`: a list of strings with one method. */
export function newVersionSet(versions: readonly string[]): TypedList {
  return new TypedList(versionSetType, versions)
}

function versionSetMethod(versions: TypedList, name: string): GoMethod | undefined {
  if (name !== 'Has') return undefined
  return { params: ['string'], call: ([version]) => versions.items?.includes(version) ?? false }
}
