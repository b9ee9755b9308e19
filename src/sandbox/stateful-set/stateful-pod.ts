import type { JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { objectIn } from '../engine/object-writing.ts'
import { podFromTemplate } from '../engine/pod-template.ts'
import { revisionLabel } from '../engine/revisions.ts'

/** A pod of a StatefulSet: known by its number, with claims of its own. */
export function statefulPod(
  set: KubeObject,
  ordinal: number,
  template: JsonObject,
  revision: string,
): KubeObject {
  const name = `${nameOf(set)}-${ordinal}`
  const labels = {
    'apps.kubernetes.io/pod-index': String(ordinal),
    [revisionLabel]: revision,
    'statefulset.kubernetes.io/pod-name': name,
  }
  const pod = podFromTemplate(set, template, { name, labels })
  const spec = objectIn(pod, 'spec')
  const subdomain = textAt(set, ['spec', 'serviceName'])
  const claims = claimsOf(set, ordinal)
  const claimed = new Set(claims.map(({ volume }) => volume))
  const volumes = [
    ...claims.map(({ volume, claim }) => ({
      name: volume,
      persistentVolumeClaim: { claimName: nameOf(claim) },
    })),
    ...listAt(spec, ['volumes']).filter((one) => !claimed.has(textAt(one, ['name']))),
  ]
  return {
    ...pod,
    spec: {
      ...spec,
      hostname: name,
      ...(subdomain !== '' && { subdomain }),
      ...(volumes.length > 0 && { volumes }),
    },
  }
}

/** The claims that a pod of a StatefulSet needs. */
export function claimsOf(
  set: KubeObject,
  ordinal: number,
): readonly { readonly volume: string; readonly claim: KubeObject }[] {
  return listAt(set, ['spec', 'volumeClaimTemplates']).map((template) => {
    const volume = textAt(template, ['metadata', 'name'])
    const metadata = objectIn(template, 'metadata')
    const labels = {
      ...objectIn(metadata, 'labels'),
      ...objectIn(readPath(set, ['spec', 'selector']), 'matchLabels'),
    }
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: `${volume}-${nameOf(set)}-${ordinal}`,
        namespace: namespaceOf(set),
        labels,
        ...(metadata['annotations'] !== undefined && { annotations: metadata['annotations'] }),
      },
      spec: objectIn(template, 'spec'),
    }
    return { volume, claim }
  })
}
