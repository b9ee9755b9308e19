import type { Selection } from '../kube/api-resource.ts'
import type { KubeClient } from '../kube/client.ts'
import { abortReason } from '../std/clock.ts'
import { Informer, type InformerOptions } from './informer.ts'

export interface SharedInformerOptions {
  /** Only the metadata of each object. */
  readonly metadataOnly?: boolean
}

/** The informers of one cluster: one watch for each selection, however many want it. */
export class SharedInformers {
  private readonly client: KubeClient
  private readonly optionsFor: (selection: Selection) => InformerOptions
  private readonly informers = new Map<string, Informer>()
  private readonly ends = new Map<Informer, AbortController>()
  private start: ((informer: Informer) => void) | undefined

  /** The options may differ by selection, for example to count by kind. */
  constructor(client: KubeClient, optionsFor: (selection: Selection) => InformerOptions) {
    this.client = client
    this.optionsFor = optionsFor
  }

  /** The informer of a selection. It runs when these run, also when it is asked for later. */
  informer(selection: Selection, options: SharedInformerOptions): Informer {
    const key = identityOf(selection, options)
    const known = this.informers.get(key)
    if (known !== undefined) return known
    const all = { ...this.optionsFor(selection), ...options }
    const informer = new Informer(this.client, selection, all)
    this.informers.set(key, informer)
    this.start?.(informer)
    return informer
  }

  /** Ends an informer that nobody wants any more. */
  end(informer: Informer): void {
    for (const [key, known] of this.informers) if (known === informer) this.informers.delete(key)
    this.ends.get(informer)?.abort(new Error('nobody wants this informer any more'))
    this.ends.delete(informer)
  }

  all(): readonly Informer[] {
    return [...this.informers.values()]
  }

  async untilSynced(signal: AbortSignal): Promise<void> {
    await Promise.all(this.all().map((informer) => informer.untilSynced(signal)))
  }

  /** Runs all of them until the signal, with whose reason it then rejects; or until one of them fails. */
  async run(signal: AbortSignal): Promise<never> {
    if (this.start !== undefined) throw new Error('these informers run already')
    const failure = new AbortController()
    const both = AbortSignal.any([signal, failure.signal])
    const running = new Set<Promise<void>>()
    this.start = (informer) => {
      const end = new AbortController()
      this.ends.set(informer, end)
      const run = informer.run(AbortSignal.any([both, end.signal])).catch((error: unknown) => {
        if (!end.signal.aborted) failure.abort(error)
      })
      running.add(run)
      void run.then(() => running.delete(run))
    }
    for (const informer of this.informers.values()) this.start(informer)
    await new Promise<void>((resolve) => {
      if (both.aborted) resolve()
      else both.addEventListener('abort', () => resolve(), { once: true })
    })
    this.start = undefined
    await Promise.all(running)
    throw abortReason(signal.aborted ? signal : failure.signal)
  }
}

function identityOf(selection: Selection, { metadataOnly = false }: SharedInformerOptions): string {
  const { resource, namespace = '', labelSelector = '', fieldSelector = '' } = selection
  const { group, version, resource: plural } = resource
  return JSON.stringify([
    group,
    version,
    plural,
    namespace,
    labelSelector,
    fieldSelector,
    metadataOnly,
  ])
}
