import { type KubeObject, textAt, uidOf } from '../objects/kube-object.ts'
import type { Selection } from '../kube/api-resource.ts'
import type { KubeClient } from '../kube/client.ts'
import { type FollowOptions, followObjects } from '../kube/watch/follow-objects.ts'
import type { ObjectEvent } from '../kube/watch/watch-once.ts'
import { abortReason } from '../std/clock.ts'
import { type IndexValues, type ObjectKey, ObjectStore, keyOf } from './object-store.ts'

/** What happened to an object, as far as this informer could see. */
export type ObjectChange =
  | { readonly type: 'added'; readonly object: KubeObject }
  | { readonly type: 'modified'; readonly object: KubeObject; readonly before: KubeObject }
  /** The last state that was seen; when the deletion itself was missed, that may be an old one. */
  | { readonly type: 'deleted'; readonly object: KubeObject }

/** Called for each change, in order. Must be quick and must not throw: put a key into a queue. */
export type ChangeHandler = (change: ObjectChange) => void

export interface InformerOptions extends FollowOptions {
  /** What is kept of each object; leave out what nobody reads. */
  readonly keep?: (object: KubeObject) => KubeObject
  /** A handler threw; the others are called all the same. */
  readonly handlerFailed?: (error: unknown) => void
}

/**
 * A copy of the objects of one selection, kept true by one watch for all who want to know. A deletion
 * that was missed while the watch was away is told when it is back.
 */
export class Informer {
  readonly selection: Selection
  private readonly client: KubeClient
  private readonly options: InformerOptions
  private readonly store = new ObjectStore()
  private readonly handlers = new Set<ChangeHandler>()
  private readonly waiting = new Set<() => void>()
  private synced = false
  private heardAt: number | undefined

  constructor(client: KubeClient, selection: Selection, options: InformerOptions) {
    this.client = client
    this.selection = selection
    this.options = options
  }

  /** Whether everything that was there at the beginning is known and has been told. */
  get hasSynced(): boolean {
    return this.synced
  }

  /** Milliseconds since the server was last heard; undefined before the first time. */
  get silentFor(): number | undefined {
    return this.heardAt === undefined ? undefined : this.client.clock.monotonic() - this.heardAt
  }

  /** Resolves when everything is known. */
  untilSynced(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.synced) return resolve()
      if (signal.aborted) return reject(abortReason(signal))
      const done = () => {
        this.waiting.delete(done)
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const stop = () => {
        this.waiting.delete(done)
        reject(abortReason(signal))
      }
      this.waiting.add(done)
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  addIndex(name: string, valuesOf: IndexValues): void {
    this.store.addIndex(name, valuesOf)
  }

  /** Tells the handler of everything that is known now, and of every change; gives back how to stop that. */
  addHandler(handler: ChangeHandler): () => void {
    for (const object of this.store.list()) this.call(handler, { type: 'added', object })
    this.handlers.add(handler)
    return () => void this.handlers.delete(handler)
  }

  get(key: ObjectKey): KubeObject | undefined {
    return this.store.get(key)
  }

  list(): readonly KubeObject[] {
    return this.store.list()
  }

  byIndex(name: string, value: string): readonly KubeObject[] {
    return this.store.byIndex(name, value)
  }

  /** Follows the server until the signal, with whose reason it then rejects. */
  async run(signal: AbortSignal): Promise<never> {
    for await (const change of followObjects(this.client, this.selection, this.options, signal)) {
      this.heardAt = this.client.clock.monotonic()
      if (change.type === 'replaced') this.replace(change.objects)
      else if (change.type === 'changed') for (const event of change.events) this.take(event)
    }
    throw abortReason(signal)
  }

  private replace(objects: readonly KubeObject[]): void {
    const missing = new Set(this.store.keys())
    for (const object of objects) {
      missing.delete(keyOf(object))
      this.put(object)
    }
    for (const key of missing) this.drop(key, this.store.get(key))
    this.synced = true
    for (const done of this.waiting) done()
  }

  private take({ type, object }: ObjectEvent): void {
    if (type === 'deleted') this.drop(keyOf(object), object)
    else this.put(object)
  }

  private put(fresh: KubeObject): void {
    const key = keyOf(fresh)
    const before = this.store.get(key)
    if (before !== undefined && isSameState(before, fresh)) return
    const object = this.options.keep?.(fresh) ?? fresh
    // Deleted and made again while nobody looked: two objects, not one that changed.
    if (before !== undefined && uidOf(before) !== uidOf(fresh)) this.drop(key, before)
    const isChange = this.store.get(key) !== undefined
    this.store.set(key, object)
    this.tell(isChange && before ? { type: 'modified', object, before } : { type: 'added', object })
  }

  private drop(key: ObjectKey, last: KubeObject | undefined): void {
    if (last === undefined || this.store.get(key) === undefined) return
    this.store.delete(key)
    this.tell({ type: 'deleted', object: this.options.keep?.(last) ?? last })
  }

  private tell(change: ObjectChange): void {
    for (const handler of this.handlers) this.call(handler, change)
  }

  private call(handler: ChangeHandler, change: ObjectChange): void {
    try {
      handler(change)
    } catch (error) {
      // One bad handler must not make the others deaf.
      this.options.handlerFailed?.(error)
    }
  }
}

function isSameState(a: KubeObject, b: KubeObject): boolean {
  const version = textAt(a, ['metadata', 'resourceVersion'])
  return (
    version !== '' &&
    version === textAt(b, ['metadata', 'resourceVersion']) &&
    uidOf(a) === uidOf(b)
  )
}
