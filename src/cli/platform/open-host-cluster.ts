import { connect, findConnection, type Connect } from '../../kube/connect.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connection } from '../../kube/connection.ts'
import { connectionInCluster } from '../../kube/kubeconfig/in-cluster.ts'
import { systemClock } from '../../std/clock.ts'
import type { Ports } from '../verb.ts'
import { type ServeSandboxOptions, serveSandbox } from './serve-sandbox.ts'

/** The cluster that a platform runs on. */
export interface HostCluster {
  readonly client: KubeClient
  /** The operator's: in a sandbox, with the rights of its account alone. */
  readonly operatorClient: KubeClient
  /** Another client of the same cluster: requests of the REST API do not queue behind those of the operator. */
  readonly serverClient: KubeClient
  readonly url: string
  /** Empty for the user's own, where kubectl finds it anyway. */
  readonly kubeconfig: string
  readonly isSandbox: boolean
  readonly close: () => Promise<void>
}

/** The cluster that somebody names: that of a kubeconfig, or the one that this pod is in. */
export type HostChoice =
  | { readonly kubeconfig?: string; readonly context?: string }
  | { readonly inCluster: { readonly accountFolder: string | undefined } }

/** A sandbox of its own, or the cluster that somebody names. */
export async function openHostCluster(
  wanted: HostChoice | undefined,
  sandbox: ServeSandboxOptions,
  ports: Ports,
  reach: Connect | undefined,
): Promise<HostCluster> {
  if (wanted === undefined) {
    const served = await serveSandbox(sandbox)
    const { client, operatorClient, serverClient, url, kubeconfig, stop } = served
    return { client, operatorClient, serverClient, url, kubeconfig, isSandbox: true, close: stop }
  }
  const connection = await connectionOf(wanted, ports)
  const { userAgent } = sandbox
  // Passes bound their own concurrency, and the server's fairness does the rest.
  const reached = () => reach?.(connection) ?? connect(connection, { userAgent, rateLimit: 'none' })
  const [{ client, close }, forServer] = [reached(), reached()]
  const url = connection.server.href
  const kubeconfig = ('kubeconfig' in wanted ? wanted.kubeconfig : undefined) ?? ''
  return {
    client,
    operatorClient: client,
    serverClient: forServer.client,
    url,
    kubeconfig,
    isSandbox: false,
    close: async () => {
      await forServer.close()
      await close()
    },
  }
}

/** How to reach the cluster that somebody names. */
export function connectionOf(wanted: HostChoice, { environment }: Ports): Promise<Connection> {
  if (!('inCluster' in wanted)) return findConnection({ ...wanted, environment })
  return connectionInCluster(environment, systemClock, wanted.inCluster.accountFolder)
}
