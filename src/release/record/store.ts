import type { Written } from '../../kube/answer.ts'
import type { KubeClient } from '../../kube/client.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { ReleaseError } from '../errors.ts'
import type { Labels, ReleaseRecord, ReleaseTarget } from '../release.ts'
import { type OutriggerRecord, createOutriggerRecord } from './outrigger-record.ts'
import { type Driver, resourceOf } from './driver.ts'
import { fitRecord } from './codec/split-record.ts'
import type { KnownRevisions } from './known-revisions.ts'
import { PackedBodies } from './codec/packed-bodies.ts'
import { type ReleaseOwner, ownerLabels } from './owner-labels.ts'
import { deleteOwn, giveOwner, listOwn, ownName } from './own-secret.ts'
import { isOldPart, writeParts } from './parts.ts'
import { revisionsToPrune } from './prune.ts'
import { keyOf, revisionOf, revisionSelector, storageObject } from './storage-object.ts'
import { StoredRevision } from './stored-revision.ts'

export interface StoreOptions {
  readonly client: KubeClient
  readonly driver?: Driver
  /** Told of records that cannot be read; they are passed over, as Helm does. */
  readonly onBroken?: (broken: BrokenRevision) => void
  /** The revisions that a watch tells of; without them the API server is asked. */
  readonly known?: KnownRevisions
}

export interface BrokenRevision {
  readonly namespace: string
  readonly name: string
  readonly revision: number
  readonly reason: string
}

export interface CreateOptions {
  readonly labels: Labels
  /** Revisions that stay, the new one included; 0 for all. */
  readonly maxHistory: number
  /** Written first: whoever sees the record sees what was intended. */
  readonly outriggerRecord?: OutriggerRecord
  /** The revisions that there are, when that is known. */
  readonly revisions?: readonly StoredRevision[]
}

/** A revision with its record. */
export interface ReadRevision {
  readonly stored: StoredRevision
  readonly record: ReleaseRecord
}

type ReleaseName = Omit<ReleaseTarget, 'client'>

// Helm's own writes are owned by this name, so that taking turns leaves one owner. The answer holds
// metadata only, because we know what we wrote.
const written = { fieldManager: 'Helm', answer: 'metadata' } as const

/** The records of releases on a cluster. */
export class ReleaseStore {
  private readonly client: KubeClient
  private readonly driver: Driver
  private readonly onBroken: (broken: BrokenRevision) => void
  private readonly known: KnownRevisions | undefined
  private readonly bodies = new PackedBodies()

  constructor({ client, driver = 'secret', onBroken = () => {}, known }: StoreOptions) {
    this.client = client
    this.driver = driver
    this.onBroken = onBroken
    this.known = known
  }

  /** All revisions of all releases in a namespace, or in all of them, by one request; none is decoded. */
  async list(
    { namespace, labelSelector }: { readonly namespace?: string; readonly labelSelector?: string },
    signal: AbortSignal,
  ): Promise<readonly StoredRevision[]> {
    const selector = [revisionSelector(), labelSelector ?? ''].filter((one) => one !== '').join(',')
    return this.query(namespace, selector, 'bodies', signal)
  }

  /** The revisions of a release, the oldest first, by one request; none is decoded. */
  async history(
    { namespace, name }: ReleaseName,
    signal: AbortSignal,
  ): Promise<readonly StoredRevision[]> {
    return this.query(namespace, revisionSelector(name), 'bodies', signal)
  }

  /** The same without bodies: each is fetched when it is read. */
  async outline(
    { namespace, name }: ReleaseName,
    signal: AbortSignal,
  ): Promise<readonly StoredRevision[]> {
    const known = this.known?.of({ namespace, name })
    if (known !== undefined) return this.sorted(known, 'later')
    return this.query(namespace, revisionSelector(name), 'later', signal)
  }

