import { type ApiResource, objectPath } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { readJson } from '../../kube/json.ts'
import { type KubeObject, formatApiVersion, isKubeObject } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { objectKey } from '../desired/object-id.ts'
import type { ObjectName } from '../release.ts'

/** An object and where the server has it. */
export interface Placed {
  readonly id: ObjectName
  readonly resource: ApiResource
}

/** Requests at a time: as many as there are connections to a cluster. */
export const parallelRequests = 16

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/** The metadata of those objects that are there, by objectKey. */
export async function readHeads(
  client: KubeClient,
  objects: readonly Placed[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const heads = new Map<string, KubeObject>()
  const read = async (placed: Placed, inner: AbortSignal) => {
    const head = await readHead(client, placed, inner)
    if (head !== undefined) heads.set(objectKey(placed.id), head)
  }
  await runBounded(objects, parallelRequests, read, signal)
  return heads
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
