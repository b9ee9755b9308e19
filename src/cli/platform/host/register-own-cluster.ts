import { registerCluster } from '../../../actions/clusters/register-cluster.ts'
import { clusterKind } from '../../../kinds/cluster.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { listObjects } from '../../../kube/objects/list-objects.ts'
import { readPath } from '../../../objects/kube-object.ts'

export interface OwnClusterChoice {
  /** The name under which a sandbox registers itself as a Cluster; it does not unless told. */
  readonly ownCluster?: string
}

/**
 * Registers the cluster that the platform runs on, so that its version, its conditions and a rehearsal are there from the start. One that somebody
 * registered under any name stays as it is.
 */
export async function registerOwnCluster(
  { ownCluster }: OwnClusterChoice,
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  if (ownCluster === undefined) return
  const { objects } = await listObjects(client, { resource: resourceOf(clusterKind) }, {}, signal)
  const isTaken = objects.some(
    (one) => one.metadata.name === ownCluster || readPath(one, ['spec', 'inCluster']) === true,
  )
  if (isTaken) return
  const own = { labels: {}, kubeconfig: undefined, namespace: undefined }
  await registerCluster({ name: ownCluster, allowedNamespaces: ['*'], ...own }, client, signal)
}
