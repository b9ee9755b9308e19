import type { Cluster } from '../../kinds/cluster.ts'
import type { Clock } from '../../std/clock.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { KubeconfigMissing, openCluster } from '../../operator/rehearsal/open-cluster.ts'
import { ActionError } from '../errors.ts'
import { askInTime } from '../rehearse/ask-in-time.ts'
import { type GivenKubeconfig, readKubeconfig } from './register-cluster.ts'

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
  const { client } = ports
  const open = () => openNamed(cluster, ports, signal)
  return reach(cluster.metadata.name, { open, clock: client.clock }, signal)
}

/** Tries to reach the cluster of a kubeconfig that nothing has stored yet. */
export async function testKubeconfig(
  kubeconfig: GivenKubeconfig,
  { connect, clock }: { readonly connect: Connect; readonly clock: Clock },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const connection = await readKubeconfig(kubeconfig)
  const open = async () => connect(connection)
  return reach(connection.server.host, { open, clock }, signal)
}

type Reached = Awaited<ReturnType<typeof openNamed>>

async function reach(
  name: string,
  { open, clock }: { readonly open: () => Promise<Reached>; readonly clock: Clock },
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const began = clock.monotonic()
  const { client, close } = await open()
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

async function openNamed(
  cluster: Cluster,
  ports: { readonly client: KubeClient; readonly connect: Connect },
  signal: AbortSignal,
): ReturnType<typeof openCluster> {
  try {
    return await openCluster(cluster, { ...ports, platformNamespace }, signal)
  } catch (error) {
    if (!(error instanceof KubeconfigMissing)) throw error
    throw new ActionError('not-ready', error.message, { cause: error })
  }
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted()
}
