import type { Manifest } from '../../chart/render/manifests.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import type { ServedResource } from '../../kube/discovery/served-apis.ts'
import {
  type GroupVersionKind,
  type KubeObject,
  kindOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import type { ObjectName } from '../release.ts'
import { idOf } from './object-id.ts'
import { readManifest } from './read-manifest.ts'

/** An object that a release wants to be there. */
export interface DesiredObject {
  readonly id: ObjectName
  /** The template or file that it came from. */
  readonly path: string
  /** With its namespace, without the metadata that says whose it is. */
  readonly object: KubeObject
  /** Undefined while the server does not serve the kind in this version. */
  readonly resource: ServedResource | undefined
}

export interface DesiredScope {
  /** Of objects that name none. */
  readonly namespace: string
  readonly discovery: Discovery
  /** Objects of old revisions may be served in another version today. */
  readonly versions?: 'same' | 'any'
  /** Reads documents; one that remembers what it read saves time. */
  readonly read?: (text: string) => readonly KubeObject[]
}

/** The objects of rendered documents, in their order, each with where the server has it. */
export async function findDesired(
  manifests: readonly Pick<Manifest, 'path' | 'text'>[],
  place: DesiredScope,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const found: DesiredObject[] = []
  const { read = readManifest } = place
  for (const { path, text } of manifests) {
    for (const object of read(text)) {
      const resource = await findResource(kindOf(object), place, signal)
      const placed = placeObject(object, resource, place.namespace)
      found.push({ id: idOf(placed), path, object: placed, resource })
    }
  }
  return found
}

async function findResource(
  { group, version, kind }: GroupVersionKind,
  { discovery, versions }: DesiredScope,
  signal: AbortSignal,
): Promise<ServedResource | undefined> {
  const same = await discovery.findKind({ group, version, kind }, signal)
  if (same !== undefined || versions !== 'any') return same
  return await discovery.findKind({ group, kind }, signal)
}

// A kind that is not served yet keeps what its document says; most are namespaced.
function placeObject(
  object: KubeObject,
  resource: ServedResource | undefined,
  namespace: string,
): KubeObject {
  const wanted = namespaceOf(object) === '' ? namespace : namespaceOf(object)
  const isInside = resource?.namespaced ?? true
  return {
    ...object,
    ...writePath(object, ['metadata', 'namespace'], isInside ? wanted : undefined),
  }
}
