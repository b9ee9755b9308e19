import type { Cluster } from '../../kinds/cluster.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { resourceOf } from '../pass/watched-objects.ts'
import { dataOf } from '../values/read-sources.ts'

/** The cluster that Clusters are on, and the way to others. */
export interface TargetWay {
  readonly client: KubeClient
  readonly connect: Connect
  readonly platformNamespace: string
}

/** Connects to the cluster that a Cluster stands for, by the Secret that it names. */
export async function openTarget(
  { spec }: Pick<Cluster, 'spec'>,
  { client, connect, platformNamespace: namespace }: TargetWay,
  signal: AbortSignal,
): Promise<{ readonly client: KubeClient; readonly close: () => Promise<void> }> {
  if (spec.inCluster) return { client, close: async () => {} }
  const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const target = { resource: resourceOf('Secret'), namespace, name: secretName }
  const secret = await getObject(client, target, {}, signal)
  const where = `Secret ${namespace}/${secretName}`
  const text = secret === undefined ? undefined : dataOf(secret)[key]
  if (text === undefined) throw new Error(`${where} does not exist or has no key ${key}`)
  return connect(await connectionOfSecret(text, where, { proxy: 'refuse' }))
}
