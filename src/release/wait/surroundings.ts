import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, namespaceOf, ownersOf, textAt, uidOf } from '../../objects/kube-object.ts'
import { podProblem } from '../../objects/readiness/pod-problem.ts'
import type { Surroundings } from '../../objects/readiness/explain-readiness.ts'
import { lastLines } from './pod-logs.ts'

const around: readonly ApiResource[] = [
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true },
  { group: 'apps', version: 'v1', resource: 'replicasets', kind: 'ReplicaSet', namespaced: true },
  {
    group: '',
    version: 'v1',
    resource: 'persistentvolumeclaims',
    kind: 'PersistentVolumeClaim',
    namespaced: true,
  },
]
const events: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  namespaced: true,
}

/**
 * Fetches the objects that explain why others are not ready: the pods, claims and events of their
 * namespaces, and what crashed containers said last.
 */
export async function fetchSurroundings(
  client: KubeClient,
  objects: readonly KubeObject[],
  signal: AbortSignal,
): Promise<Surroundings> {
  const around = await fetchObjects(client, objects, signal)
  return { ...around, logs: await lastLines(client, madeBy(objects, around.objects), signal) }
}

/** The same without the logs of containers. */
export async function fetchObjects(
  client: KubeClient,
  objects: readonly KubeObject[],
  signal: AbortSignal,
) {
  const namespaces = [...new Set(objects.map(namespaceOf))].filter((name) => name !== '')
  const read = (resource: ApiResource) =>
    Promise.all(namespaces.map((namespace) => listIfAllowed(client, resource, namespace, signal)))
  const [found, warnings] = await Promise.all([Promise.all(around.map(read)), read(events)])
  const near = found.flat(2)
  return {
    objects: [...near, ...(await nodesOf(near, client, signal))],
    events: warnings.flat(),
    now: new Date(client.clock.now()),
  }
}

/** Those of the objects around that others made, directly or not, and the others themselves. */
function madeBy(
  objects: readonly KubeObject[],
  around: readonly KubeObject[],
): readonly KubeObject[] {
  const made = new Map(objects.map((one) => [uidOf(one), one]))
  // A replica set stands between a Deployment and its pods.
  for (let before = -1; before < made.size;) {
    before = made.size
    for (const one of around) {
      if (ownersOf(one).some(({ uid }) => made.has(uid))) made.set(uidOf(one), one)
    }
  }
  return [...made.values()]
}

const mostNodes = 8

/** The nodes of pods that are not ready. */
async function nodesOf(
  objects: readonly KubeObject[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const troubled = objects.filter((one) => one.kind === 'Pod' && podProblem(one) !== undefined)
  const names = new Set(troubled.map((pod) => textAt(pod, ['spec', 'nodeName'])))
  names.delete('')
  const nodes = await Promise.all(
    [...names].slice(0, mostNodes).map(async (name) => {
      try {
        return await getObject(client, { resource: node, name }, {}, signal)
      } catch (error) {
        if (isKubeError(error)) return undefined
        throw error
      }
    }),
  )
  return nodes.filter((one) => one !== undefined)
}

const node: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
}

// An explanation is worth less than what it explains: without the right to look, there is less of it.
async function listIfAllowed(
  client: KubeClient,
  resource: ApiResource,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  try {
    return (await listObjects(client, { resource, namespace }, {}, signal)).objects
  } catch (error) {
    if (isKubeError(error)) return []
    throw error
  }
}