  /** The revisions of all releases in a namespace, or in all of them, without bodies. */
  async outlineAll(
    namespace: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly StoredRevision[]> {
    return this.query(namespace, revisionSelector(), 'later', signal)
  }

  /** The records of revisions that can be read. */
  async readAll(
    revisions: readonly StoredRevision[],
    signal: AbortSignal,
  ): Promise<readonly ReadRevision[]> {
    const read = await Promise.all(revisions.map((stored) => this.read(stored, signal)))
    return read.filter((one) => one !== undefined)
  }

  /** The newest revision that can be read. */
  async last(place: ReleaseName, signal: AbortSignal): Promise<ReadRevision | undefined> {
    return this.newest(await this.outline(place, signal), signal)
  }

  /** The newest revision that is deployed. */
  async deployed(place: ReleaseName, signal: AbortSignal): Promise<ReadRevision | undefined> {
    const revisions = await this.outline(place, signal)
    return this.newest(
      revisions.filter(({ status }) => status === 'deployed'),
      signal,
    )
  }

  /** One revision; undefined when it is not there. */
  async get(
    { namespace, name }: ReleaseName,
    revision: number,
    signal: AbortSignal,
  ): Promise<ReadRevision | undefined> {
    const resource = resourceOf(this.driver)
    const where = { resource, namespace, name: keyOf(name, revision) }
    const object = await getObject(this.client, where, {}, signal)
    if (object === undefined) return undefined
    const stored = this.storedOf(object, 'bodies')
    return stored && { stored, record: await stored.record(signal) }
  }

  /** Begins to pack a record that will be written soon, on another thread. */
  prepare(record: ReleaseRecord): void {
    // The writer of the record gets the error later.
    this.bodies
      .of(record)
      .bytes()
      .catch(() => {})
  }

  /** Records a new revision. Fails with `exists` when there is one of that number. */
  async create(record: ReleaseRecord, options: CreateOptions, signal: AbortSignal): Promise<void> {
    const target = this.targetOf(record)
    const { outriggerRecord, revisions } = options
    this.prepare(record)
    await this.prune(target, options.maxHistory, revisions, signal)
    if (outriggerRecord !== undefined)
      await createOutriggerRecord(target, record, outriggerRecord, signal)
    const { text, rest } = await fitRecord(record, this.bodies)
    const parts = rest === undefined ? [] : await writeParts(target, record.version, rest, signal)
    const owner = await this.post(record, text, options.labels, signal)
    const own = outriggerRecord === undefined ? [] : [ownName(record.name, record.version, '')]
    await giveOwner(target, [...own, ...parts], owner, signal)
  }

  /**
   * Replaces the record of a revision. The last writer wins, as with Helm, unless it says what it
   * replaces.
   */
  async update(
    record: ReleaseRecord,
    labels: Labels,
    signal: AbortSignal,
    replaced?: StoredRevision,
  ): Promise<void> {
    const target = this.targetOf(record)
    const { text, rest } = await fitRecord(record, this.bodies)
    const parts = rest === undefined ? [] : await writeParts(target, record.version, rest, signal)
    const owner = await this.put(
      this.objectOf(record, { text, labels }, 'modifiedAt', replaced),
      signal,
    )
    if (rest === undefined) return
    await giveOwner(target, parts, owner, signal)
    const own = await listOwn(target, record.version, signal)
    const old = own.filter((name) => isOldPart(name, record.name, record.version, rest.pointer))
    await deleteOwn(target, old, signal)
  }

  /** Writes into all records of a release whose it is. Fails when somebody else wrote the newest one meanwhile. */
  async claim(place: ReleaseName, owner: ReleaseOwner, signal: AbortSignal): Promise<void> {
    const resource = resourceOf(this.driver)
    const [last, ...older] = (await this.outline(place, signal)).toReversed()
    if (last === undefined) return
    const write = async (revision: number, more: JsonObject) => {
      const where = { resource, namespace: place.namespace, name: keyOf(place.name, revision) }
      const patch = { metadata: { labels: ownerLabels(owner), ...more } }
      this.noted(await patchObject(this.client, where, { type: 'merge', patch }, written, signal))
    }
    await write(last.revision, { resourceVersion: last.resourceVersion })
    for (const { revision } of older) await write(revision, {})
  }

  /** Deletes a revision with all that belongs to it. */
  async delete(place: ReleaseName, revision: number, signal: AbortSignal): Promise<void> {
    const target = { client: this.client, ...place }
    await this.drop(place, revision, signal)
    await deleteOwn(target, await listOwn(target, revision, signal), signal)
  }

  /** Deletes all revisions of a release. */
  async purge(place: ReleaseName, signal: AbortSignal): Promise<void> {
    const target = { client: this.client, ...place }
    const revisions = await this.outline(place, signal)
    // The newest last: what is left of a purge that was interrupted still says where the release stands.
    for (const { revision } of revisions) await this.drop(place, revision, signal)
    await deleteOwn(target, await listOwn(target, undefined, signal), signal)
  }

  private async prune(
    target: ReleaseTarget,
    maxHistory: number,
    known: readonly StoredRevision[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (maxHistory <= 0) return
    const old = revisionsToPrune(known ?? (await this.outline(target, signal)), maxHistory)
    await Promise.all(old.map(({ revision }) => this.delete(target, revision, signal)))
  }

  private async drop({ namespace, name }: ReleaseName, revision: number, signal: AbortSignal) {
    const resource = resourceOf(this.driver)
    const where = { resource, namespace, name: keyOf(name, revision) }
    await deleteObject(this.client, where, {}, signal)
    this.known?.noteDeleted({ namespace, name }, where.name)
  }

  private async post(
    record: ReleaseRecord,
    text: string,
    labels: Labels,
    signal: AbortSignal,
  ): Promise<KubeObject> {
    const object = this.objectOf(record, { text, labels }, 'createdAt')
    try {
      const resource = resourceOf(this.driver)
      return this.noted(await createObject(this.client, resource, object, written, signal))
    } catch (cause) {
      if (!isKubeError(cause, 'already-exists')) throw cause
      const what = `revision ${record.version} of release ${record.name} exists already`
      throw new ReleaseError('exists', what, { cause })
    }
  }

  private async put(object: KubeObject, signal: AbortSignal): Promise<KubeObject> {
    try {
      const resource = resourceOf(this.driver)
      return this.noted(await updateObject(this.client, resource, object, written, signal))
    } catch (cause) {
      if (!isKubeError(cause, 'not-found')) throw cause
      const { name, revision } = revisionOf(object) ?? { name: nameOf(object), revision: 0 }
      const what = `revision ${revision} of release ${name} is no longer there`
      throw new ReleaseError('gone', what, { cause })
    }
  }

  private noted({ object }: Written): KubeObject {
    const release = revisionOf(object)?.name
    if (this.known === undefined || release === undefined) return object
    this.known.note({ namespace: namespaceOf(object), name: release }, object)
    return object
  }

  private objectOf(
    record: ReleaseRecord,
    { text, labels }: { readonly text: string; readonly labels: Labels },
    moment: 'createdAt' | 'modifiedAt',
    replaced?: StoredRevision,
  ): KubeObject {
    const now = this.client.clock.now()
    const { driver } = this
    const object = storageObject({ driver, record, text, labels, written: moment, now })
    if (replaced === undefined) return object
    const { resourceVersion } = replaced
    return { ...object, metadata: { ...object.metadata, resourceVersion } }
  }

  private async query(
    namespace: string | undefined,
    labelSelector: string,
    bodies: 'bodies' | 'later',
    signal: AbortSignal,
  ): Promise<readonly StoredRevision[]> {
    const resource = resourceOf(this.driver)
    const where = namespace === undefined ? {} : { namespace }
    const { objects } = await listObjects(
      this.client,
      { resource, labelSelector, ...where },
      { metadataOnly: bodies === 'later', pageSize: 0 },
      signal,
    )
    return this.sorted(objects, bodies)
  }

  private sorted(
    objects: readonly KubeObject[],
    bodies: 'bodies' | 'later',
  ): readonly StoredRevision[] {
    return objects
      .flatMap((object) => this.storedOf(object, bodies) ?? [])
      .toSorted((a, b) => a.revision - b.revision)
  }

  private storedOf(object: KubeObject, bodies: 'bodies' | 'later'): StoredRevision | undefined {
    return StoredRevision.of(this.client, resourceOf(this.driver), object, bodies)
  }

  private async newest(
    revisions: readonly StoredRevision[],
    signal: AbortSignal,
  ): Promise<ReadRevision | undefined> {
    for (const stored of revisions.toReversed()) {
      const read = await this.read(stored, signal)
      if (read !== undefined) return read
    }
    return undefined
  }

  private async read(
    stored: StoredRevision,
    signal: AbortSignal,
  ): Promise<ReadRevision | undefined> {
    try {
      return { stored, record: await stored.record(signal) }
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error
      const { namespace, name, revision } = stored
      this.onBroken({ namespace, name, revision, reason: error.message })
      return undefined
    }
  }

  private targetOf({ namespace, name }: ReleaseRecord): ReleaseTarget {
    return { client: this.client, namespace, name }
  }
}
