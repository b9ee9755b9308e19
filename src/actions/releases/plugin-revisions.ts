import { clusterKind } from '../../kinds/cluster.ts'
import { decodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import type { KubeClient } from '../../kube/client.ts'
import { connect } from '../../kube/connect.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import {
  type KubeObject,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { type ReadRevision, ReleaseStore, type StoreOptions } from '../../release/record/store.ts'
import { objectOf } from '../changes/action-target.ts'
import { ActionError } from '../errors.ts'

/** How records of releases are read, and where. */
export interface RevisionPorts extends Omit<StoreOptions, 'client'> {
  /** A client of another Cluster with the rights of the asker; by its kubeconfig, which they must be allowed to read, by default. */
  readonly clientOf?: (cluster: string, signal: AbortSignal) => Promise<KubeClient>
}

/** The release of a plugin: what its status says, else what its spec will make of it. */
export function releaseOf(plugin: KubeObject): {
  readonly namespace: string
  readonly name: string
} {
  const at = (part: string, field: string) => textAt(plugin, [part, field])
  return {
    namespace:
      at('status', 'targetNamespace') || at('spec', 'targetNamespace') || namespaceOf(plugin),
    name: at('status', 'releaseName') || at('spec', 'releaseName') || nameOf(plugin),
  }
}

/** The revisions of a plugin's release, the oldest first. */
export async function revisionsOf(
  plugin: KubeObject,
  own: KubeClient,
  { clientOf, ...ports }: RevisionPorts,
  signal: AbortSignal,
): Promise<readonly ReadRevision[]> {
  const read = async (client: KubeClient) => {
    const store = new ReleaseStore({ ...ports, client })
    return await store.readAll(await store.history(releaseOf(plugin), signal), signal)
  }
  const cluster = textAt(plugin, ['spec', 'cluster'])
  if (clientOf !== undefined && cluster !== '') return await read(await clientOf(cluster, signal))
  return await withReleaseCluster(plugin, own, signal, read)
}

/** Asks the cluster that a release is on, which its plugin names; whoever may read that cluster's kubeconfig may look there. */
async function withReleaseCluster<T>(
  plugin: KubeObject,
  own: KubeClient,
  signal: AbortSignal,
  act: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const name = textAt(plugin, ['spec', 'cluster'])
  if (name === '') return await act(own)
  const target = { client: own, definition: clusterKind, namespace: '', name }
  const cluster = await objectOf(target, signal)
  if (readPath(cluster, ['spec', 'inCluster']) === true) return await act(own)
  const secretName = textAt(cluster, ['spec', 'kubeconfig', 'secretName'])
  const key = textAt(cluster, ['spec', 'kubeconfig', 'key']) || 'kubeconfig'
  const place = { resource: secrets, namespace: platformNamespace, name: secretName }
  const coded = textAt(await getObject(own, place, {}, signal), ['data', key])
  const where = `Secret ${platformNamespace}/${secretName}`
  if (coded === '') {
    throw new ActionError('not-ready', `${where} with the kubeconfig of ${name} says nothing`)
  }
  const text = fromBytes(decodeBase64(coded))
  const connection = await connectionOfSecret(text, where, { proxy: 'refuse' })
  const open = connect(connection, { rateLimit: 'none' })
  try {
    return await act(open.client)
  } finally {
    await open.close()
  }
}
