import { resourceOf } from '../../kinds/kind-definition.ts'
import { Informer } from '../../controller/informer.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Noun } from '../resources/kind-routes.ts'
import { shownObject } from '../resources/shown-object.ts'
import { ResumableLog } from './resumable-log.ts'

/** Milliseconds in which the cluster must list the objects of a kind. */
const patience = 10_000

/**
 * Follows our kinds on the cluster once for all streams. It sees everything, so whatever leaves it is checked
 * against the rights of the one who gets it (live-stream.ts).
 */
export class LiveHub {
  readonly log = new ResumableLog()
  private readonly client: KubeClient
  private readonly nouns: readonly Noun[]
  private readonly informers = new Map<string, Informer>()
  private readonly ending = new AbortController()
  private readonly failed: (error: unknown) => void

  /** `failed` gets faults of ours. */
  constructor(client: KubeClient, nouns: readonly Noun[], failed: (error: unknown) => void) {
    this.client = client
    this.nouns = nouns
    this.failed = failed
  }

  noun(plural: string): Noun | undefined {
    return this.nouns.find((one) => one.plural === plural)
  }

  /** Resolves when the changes of a kind are in the log from now on; throws when the cluster does not tell them. */
  async follow(noun: Noun, signal: AbortSignal): Promise<void> {
    await this.informerOf(noun).untilSyncedWithin(patience, signal)
  }

  close(): void {
    this.ending.abort()
  }

  private informerOf(noun: Noun): Informer {
    const { plural, definition } = noun
    const known = this.informers.get(plural)
    if (known !== undefined) return known
    const options = { keep: shownObject, handlerFailed: this.failed }
    const informer = new Informer(this.client, { resource: resourceOf(definition) }, options)
    this.informers.set(plural, informer)
    informer.addHandler(({ type, object }) => {
      // The first list is no change; streams begin after it.
      if (!informer.hasSynced) return
      this.log.add(plural, type === 'deleted' ? 'deleted' : 'changed', object)
    })
    // It ends by our signal alone, and then there is nothing to be said.
    informer.run(this.ending.signal).catch(() => {})
    return informer
  }
}
