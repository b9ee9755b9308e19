import { type JsonObject, fieldOf } from '../../objects/json.ts'
import {
  listAt,
  nameOf,
  namespaceOf,
  ownersOf,
  textAt,
  uidOf,
  type OwnerReference,
} from '../../objects/kube-object.ts'
import { deleteObject } from '../registry/delete.ts'
import { inBackground } from '../registry/delete-options.ts'
import { draftOf, ensureChild, type Draft, type DraftValue } from '../registry/draft.ts'
import type { Registry } from '../registry/registry.ts'
import type { Served } from '../registry/served.ts'
import { updateObject } from '../registry/update.ts'
import type { Entry, StoreEvent } from '../storage/entry.ts'
import { systemContext, unlessGone } from './system-user.ts'
import { withoutFinalizer } from './without-finalizer.ts'

const how = { mayCreate: false, isApply: false }

/** Deletes what nobody owns any more, and lets owners go when their dependents are gone or orphaned. */
export class GarbageCollector {
  readonly #registry: Registry
  readonly #onFailure: (error: unknown) => void
  /** The dependents of an owner's uid, as `bucket name`. */
  readonly #dependents = new Map<string, Map<string, Entry>>()
  readonly #queue = new Map<string, Entry>()
  #running = false
  #stop: () => void

  constructor(registry: Registry, onFailure: (error: unknown) => void) {
    this.#registry = registry
    this.#onFailure = onFailure
    // At a start, objects that have nothing to do with it are not even parsed.
    const concerned = [...registry.store.everything()].filter(mayConcern)
    for (const entry of concerned) this.#note(undefined, entry)
    for (const entry of concerned) this.#enqueue(entry)
    this.#stop = registry.store.watchEverything((event) => this.#see(event))
  }

  stop(): void {
    this.#stop()
    this.#queue.clear()
  }

  #see(event: StoreEvent): void {
    const stays = event.type === 'put' ? event.entry : undefined
    this.#note(event.previous, stays)
    if (stays === undefined) {
      for (const dependent of this.#dependentsOf(event.entry)) this.#enqueue(dependent)
    } else this.#enqueue(stays)
    // An owner that waits for its dependents may have waited for this one.
    const before = stays === undefined ? event.entry : event.previous
    if (before === undefined) return
    for (const owner of ownersOf(before.object as JsonObject)) {
      if (stays !== undefined && isBlocking(stays, owner.uid)) continue
      const found = this.#find(owner, namespaceOf(before.object as JsonObject))
      if (found !== undefined && found !== 'unknown' && isWaiting(found)) this.#enqueue(found)
    }
  }

