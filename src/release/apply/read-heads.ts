import { type ApiResource, objectPath } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { readJson } from '../../kube/json.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, formatApiVersion, isKubeObject } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { idOf, objectKey } from '../desired/object-id.ts'
import type { ObjectName } from '../release.ts'

/** An object and where the server has it. */
export interface Placed {
  readonly id: ObjectName
  readonly resource: ApiResource
}

/** Requests at a time: as many as there are connections to a cluster. */
export const parallelRequests = 16

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/** From so many objects of a kind in a namespace on, one list is cheaper than asking for each. */
const listFrom = 6

/** The metadata of those objects that are there, by objectKey. */
export async function readHeads(
  client: KubeClient,
  objects: readonly Placed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const heads = new Map<string, KubeObject>()
  const groups = Map.groupBy(objects, ({ id, resource }) =>
    [resource.group, resource.version, resource.resource, id.namespace].join('/'),
  )
  const read = async (group: readonly Placed[], inner: AbortSignal) => {
    const found = await readGroup(client, group, inner)
    for (const [key, head] of found) heads.set(key, head)
  }
  await runBounded([...groups.values()].flatMap(split), parallelRequests, read, signal)
  return heads
}

function split(group: readonly Placed[]): readonly (readonly Placed[])[] {
  return group.length >= listFrom ? [group] : group.map((one) => [one])
}

async function readGroup(
  client: KubeClient,
  group: readonly Placed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const listed = group.length >= listFrom ? await listHeads(client, group, signal) : undefined
  if (listed !== undefined) return listed
  const heads = new Map<string, KubeObject>()
  for (const placed of group) {
    const head = await readHead(client, placed, signal)
    if (head !== undefined) heads.set(objectKey(placed.id), head)
  }
  return heads
}

// Undefined for accounts that may not list; they may still read each object.
async function listHeads(
  client: KubeClient,
  group: readonly Placed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject> | undefined> {
  const [first] = group
  if (first === undefined) return undefined
  const { id, resource } = first
  const place = resource.namespaced ? { namespace: id.namespace } : {}
  const wanted = new Set(group.map((one) => objectKey(one.id)))
  try {
    const options = { metadataOnly: true }
    const { objects } = await listObjects(client, { resource, ...place }, options, signal)
    const heads = objects.map((object) => [objectKey(idOf(object)), object] as const)
    return new Map(heads.filter(([key]) => wanted.has(key)))
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return undefined
    throw error
  }
}

/** The metadata of an object; undefined when it is not there. */
export async function readHead(
  client: KubeClient,
  { id, resource }: Placed,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const place = resource.namespaced ? { namespace: id.namespace } : {}
  const path = objectPath({ resource, ...place, name: id.name })
  try {
    const answer = await client.exchange({ method: 'GET', path, accept: metadataOnly }, signal)
    const head = readJson(answer.bytes)
    if (!isKubeObject(head)) return undefined
    return { ...head, apiVersion: formatApiVersion(id.group, id.version), kind: id.kind }
  } catch (error) {
    if (isKubeError(error, 'not-found')) return undefined
    throw error
  }
}
