import { type Clock, systemClock } from '../std/clock.ts'
import { type KubeClient, type KubeClientOptions, createKubeClient } from './client.ts'
import type { Connection } from './connection.ts'
import {
  type ConnectionChoices,
  connectionOfKubeconfig,
} from './kubeconfig/connection-of-kubeconfig.ts'
import type { Environment } from './kubeconfig/exec-plugin.ts'
import { connectionInCluster, isInCluster } from './kubeconfig/in-cluster.ts'
import { loadKubeconfig } from './kubeconfig/load-kubeconfig.ts'
import { createUndiciTransport } from './undici-transport.ts'

export interface FindOptions extends ConnectionChoices {
  /** The path of one kubeconfig, instead of where kubectl looks. */
  readonly kubeconfig?: string
  readonly environment: Environment
  readonly clock?: Clock
  /** Whether exec plugins may talk to a person on the terminal. */
  readonly terminal?: boolean
}

/** A client with its connections. */
export interface ConnectedClient {
  readonly client: KubeClient
  readonly close: () => Promise<void>
}

/** How clusters are reached; a test hands in servers of its own. */
export type Connect = (connection: Connection) => ConnectedClient

/** The cluster that is meant by a kubeconfig; in a pod without one, its own. */
export async function findConnection(options: FindOptions): Promise<Connection> {
  const { environment, clock = systemClock, terminal = false } = options
  const config = await loadKubeconfig(options.kubeconfig, environment)
  const isEmpty = config.contexts.size === 0 && options.server === undefined
  if (isEmpty && options.context === undefined && isInCluster(environment)) {
    const own = await connectionInCluster(environment, clock)
    return options.namespace === undefined ? own : { ...own, namespace: options.namespace }
  }
  return connectionOfKubeconfig(config, options, { environment, clock, terminal })
}

/** A client of a cluster over the network. */
export function connect(
  connection: Connection,
  options: Omit<KubeClientOptions, 'transport' | 'gzip' | 'impersonation'> = {},
): ConnectedClient {
  const { send, close } = createUndiciTransport(connection)
  const { gzip, impersonation } = connection
  const client = createKubeClient({
    ...options,
    transport: send,
    gzip,
    ...(impersonation === undefined ? {} : { impersonation }),
  })
  return { client, close }
}
