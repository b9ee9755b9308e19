import type { Cluster } from '../../kinds/cluster.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { secretReader } from '../../kube/objects/secret-reader.ts'
import { connectionOf, missingKubeconfig, readKubeconfig } from '../clusters/read-kubeconfig.ts'

/** The cluster that Clusters are on, and the way to others. */
export interface ClusterWay {
  readonly client: KubeClient
  readonly connect: Connect
  readonly platformNamespace: string
}

/** A Secret with a kubeconfig that is not there, or that lacks its key. */
export class KubeconfigMissing extends Error {}

/** Connects to the cluster that a Cluster stands for, by the Secret that it names. */
export async function openCluster(
  cluster: Pick<Cluster, 'metadata' | 'spec'>,
  { client, connect, platformNamespace }: ClusterWay,
  signal: AbortSignal,
): Promise<{ readonly client: KubeClient; readonly close: () => Promise<void> }> {
  if (cluster.spec.inCluster) return { client, close: async () => {} }
  const found = await readKubeconfig(cluster, platformNamespace, secretReader(client), signal)
  if (found.is === 'missing') throw new KubeconfigMissing(missingKubeconfig(cluster, found))
  return connect(await connectionOf(found))
}
