import type { ObjectName } from '../release.ts'

/** An object that somebody else made and that shall be part of a release, whatever version it is served in. */
export interface AdoptedObject {
  /** Any, when absent. */
  readonly group?: string
  readonly kind: string
  /** Wherever the release has it, when absent; makes no difference for cluster-scoped kinds. */
  readonly namespace?: string
  readonly name: string
}

/** Which objects of others are made part of a release. Nothing is, unless somebody asks for it. */
export interface AdoptChoices {
  /** All that are in the way of objects of its templates; never definitions in crds/. */
  readonly takeOwnership: boolean
  /** Those of these names, definitions in crds/ included. */
  readonly adopt?: readonly AdoptedObject[]
}

/** Whether somebody asked by name for an object to be adopted. */
export function isAdopted({ adopt = [] }: Pick<AdoptChoices, 'adopt'>, id: ObjectName): boolean {
  return adopt.some(
    ({ group, kind, namespace, name }) =>
      kind === id.kind &&
      name === id.name &&
      (group === undefined || group === id.group) &&
      (namespace === undefined || id.namespace === '' || namespace === id.namespace),
  )
}
