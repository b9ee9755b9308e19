import { type KubeObject, textAt, uidOf } from '../objects/kube-object.ts'
import type { Selection } from '../kube/api-resource.ts'
import type { KubeClient } from '../kube/client.ts'
import { KubeError, isKubeError } from '../kube/errors.ts'
import { type FollowOptions, followObjects } from '../kube/watch/follow-objects.ts'
import type { ObjectEvent } from '../kube/watch/watch-once.ts'
import { abortReason } from '../std/clock.ts'
import { type IndexValues, type ObjectKey, ObjectStore, keyOf } from './object-store.ts'

/** A change of an object, as far as this informer could see. */
export type ObjectChange =
  | { readonly type: 'added'; readonly object: KubeObject }
  | { readonly type: 'modified'; readonly object: KubeObject; readonly before: KubeObject }
  /** The last state that was seen; when the deletion itself was missed, that may be an old one. */
  | { readonly type: 'deleted'; readonly object: KubeObject }

/** Called for each change, in order. Must be quick and must not throw: put a key into a queue. */
export type ChangeHandler = (change: ObjectChange) => void

export interface InformerOptions extends FollowOptions {
  /** The part of each object that is kept; leave out fields that are not read. */
  readonly keep?: (object: KubeObject) => KubeObject
  /** A handler threw; the others are called all the same. */
  readonly handlerFailed?: (error: unknown) => void
}

/**
 * A copy of the objects of one selection, kept true by one watch for all who want to know. A deletion
 * that was missed while the watch was away is delivered when it is back.
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
  private lastTrouble: Error | undefined
  private readonly troubled = new Set<(error: Error) => void>()

  constructor(client: KubeClient, selection: Selection, options: InformerOptions) {
    this.client = client
    this.selection = selection
    this.options = options
  }

  /** Whether all objects of the first list are known and were delivered. */
  get hasSynced(): boolean {
    return this.synced
  }

  /** Milliseconds since the server was last heard; undefined before the first time. */
  get silentFor(): number | undefined {
    return this.heardAt === undefined ? undefined : this.client.clock.monotonic() - this.heardAt
  }

  /** Why the server could not be followed the last time; undefined while it can. */
  get trouble(): Error | undefined {
    return this.lastTrouble
  }

  /** Resolves when everything is known, which may be never: only its signal ends it. */
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

  /** The same with an end: rejects when the server refuses, or after so many milliseconds. */
  async untilSyncedWithin(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.synced) return
    const { clock } = this.client
    const end = new AbortController()
    const refuse = (error: Error) => {
      if (isRefusal(error)) end.abort(error)
    }
    const cancel = clock.after(milliseconds, () => end.abort(this.tooLate(milliseconds)))
    this.troubled.add(refuse)
    if (this.lastTrouble !== undefined) refuse(this.lastTrouble)
    try {
      await this.untilSynced(AbortSignal.any([signal, end.signal]))
    } finally {
      cancel()
      this.troubled.delete(refuse)
    }
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
    const { observer } = this.options
    const options = {
      ...this.options,
      observer: {
        ...observer,
        troubled: (error: Error, failures: number) => {
          this.lastTrouble = error
          for (const tell of this.troubled) tell(error)
          observer?.troubled?.(error, failures)
        },
      },
    }
    for await (const change of followObjects(this.client, this.selection, options, signal)) {
      this.lastTrouble = undefined
      this.heardAt = this.client.clock.monotonic()
      if (change.type === 'replaced') this.replace(change.objects)
      else if (change.type === 'changed') for (const event of change.events) this.take(event)
    }
    throw abortReason(signal)
  }

  private tooLate(milliseconds: number): KubeError {
    const { resource } = this.selection.resource
    const why = this.lastTrouble === undefined ? '' : `: ${this.lastTrouble.message}`
    const what = `${resource} could not be listed within ${milliseconds / 1000} seconds${why}`
    const { lastTrouble: cause } = this
    return new KubeError('timed-out', what, cause === undefined ? {} : { cause })
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

const refusals: readonly (number | undefined)[] = [401, 403, 404, 405]

// It is asked again all the same; but a server that said no is not one that is slow.
function isRefusal(error: Error): boolean {
  return isKubeError(error) && refusals.includes(error.status)
}

function isSameState(a: KubeObject, b: KubeObject): boolean {
  const version = textAt(a, ['metadata', 'resourceVersion'])
  return (
    version !== '' &&
    version === textAt(b, ['metadata', 'resourceVersion']) &&
    uidOf(a) === uidOf(b)
  )
}
