import type { FencedClient } from '../../controller/election/fenced-client.ts'
import { fetchServerVersion } from '../../kube/discovery/server-version.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { textAt } from '../../objects/kube-object.ts'
import { resourceOf } from '../pass/watched-objects.ts'
import { sleepOn } from '../../std/clock.ts'
import { settlingTime } from './settled-version.ts'

const lookEvery = 30_000

/**
 * Watches the version of Kubernetes of the operator's own cluster. The time since which the cluster has it is kept in a
 * ConfigMap, so that a restarted operator continues to wait where the one before it ended.
 */
export class LocalVersion {
  private readonly client: FencedClient
  private readonly namespace: string
  private readonly changed: () => void
  /** By a clock that never goes back. */
  private known: { readonly version: string; readonly since: number } | undefined
  private readonly settling = new Set<() => void>()

  /** `changed` is called when the version is known, when it is another one, and when it has settled. */
  constructor(client: FencedClient, namespace: string, changed: () => void) {
    this.client = client
    this.namespace = namespace
    this.changed = changed
  }

  /** Undefined before the server has answered. */
  get version(): string | undefined {
    return this.known?.version
  }

  /** Whether the cluster has had this version for long enough. */
  isSettled(version: string): boolean {
    const { known } = this
    return known?.version === version && this.client.clock.monotonic() - known.since >= settlingTime
  }

  /** Runs until the signal, and then rejects with its reason. */
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
    const age = await this.ageOf(version, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      // Only a process that begins anew needs the note.
      return 0
    })
    this.known = { version, since: this.client.clock.monotonic() - age }
    this.changed()
    if (age >= settlingTime) return
    const cancel = this.client.clock.after(settlingTime - age, () => {
      this.settling.delete(cancel)
      this.changed()
    })
    this.settling.add(cancel)
  }

  // For how long it has been this version, as far as anybody saw.
  private async ageOf(version: string, signal: AbortSignal): Promise<number> {
    const { client, namespace } = this
    const now = client.clock.now()
    const noted =
      this.known === undefined
        ? await getObject(client, { resource, namespace, name: noteName }, {}, signal)
        : undefined
    const age = now - Date.parse(textAt(noted, ['data', 'since']))
    // After a clock was set back, the earlier time means nothing.
    if (textAt(noted, ['data', 'version']) === version && age >= 0) return age
    const since = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
    const metadata = { name: noteName, namespace }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { version, since } }
    await applyObject(client, resource, body, { force: true }, signal)
    return 0
  }
}

const noteName = 'outrigger-kubernetes'
const resource = resourceOf('ConfigMap')
