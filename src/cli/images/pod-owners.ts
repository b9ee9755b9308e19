import { Discovery } from '../../kube/discovery/discovery.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import {
  type KubeObject,
  type OwnerReference,
  namespaceOf,
  ownersOf,
  parseApiVersion,
  uidOf,
} from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { OpenCluster } from '../options/cluster-options.ts'

const ownerKinds = [
  ['apps', 'replicasets', 'ReplicaSet'],
  ['apps', 'deployments', 'Deployment'],
  ['apps', 'statefulsets', 'StatefulSet'],
  ['apps', 'daemonsets', 'DaemonSet'],
  ['batch', 'jobs', 'Job'],
  ['batch', 'cronjobs', 'CronJob'],
] as const

/** The workloads that pods may belong to; the owners of those are known by reference only. */
export async function podOwners(
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(
    ownerKinds.map(([group, resource, kind]) => {
      const api = { group, version: 'v1', resource, kind, namespaced: true }
      return listObjects(cluster.client, { resource: api }, {}, signal)
    }),
  )
  return lists.flatMap(({ objects }) => objects)
}

const mostAbove = 1000
const questionsAtOnce = 8

/** The custom resources that workloads and pods belong to: one of their fields may name the image. */
export async function ownersAbove(
  owners: readonly KubeObject[],
  pods: readonly KubeObject[],
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const known = new Set(owners.map(uidOf))
  const wanted = new Map(
    [...owners, ...pods].flatMap((object) =>
      ownersOf(object)
        .filter(({ uid }) => !known.has(uid))
        .map((owner) => [owner.uid, { owner, namespace: namespaceOf(object) }] as const),
    ),
  )
  const discovery = new Discovery(client)
  const found: KubeObject[] = []
  const read = async (one: Above, inner: AbortSignal) => {
    const object = await readOwner(one, { client, discovery }, inner)
    if (object !== undefined) found.push(object)
  }
  await runBounded([...wanted.values()].slice(0, mostAbove), questionsAtOnce, read, signal)
  return found
}

interface Above {
  readonly owner: OwnerReference
  readonly namespace: string
}

async function readOwner(
  { owner, namespace }: Above,
  { client, discovery }: { readonly client: OpenCluster['client']; readonly discovery: Discovery },
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const { group, version } = parseApiVersion(owner.apiVersion)
  const resource = await discovery.findKind({ group, version, kind: owner.kind }, signal)
  if (resource === undefined) return undefined
  const place = resource.namespaced ? { namespace } : {}
  const found = await getObject(client, { resource, ...place, name: owner.name }, {}, signal)
  return found !== undefined && uidOf(found) === owner.uid ? found : undefined
}
