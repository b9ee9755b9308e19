import type { Plugin } from '../../../kinds/plugin.ts'
import { parseApiVersion } from '../../../objects/kube-object.ts'
import type { AdoptedObject } from '../../../release/ownership/adopt.ts'

/** The objects of others that a plugin makes part of its release. */
export function adoptedObjects({ spec, metadata }: Plugin): readonly AdoptedObject[] {
  const place = spec.targetNamespace ?? metadata.namespace
  return spec.adopt.flatMap(({ apiVersion, kind, name, namespace = place }) => {
    if (apiVersion === undefined || kind === undefined || name === undefined) return []
    return [{ group: parseApiVersion(apiVersion).group, kind, namespace, name }]
  })
}
