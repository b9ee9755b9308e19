import type { Store } from '../../src/apiserver/storage/store.ts'
import { isJsonObject, type Json } from '../../src/objects/json.ts'
import { type KubeObject, labelsOf, namespaceOf, textAt } from '../../src/objects/kube-object.ts'
import { platformNamespace as platform } from '../../src/operator/pass/platform-namespace.ts'
import { decodeRelease } from '../../src/release/record/codec/codec.ts'
import type { ReleaseRecord } from '../../src/release/release.ts'
import { storedText } from '../../src/release/record/storage-object.ts'

export const buckets = {
  plugins: 'outrigger.dev/plugins',
  instances: 'outrigger.dev/extensioninstances',
  leases: 'coordination.k8s.io/leases',
  secrets: 'secrets',
  configMaps: 'configmaps',
  accounts: 'serviceaccounts',
  jobs: 'batch/jobs',
  definitions: 'apiextensions.k8s.io/customresourcedefinitions',
} as const

/** The objects in the store, without asking the API. */
export function objectsIn(store: Store, bucket: string): readonly KubeObject[] {
  return store.list(bucket, '').map(({ object }) => asObject(object))
}

export function objectAt(store: Store, bucket: string, key: string): KubeObject | undefined {
  const found = store.get(bucket, key)
  return found === undefined ? undefined : asObject(found.object)
}

export function asObject(json: Json): KubeObject {
  if (!isJsonObject(json)) throw new Error('what is stored is no object')
  return json as KubeObject
}

/** A revision of a release as its Secret tells. */
export interface RevisionFacts {
  /** `namespace/name` of the release. */
  readonly release: string
  readonly revision: number
  readonly status: string
}

/** Undefined for what is no revision. */
export function revisionFacts(object: KubeObject): RevisionFacts | undefined {
  if (textAt(object, ['type']) !== 'helm.sh/release.v1') return undefined
  const { name = '', version = '0', status = '' } = labelsOf(object)
  return { release: `${namespaceOf(object)}/${name}`, revision: Number(version), status }
}

export function recordOf(object: KubeObject): ReleaseRecord {
  return decodeRelease(storedText(object))
}

export function keyOf(object: KubeObject): string {
  return `${textAt(object, ['metadata', 'namespace'])}/${textAt(object, ['metadata', 'name'])}`
}

/** `namespace/name` of the release that a plugin is for. */
export function placeOf(plugin: KubeObject): string {
  const namespace = textAt(plugin, ['spec', 'targetNamespace'])
  const name = textAt(plugin, ['spec', 'releaseName'])
  const own = ['metadata', 'namespace']
  const where = namespace === '' ? textAt(plugin, own) : namespace
  return `${where}/${name === '' ? textAt(plugin, ['metadata', 'name']) : name}`
}

/** Which cluster a plugin goes to. */
export function whereOf(plugin: KubeObject): Where {
  return textAt(plugin, ['spec', 'cluster']) === 'edge' ? 'edge' : 'hub'
}

/** The cluster that everything is written on, or the other one. */
export type Where = 'hub' | 'edge'

/** The stores that there are; a server that is away has none. */
export type Stores = ReadonlyMap<Where, Store>

export function namespaceOfKey(key: string): string {
  return key.split('/', 1)[0] ?? ''
}

/** Whether a plugin acts with the rights of a tenant's account. */
export function isOfTenant(key: string): boolean {
  return namespaceOfKey(key) !== platform
}
