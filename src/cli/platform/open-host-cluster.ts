import { connect, findConnection } from '../../kube/connect.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Ports } from '../verb.ts'
import { type ServeSandboxOptions, serveSandbox } from './serve-sandbox.ts'

/** The cluster that a platform runs on. */
export interface HostCluster {
  readonly client: KubeClient
  readonly url: string
  /** Empty for the user's own, where kubectl finds it anyway. */
  readonly kubeconfig: string
  readonly isSandbox: boolean
  readonly close: () => Promise<void>
}

/** A sandbox of its own, or the cluster that somebody names. */
export async function openHostCluster(
  wanted: { readonly kubeconfig?: string; readonly context?: string } | undefined,
  sandbox: ServeSandboxOptions,
  { environment }: Ports,
): Promise<HostCluster> {
  if (wanted === undefined) {
    const served = await serveSandbox(sandbox)
    const { client, url, kubeconfig, stop } = served
    return { client, url, kubeconfig, isSandbox: true, close: stop }
  }
  const connection = await findConnection({ ...wanted, environment })
  const { userAgent } = sandbox
  // Passes bound their own concurrency, and the server's fairness does the rest.
  const { client, close } = connect(connection, { userAgent, rateLimit: 'none' })
  const url = connection.server.href
  return { client, url, kubeconfig: wanted.kubeconfig ?? '', isSandbox: false, close }
}