  #note(before: Entry | undefined, now: Entry | undefined): void {
    const key = now === undefined ? keyOf(before) : keyOf(now)
    for (const uid of ownerUids(before)) this.#dependents.get(uid)?.delete(key)
    for (const uid of ownerUids(now)) {
      const known = this.#dependents.get(uid) ?? new Map<string, Entry>()
      this.#dependents.set(uid, known)
      if (now !== undefined) known.set(key, now)
    }
  }

  #dependentsOf(owner: Entry): readonly Entry[] {
    return [...(this.#dependents.get(uidOf(owner.object as JsonObject))?.values() ?? [])]
  }

  #enqueue(entry: Entry): void {
    const object = entry.object as JsonObject
    const isDeleted = textAt(object, ['metadata', 'deletionTimestamp']) !== ''
    if (!isDeleted && listAt(object, ['metadata', 'ownerReferences']).length === 0) return
    this.#queue.set(keyOf(entry), entry)
    if (this.#running) return
    this.#running = true
    queueMicrotask(() => void this.#work())
  }

  async #work(): Promise<void> {
    for (const [key, entry] of this.#queue) {
      this.#queue.delete(key)
      await this.#settle(entry).catch(this.#onFailure)
    }
    this.#running = false
  }

  async #settle(noted: Entry): Promise<void> {
    const entry = this.#registry.store.get(noted.bucket, noted.name)
    const served = this.#servedOf(noted.bucket)
    if (entry === undefined || served === undefined) return
    const object = entry.object as JsonObject
    if (textAt(object, ['metadata', 'deletionTimestamp']) !== '') {
      const finalizers = listAt(object, ['metadata', 'finalizers'])
      if (finalizers.includes('orphan')) await this.#orphan(served, entry)
      if (finalizers.includes('foregroundDeletion')) await this.#deleteFirst(served, entry)
      return
    }
    await this.#collect(served, entry)
  }

  /** Deletes an object that no owner holds; else forgets the owners that are gone or going. */
  async #collect(served: Served, entry: Entry): Promise<void> {
    const object = entry.object as JsonObject
    const owners = ownersOf(object)
    if (owners.length === 0) return
    const gone: string[] = []
    const waiting: string[] = []
    for (const owner of owners) {
      const found = this.#find(owner, namespaceOf(object))
      if (found === 'unknown') return
      if (found === undefined) gone.push(owner.uid)
      else if (isWaiting(found)) waiting.push(owner.uid)
    }
    const leaving = [...gone, ...waiting]
    if (leaving.length === 0) return
    if (leaving.length < owners.length) {
      // A waiting owner is forgotten, too: it would wait for ever for what another one keeps.
      await this.#change(served, object, (old) => withoutOwners(old, leaving))
      return
    }
    const dependents = this.#dependentsOf(entry)
    // In a circle, each would wait for the next.
    if (waiting.length > 0 && dependents.some(isWaiting)) {
      await this.#change(served, object, withoutBlocking)
    }
    const isForeground = waiting.length > 0 && dependents.length > 0
    const propagation = isForeground ? 'Foreground' : propagationOf(object)
    const preconditions = { uid: uidOf(object), resourceVersion: undefined }
    const options = { ...inBackground, propagation, preconditions } as const
    const context = systemContext(served, namespaceOf(object))
    await unlessGone(() => deleteObject(this.#registry, context, nameOf(object), options))
  }

  /** Undefined when the owner is gone, 'unknown' when its kind is not served. */
  #find(owner: OwnerReference, namespace: string): Entry | 'unknown' | undefined {
    const served = this.#registry.catalogue.findKind(owner.apiVersion, owner.kind)
    if (served === undefined) return 'unknown'
    const name = served.resource.namespaced ? `${namespace}/${owner.name}` : owner.name
    const found = this.#registry.store.get(served.bucket, name)
    return found !== undefined && uidOf(found.object as JsonObject) === owner.uid
      ? found
      : undefined
  }

  async #orphan(served: Served, owner: Entry): Promise<void> {
    const uid = uidOf(owner.object as JsonObject)
    for (const dependent of this.#dependentsOf(owner)) {
      const kind = this.#servedOf(dependent.bucket)
      if (kind === undefined) continue
      await this.#change(kind, dependent.object as JsonObject, (old) => withoutOwners(old, [uid]))
    }
    await this.#release(served, owner, 'orphan')
  }

  async #deleteFirst(served: Served, owner: Entry): Promise<void> {
    const dependents = this.#dependentsOf(owner)
    for (const dependent of dependents) {
      const kind = this.#servedOf(dependent.bucket)
      const isDeleted = textAt(dependent.object, ['metadata', 'deletionTimestamp']) !== ''
      if (kind !== undefined && !isDeleted) await this.#collect(kind, dependent)
    }
    const uid = uidOf(owner.object as JsonObject)
    if (this.#dependentsOf(owner).every((one) => !isBlocking(one, uid))) {
      await this.#release(served, owner, 'foregroundDeletion')
    }
  }

  async #release(served: Served, owner: Entry, finalizer: string): Promise<void> {
    const object = owner.object as JsonObject
    await this.#change(served, object, (old) => withoutFinalizer(old, finalizer))
  }

  async #change(
    served: Served,
    object: JsonObject,
    change: (old: JsonObject) => Draft,
  ): Promise<void> {
    const context = systemContext(served, namespaceOf(object))
    await unlessGone(() =>
      updateObject(this.#registry, context, nameOf(object), {
        transform: (old) => change(old ?? object),
        options: how,
      }),
    )
  }

  #servedOf(bucket: string): Served | undefined {
    return this.#registry.catalogue.stored().find((served) => served.bucket === bucket)
  }
}

function mayConcern({ bytes }: Entry): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return text.includes('"ownerReferences"') || text.includes('"deletionTimestamp"')
}

function keyOf(entry: Entry | undefined): string {
  return entry === undefined ? '' : `${entry.bucket} ${entry.name}`
}

function ownerUids(entry: Entry | undefined): readonly string[] {
  return entry === undefined ? [] : ownersOf(entry.object as JsonObject).map(({ uid }) => uid)
}

/** An owner that is to go after its dependents. */
function isWaiting(owner: Entry): boolean {
  return (
    textAt(owner.object, ['metadata', 'deletionTimestamp']) !== '' &&
    listAt(owner.object, ['metadata', 'finalizers']).includes('foregroundDeletion')
  )
}

function isBlocking(dependent: Entry, uid: string): boolean {
  return listAt(dependent.object, ['metadata', 'ownerReferences']).some(
    (owner) => fieldOf(owner, 'uid') === uid && fieldOf(owner, 'blockOwnerDeletion') === true,
  )
}

/** The object's own request, when nobody waits for it. */
function propagationOf(object: JsonObject): 'Orphan' | 'Foreground' | 'Background' {
  const finalizers = listAt(object, ['metadata', 'finalizers'])
  if (finalizers.includes('orphan')) return 'Orphan'
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background'
}

function withoutBlocking(object: JsonObject): Draft {
  const draft = draftOf(object)
  const metadata = ensureChild(draft, 'metadata')
  metadata['ownerReferences'] = listAt(metadata, ['ownerReferences']).map((owner) =>
    fieldOf(owner, 'blockOwnerDeletion') === true
      ? { ...(owner as JsonObject), blockOwnerDeletion: false }
      : owner,
  ) as DraftValue[]
  return draft
}

function withoutOwners(object: JsonObject, uids: readonly string[]): Draft {
  const draft = draftOf(object)
  const metadata = ensureChild(draft, 'metadata')
  const rest = listAt(metadata, ['ownerReferences']).filter(
    (owner) => !uids.includes(textAt(owner, ['uid'])),
  )
  if (rest.length === 0) delete metadata['ownerReferences']
  else metadata['ownerReferences'] = rest as DraftValue[]
  return draft
}
