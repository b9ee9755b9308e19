import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { controllerReference, objectIn } from './object-writing.ts'

/** The pod that a template of a controller makes. */
export function podFromTemplate(
  owner: KubeObject,
  template: JsonObject,
  more: {
    readonly name?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  } = {},
): KubeObject {
  const metadata = objectIn(template, 'metadata')
  const labels = { ...objectIn(metadata, 'labels'), ...more.labels }
  const annotations = { ...objectIn(metadata, 'annotations'), ...more.annotations }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(more.name === undefined ? { generateName: `${nameOf(owner)}-` } : { name: more.name }),
      namespace: namespaceOf(owner),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(metadata['finalizers'] !== undefined && { finalizers: metadata['finalizers'] }),
      ownerReferences: [controllerReference(owner)],
    },
    spec: objectIn(template, 'spec'),
  }
}
