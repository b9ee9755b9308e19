import { collectionPath, objectPath } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { isKubeError } from '../../kube/errors.ts'
import { readJson } from '../../kube/json.ts'
import {
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../objects/json.ts'
import { printCanonicalJson } from '../../objects/json-text.ts'
import { readPath } from '../../objects/kube-object.ts'
import { type DesiredObject, findDesired } from '../../release/desired/desired-object.ts'
import { storedManifests } from '../../release/desired/stored-manifests.ts'
import type { ReleaseRecord } from '../../release/release.ts'

/** The objects of a release, by version and kind as helm names them, as tables or as they are. */
export type ReleaseObjects = ReadonlyMap<string, readonly JsonObject[]>

/** Asks the cluster for the objects of a release, and for the pods that their selectors find. */
export async function readReleaseObjects(
  client: KubeClient,
  record: ReleaseRecord,
  form: 'tables' | 'objects',
  signal: AbortSignal,
): Promise<ReleaseObjects> {
  const place = { namespace: record.namespace, discovery: new Discovery(client) }
  const desired = await findDesired(storedManifests(record).manifests, place, signal)
  const found = new Map<string, JsonObject[]>()
  const add = (key: string, objects: readonly JsonObject[]) =>
    found.set(key, [...(found.get(key) ?? []), ...objects])
  const ask = { client, form, signal }
  const selectors = new Set<string>()
  for (const one of desired) {
    const object = await readOne(one, ask)
    if (object === undefined) continue
    add(`${one.id.version}/${one.id.kind}`, [object])
    const selector = selectorOf(one)
    if (selector === undefined || selectors.has(selector)) continue
    selectors.add(selector)
    const pods = await readPods(selector, one.id.namespace, ask)
    if (pods.length > 0) add('v1/Pod(related)', pods)
  }
  return found
}

interface Ask {
  readonly client: KubeClient
  readonly form: 'tables' | 'objects'
  readonly signal: AbortSignal
}

async function readOne({ id, resource }: DesiredObject, ask: Ask): Promise<JsonObject | undefined> {
  if (resource === undefined) return undefined
  const { namespace, name } = id
  const place = namespace === '' ? { name } : { namespace, name }
  return await read(objectPath({ resource, ...place }), {}, ask)
}

async function readPods(
  labelSelector: string,
  namespace: string,
  ask: Ask,
): Promise<readonly JsonObject[]> {
  const answer = await read(collectionPath(pods, namespace), { labelSelector }, ask)
  if (answer === undefined) return []
  const items = fieldOf(answer, 'items')
  if (!isJsonList(items)) return [answer]
  // The items of a list do not say what they are; those of helm do.
  const objects = items
    .filter(isJsonObject)
    .map((pod) => ({ apiVersion: 'v1', kind: 'Pod', ...pod }))
  return [{ ...answer, items: objects }]
}

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true } as const

async function read(
  path: string,
  query: Readonly<Record<string, string>>,
  { client, form, signal }: Ask,
): Promise<JsonObject | undefined> {
  const accept =
    form === 'tables'
      ? 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json'
      : 'application/json'
  try {
    const { bytes } = await client.exchange({ method: 'GET', path, query, accept }, signal)
    const answer: Json = readJson(bytes)
    return isJsonObject(answer) ? answer : undefined
  } catch (error) {
    if (isKubeError(error, 'not-found')) return undefined
    throw error
  }
}

const selecting = ['ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job']

/** The labels by which an object finds its pods, as a selector. */
function selectorOf({ object, id }: DesiredObject): string | undefined {
  const labels = selecting.includes(id.kind)
    ? readPath(object, ['spec', 'selector', 'matchLabels'])
    : id.kind === 'ReplicationController'
      ? readPath(object, ['spec', 'selector'])
      : undefined
  if (!isJsonObject(labels)) return undefined
  const pairs = Object.entries(labels).map(([key, value]) =>
    typeof value === 'string' ? `${key}=${value}` : `${key}=${printCanonicalJson(value)}`,
  )
  return pairs.toSorted().join(',')
}
