import type { KubeClient } from '../kube/client.ts'
import { fetchServerVersion } from '../kube/discovery/server-version.ts'
import { sleepOn } from '../std/clock.ts'
import { settlingTime } from './settling-time.ts'

const lookEvery = 30_000

/** The version of Kubernetes of the operator's own cluster, looked at while nobody else does. */
export class LocalVersion {
  private readonly client: KubeClient
  private readonly changed: () => void
  private known: { readonly version: string; readonly since: number } | undefined
  private readonly settling = new Set<() => void>()

  /** `changed` is called when the version is known, when it is another one, and when it has settled. */
  constructor(client: KubeClient, changed: () => void) {
    this.client = client
    this.changed = changed
  }

  /** Undefined before the server has answered. */
  get version(): string | undefined {
    return this.known?.version
  }

  /** Whether it has been this one for long enough. */
  isSettled(version: string): boolean {
    const { known } = this
    return known?.version === version && this.client.clock.now() - known.since >= settlingTime
  }

  /** Looks until the signal, with whose reason it then rejects. */
  async run(signal: AbortSignal): Promise<never> {
    try {
      for (;;) {
        await this.look(signal)
        await sleepOn(this.client.clock, lookEvery, signal)
      }
    } finally {
      for (const cancel of this.settling) cancel()
    }
  }

  private async look(signal: AbortSignal): Promise<void> {
    const answer = await fetchServerVersion(this.client, signal).catch((error: unknown) => {
      // A server that is away has no other version than before.
      if (signal.aborted) throw error
    })
    const version = answer?.emulates ?? answer?.gitVersion
    if (version === undefined || version === this.known?.version) return
    this.known = { version, since: this.client.clock.now() }
    this.changed()
    const cancel = this.client.clock.after(settlingTime, () => {
      this.settling.delete(cancel)
      this.changed()
    })
    this.settling.add(cancel)
  }
}
