import type { JsonObject } from '../../objects/json.ts'
import { annotationsOf, nameOf, textAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild } from '../registry/draft.ts'
import type { Admission, Registry } from '../registry/registry.ts'

const betaClass = 'volume.beta.kubernetes.io/storage-class'
const oldIngressClass = 'kubernetes.io/ingress.class'

/** A claim that names no storage class gets the default one. */
export const defaultStorageClass: Admission = {
  name: 'DefaultStorageClass',
  mutate({ served, subresource, operation, draft }, registry) {
    if (served.bucket !== 'persistentvolumeclaims' || subresource !== '') return
    if (operation !== 'CREATE' || draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    const annotations = childOf(childOf(draft, 'metadata'), 'annotations')
    if (spec['storageClassName'] !== undefined || annotations?.[betaClass] !== undefined) return
    const [chosen] = defaultsIn(registry, 'storage.k8s.io/storageclasses', [
      'storageclass.kubernetes.io/is-default-class',
      'storageclass.beta.kubernetes.io/is-default-class',
    ])
    if (chosen !== undefined) spec['storageClassName'] = nameOf(chosen)
  },
}

/** An ingress that names no class gets the default one. */
export const defaultIngressClass: Admission = {
  name: 'DefaultIngressClass',
  mutate({ served, subresource, operation, draft }, registry) {
    if (served.bucket !== 'networking.k8s.io/ingresses' || subresource !== '') return
    if (operation !== 'CREATE' || draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    const annotations = childOf(childOf(draft, 'metadata'), 'annotations')
    if (spec['ingressClassName'] !== undefined) return
    if (annotations?.[oldIngressClass] !== undefined) return
    const chosen = defaultsIn(registry, 'networking.k8s.io/ingressclasses', [
      'ingressclass.kubernetes.io/is-default-class',
    ])
    if (chosen[0] !== undefined) spec['ingressClassName'] = nameOf(chosen[0])
  },
}

function made(one: JsonObject): string {
  return textAt(one, ['metadata', 'creationTimestamp'])
}

/** Those that are marked as the default, the newest first. */
function defaultsIn(
  registry: Registry,
  bucket: string,
  marks: readonly string[],
): readonly JsonObject[] {
  return registry.store
    .list(bucket, '')
    .map(({ object }) => object as JsonObject)
    .filter((one) => marks.some((mark) => annotationsOf(one)[mark] === 'true'))
    .toSorted((a, b) => (made(a) === made(b) ? 0 : made(a) < made(b) ? 1 : -1))
}
