// `.Capabilities.APIVersions`: a list of strings with one method.
import { TypedList, type GoMethod, type GoType } from '../../formats/value.ts'

export const versionSetType: GoType = 'common.VersionSet'

export function newVersionSet(versions: readonly string[]): TypedList {
  return new TypedList(versionSetType, versions)
}

export function versionSetMethod(versions: TypedList, name: string): GoMethod | undefined {
  if (name !== 'Has') return undefined
  return { params: ['string'], call: ([version]) => versions.items?.includes(version) ?? false }
}
