import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { idOf, objectKey } from '../desired/object-id.ts'
import type { ObjectName } from '../release.ts'

/** An object whose live state is wanted. */
export interface Sought {
  readonly id: ObjectName
  readonly resource: ApiResource
}

/** By `objectKey`; undefined when it is not there; nothing when it may not be read. */
export type LiveObjects = ReadonlyMap<string, KubeObject | undefined>

/** From so many objects of a kind in a namespace on, one list is cheaper than asking for each. */
const listFrom = 4
const atOnce = 16

/**
 * The live state of objects. Lists ask only for what Helm's label marks, because the namespace may be
 * full of other things, the stored revisions first of all; what is not among it is asked for by name.
 */
export async function readLive(
  client: KubeClient,
  sought: readonly Sought[],
  signal: AbortSignal,
): Promise<LiveObjects> {
  const live = new Map<string, KubeObject | undefined>()
  const groups = [...Map.groupBy(sought, collectionKey).values()]
  const listed = groups.filter((group) => group.length >= listFrom)
  await runBounded(listed, atOnce, (group, inner) => readList(client, group, live, inner), signal)
  const missing = sought.filter(({ id }) => !live.has(objectKey(id)))
  await runBounded(missing, atOnce, (one, inner) => readOne(client, one, live, inner), signal)
  return live
}

function collectionKey({ id, resource }: Sought): string {
  return [resource.group, resource.version, resource.resource, id.namespace].join('/')
}

async function readList(
  client: KubeClient,
  group: readonly Sought[],
  live: Map<string, KubeObject | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const [first] = group
  if (first === undefined) return
  const { resource, id } = first
  const labelSelector = 'app.kubernetes.io/managed-by=Helm'
  const place = resource.namespaced ? { namespace: id.namespace } : {}
  const selection = { resource, labelSelector, ...place }
  const wanted = new Set(group.map((one) => objectKey(one.id)))
  try {
    const { objects } = await listObjects(client, selection, {}, signal)
    for (const object of objects) {
      const key = objectKey(idOf(object))
      if (wanted.has(key)) live.set(key, object)
    }
  } catch (error) {
    // An account that may not list may still read each object.
    if (!isKubeError(error, 'forbidden')) throw error
  }
}

async function readOne(
  client: KubeClient,
  { id, resource }: Sought,
  live: Map<string, KubeObject | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const { name, namespace } = id
  const target = resource.namespaced ? { resource, namespace, name } : { resource, name }
  try {
    live.set(objectKey(id), await getObject(client, target, {}, signal))
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
  }
}
