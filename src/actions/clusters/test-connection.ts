import type { Cluster } from '../../kinds/cluster.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { dataOf } from '../../operator/values/read-sources.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { ActionError } from '../errors.ts'
import { askInTime } from '../rehearse/ask-in-time.ts'

/** The outcome of an attempt to reach a cluster. */
export type ConnectionTest =
  | {
      readonly reachable: true
      readonly version: string
      readonly nodes: number
      readonly kubelets: readonly string[]
      /** Until it had answered, in milliseconds. */
      readonly took: number
    }
  | { readonly reachable: false; readonly message: string; readonly took: number }

/** Tries to reach a Cluster as the operator would, with the kubeconfig that the asker may read. */
export async function testConnection(
  cluster: Cluster,
  ports: { readonly client: KubeClient; readonly connect: Connect },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { clock } = ports.client
  const began = clock.monotonic()
  const { client, close } = await openCluster(cluster, ports, signal)
  const { name } = cluster.metadata
  try {
    const { version, kubelets } = await askInTime(name, client, signal)
    const took = clock.monotonic() - began
    return { reachable: true, version, nodes: kubelets.length, kubelets: unique(kubelets), took }
  } catch (error) {
    signal.throwIfAborted()
    const message = error instanceof Error ? error.message : String(error)
    return { reachable: false, message, took: clock.monotonic() - began }
  } finally {
    await close()
  }
}

async function openCluster(
  { metadata, spec }: Cluster,
  { client, connect }: { readonly client: KubeClient; readonly connect: Connect },
  signal: AbortSignal,
): Promise<{ readonly client: KubeClient; readonly close: () => Promise<void> }> {
  if (spec.inCluster) return { client, close: async () => {} }
  const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const target = { resource: secrets, namespace: platformNamespace, name: secretName }
  const secret = await getObject(client, target, {}, signal)
  const where = `Secret ${platformNamespace}/${secretName}`
  const text = secret === undefined ? undefined : dataOf(secret)[key]
  if (text === undefined) {
    const what = `${where} with the kubeconfig of ${metadata.name}`
    throw new ActionError('not-ready', `${what} does not exist or has no key ${key}`)
  }
  return connect(await connectionOfSecret(text, where, { proxy: 'refuse' }))
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted()
}
