import { findImages } from '../../../src/images/find-images.ts'
import { formatImage } from '../../../src/images/image-reference.ts'
import type { Json } from '../../../src/objects/json.ts'
import { type KubeObject, listAt, nameOf, namespaceOf } from '../../../src/objects/kube-object.ts'
import { redactObject } from '../../../src/objects/redact/redact-secrets.ts'
import { readManifest } from '../../../src/release/desired/read-manifest.ts'

/** The objects of a chart as it renders, with the images that they name and the rights that they give. */
export interface ChartContents {
  readonly objects: readonly ChartObject[]
  readonly images: readonly string[]
  readonly grants: readonly Grant[]
}

export interface ChartObject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Without the values of Secrets. */
  readonly object: Readonly<Record<string, unknown>>
}

/** A rule of a Role or ClusterRole that the chart creates. */
export interface Grant {
  /** `ClusterRole/name`. */
  readonly role: string
  readonly isClusterWide: boolean
  readonly verbs: readonly string[]
  /** `deployments.apps`, or a path of the server. */
  readonly resources: readonly string[]
}

/** The contents of rendered documents. */
export function contentsOf(texts: readonly string[]): ChartContents {
  const objects = texts.flatMap(readManifest)
  const images = objects.flatMap((object) =>
    findImages(object).map(({ reference }) => formatImage(reference)),
  )
  return {
    objects: objects.map((object) => ({
      apiVersion: object.apiVersion,
      kind: object.kind,
      namespace: namespaceOf(object),
      name: nameOf(object),
      object: redactObject(object),
    })),
    images: [...new Set(images)].toSorted(),
    grants: objects.flatMap(grantsOf),
  }
}

function grantsOf(object: KubeObject): readonly Grant[] {
  if (object.kind !== 'Role' && object.kind !== 'ClusterRole') return []
  const isClusterWide = object.kind === 'ClusterRole'
  return listAt(object, ['rules']).map((rule) => ({
    role: `${object.kind}/${nameOf(object)}`,
    isClusterWide,
    verbs: textsAt(rule, 'verbs'),
    resources: [...resourcesOf(rule), ...textsAt(rule, 'nonResourceURLs')],
  }))
}

function resourcesOf(rule: Json): readonly string[] {
  const groups = textsAt(rule, 'apiGroups')
  return textsAt(rule, 'resources').flatMap((resource) =>
    groups.map((group) => (group === '' ? resource : `${resource}.${group}`)),
  )
}

function textsAt(rule: Json, name: string): readonly string[] {
  return listAt(rule, [name]).map(String)
}
