import type { Leadership } from '../../controller/election/leadership.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { Connection } from '../../kube/connection.ts'
import type { RightsNews } from './account-rights.ts'
import { type TargetCluster, openTarget } from './target-cluster.ts'
import type { ReleasePlace } from './release-objects.ts'

/** A client with its connections, which writes only while we lead. */
export interface FencedConnection {
  readonly client: FencedClient
  readonly close: () => Promise<void>
}

/** Whether there are credentials to connect with. */
export type CredentialsSeen =
  | { readonly are: 'accepted' }
  /** `missing`: the Secret may still come. `refused`: somebody has to change it. */
  | { readonly are: 'missing' | 'refused'; readonly message: string }

/** The connection to a cluster, or why there is none. */
export interface ClusterConnection {
  readonly credentials: CredentialsSeen
  readonly client: FencedClient | undefined
}

/** A cluster that we have a connection to. */
interface Open {
  /** Which state of its credentials it was opened with. */
  readonly stamp: string
  readonly client: FencedClient
  readonly target: TargetCluster
  readonly close: () => Promise<void>
  readonly failed: () => boolean
}

export interface ClusterConnectionsOptions {
  readonly connect: (connection: Connection) => FencedConnection
  readonly leadership: Leadership
  readonly changed: (place: ReleasePlace) => void
  readonly kindsChanged: (name: string) => void
  readonly referenceChanged: (reference: string) => void
  readonly isReferenced: (reference: string) => boolean
  readonly rightsChanged: (what: RightsNews) => void
  readonly roomChanged: (namespace: string) => void
  readonly platformNamespace: string
  /** A cluster can be used, or cannot any more. */
  readonly usable: (name: string) => void
}

/** The connections to other clusters: one client for each, with limits and back-off of its own. */
export class ClusterConnections {
  private readonly options: ClusterConnectionsOptions
  private readonly open = new Map<string, Open>()
  private readonly unusable = new Map<string, CredentialsSeen>()
  private readonly ready = new Set<string>()

  constructor(options: ClusterConnectionsOptions) {
    this.options = options
  }

  /** Connects with these credentials; an earlier connection is closed when they changed. */
  async connect(name: string, stamp: string, connection: Connection): Promise<void> {
    const known = this.open.get(name)
    if (known?.stamp === stamp && !known.failed()) return
    await this.forget(name)
    const { connect, leadership } = this.options
    const kindsChanged = () => this.options.kindsChanged(name)
    const { client, close } = connect(connection)
    const target = openTarget({ ...this.options, client, kindsChanged })
    const stop = new AbortController()
    let isOver = false
    const running = target.run(AbortSignal.any([stop.signal, leadership.signal])).catch(() => {
      // It ends by its signal, or by a fault that the next pass finds and opens it anew.
      isOver = true
    })
    this.open.set(name, {
      stamp,
      client,
      target,
      failed: () => isOver,
      close: async () => {
        stop.abort(new Error(`the connection to ${name} is closed`))
        await running
        await close()
      },
    })
  }

  /** Closes the connection to a cluster that has no credentials, or wrong ones. */
  async refuse(name: string, credentials: CredentialsSeen): Promise<void> {
    await this.forget(name)
    this.unusable.set(name, credentials)
  }

  connectionOf(name: string): ClusterConnection {
    const credentials = this.unusable.get(name) ?? { are: 'accepted' }
    return { credentials, client: this.open.get(name)?.client }
  }

  /** Resolves when the releases of a cluster are known. */
  async untilSynced(name: string, signal: AbortSignal): Promise<void> {
    await this.open.get(name)?.target.untilSynced(signal)
  }

  /** Says whether plugins may go there; whoever waits for it is woken. */
  mark(name: string, is: 'usable' | 'not-usable'): void {
    if (this.ready.has(name) === (is === 'usable')) return
    if (is === 'usable') this.ready.add(name)
    else this.ready.delete(name)
    this.options.usable(name)
  }

  /** Wakes those that wait for a cluster: the namespaces that may use it may have changed. */
  tell(name: string): void {
    this.options.usable(name)
  }

  /** Where plugins of a cluster go; undefined while it cannot be used. */
  targetOf(name: string): TargetCluster | undefined {
    return this.ready.has(name) ? this.open.get(name)?.target : undefined
  }

  async forget(name: string): Promise<void> {
    const known = this.open.get(name)
    this.open.delete(name)
    this.unusable.delete(name)
    this.mark(name, 'not-usable')
    await known?.close()
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.open.keys()].map((name) => this.forget(name)))
  }
}
