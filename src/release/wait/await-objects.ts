import type { ApiResource, Selection } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { followObjects } from '../../kube/watch/follow-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { idOf, objectKey } from '../desired/object-id.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ObjectName } from '../release.ts'

/** The state that an object has come to. */
export interface Verdict {
  readonly is: 'waiting' | 'done' | 'failed'
  readonly reason: string
}

/** An object that is awaited. */
export interface Awaited {
  readonly id: ObjectName
  readonly resource: ApiResource
  /** As it was last seen, when it was. */
  readonly live?: KubeObject
}

export interface AwaitOptions {
  readonly judge: (object: KubeObject | undefined, id: ObjectName) => Verdict
  /** Told whenever a verdict is another than before. */
  readonly told: (awaited: Awaited, verdict: Verdict, live: KubeObject | undefined) => void
  /** Milliseconds. */
  readonly timeout: number
  /** Where the waiting itself is done. */
  readonly offWorker?: ReleasePorts['offWorker']
}

/** An object that was not ready when the waiting ended. */
export interface Unmet {
  readonly awaited: Awaited
  readonly live: KubeObject | undefined
  readonly verdict: Verdict
}

export type AwaitOutcome =
  | { readonly is: 'done' }
  | { readonly is: 'failed' | 'timed-out'; readonly unmet: readonly Unmet[] }

/**
 * Waits by watches until all objects are what the judge wants, one of them has failed, or the time is
 * over. Only kinds with an object that is still awaited are watched.
 */
export async function awaitObjects(
  client: KubeClient,
  objects: readonly Awaited[],
  options: AwaitOptions,
  signal: AbortSignal,
): Promise<AwaitOutcome> {
  const waiting = new Waiting(objects, options)
  if (waiting.outcome !== undefined) return waiting.outcome
  const wait = () => untilJudged(client, waiting, options.timeout, signal)
  return options.offWorker === undefined ? wait() : options.offWorker(wait)
}

async function untilJudged(
  client: KubeClient,
  waiting: Waiting,
  timeout: number,
  signal: AbortSignal,
): Promise<AwaitOutcome> {
  const stop = new AbortController()
  const inner = AbortSignal.any([signal, stop.signal])
  const end = Promise.withResolvers<void>()
  const cancel = client.clock.after(timeout, () => end.resolve())
  const followers = selectionsOf(waiting.unmet).map((selection) =>
    follow(client, selection, { waiting, end: end.resolve }, inner).catch((error: unknown) => {
      if (!stop.signal.aborted) end.reject(error)
    }),
  )
  try {
    await end.promise
    return waiting.outcome ?? { is: 'timed-out', unmet: waiting.unmet }
  } finally {
    cancel()
    stop.abort()
    await Promise.all(followers)
  }
}

async function follow(
  client: KubeClient,
  selection: Selection,
  { waiting, end }: { readonly waiting: Waiting; readonly end: () => void },
  signal: AbortSignal,
): Promise<void> {
  for await (const change of followObjects(client, selection, {}, signal)) {
    if (change.type === 'replaced') waiting.replace(selection, change.objects)
    if (change.type === 'changed') {
      for (const { type, object } of change.events) {
        waiting.see(object, type === 'deleted' ? undefined : object)
      }
    }
    if (waiting.outcome !== undefined) return end()
  }
}

/** The state of a wait. */
class Waiting {
  private readonly entries: Map<string, Unmet>
  private readonly options: AwaitOptions

  constructor(objects: readonly Awaited[], options: AwaitOptions) {
    this.options = options
    this.entries = new Map(objects.map((awaited) => [objectKey(awaited.id), this.begin(awaited)]))
  }

  get unmet(): readonly Unmet[] {
    return [...this.entries.values()].filter(({ verdict }) => verdict.is !== 'done')
  }

  get outcome(): AwaitOutcome | undefined {
    const { unmet } = this
    if (unmet.length === 0) return { is: 'done' }
    return unmet.some(({ verdict }) => verdict.is === 'failed')
      ? { is: 'failed', unmet }
      : undefined
  }

  see(object: KubeObject, live: KubeObject | undefined): void {
    const key = objectKey(idOf(object))
    const entry = this.entries.get(key)
    if (entry === undefined) return
    const next = this.judged(entry.awaited, live, entry.verdict)
    this.entries.set(key, next)
  }

  replace(selection: Selection, objects: readonly KubeObject[]): void {
    const live = new Map(objects.map((object) => [objectKey(idOf(object)), object]))
    for (const [key, { awaited, verdict }] of this.entries) {
      if (isSelected(selection, awaited)) {
        this.entries.set(key, this.judged(awaited, live.get(key), verdict))
      }
    }
  }

  // An object that was never seen is judged once it is, also by not being there.
  private begin(awaited: Awaited): Unmet {
    const { live } = awaited
    if (live !== undefined) return this.judged(awaited, live)
    return { awaited, live, verdict: { is: 'waiting', reason: 'not seen yet' } }
  }

  private judged(awaited: Awaited, live: KubeObject | undefined, before?: Verdict): Unmet {
    const verdict = this.options.judge(live, awaited.id)
    if (before?.is !== verdict.is || before.reason !== verdict.reason) {
      this.options.told(awaited, verdict, live)
    }
    return { awaited, live, verdict }
  }
}

function selectionsOf(unmet: readonly Unmet[]): readonly Selection[] {
  const groups = Map.groupBy(unmet, ({ awaited: { id, resource } }) =>
    [resource.group, resource.version, resource.resource, id.namespace].join('/'),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { id, resource } = first.awaited
    return {
      resource,
      ...(resource.namespaced ? { namespace: id.namespace } : {}),
      ...(group.length === 1 ? { fieldSelector: `metadata.name=${id.name}` } : {}),
    }
  })
}

function isSelected({ resource, namespace, fieldSelector }: Selection, { id, ...one }: Awaited) {
  const isKind = one.resource.group === resource.group && one.resource.kind === resource.kind
  const isHere = !resource.namespaced || id.namespace === namespace
  return isKind && isHere && [undefined, `metadata.name=${id.name}`].includes(fieldSelector)
}
