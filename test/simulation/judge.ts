import type { StoreEvent } from '../../src/apiserver/storage/entry.ts'
import type { Store } from '../../src/apiserver/storage/store.ts'
import { recordOf as leaseRecord } from '../../src/controller/election/lease-record.ts'
import type { TransportRequest } from '../../src/kube/transport.ts'
import { equalJson, type Json } from '../../src/objects/json.ts'
import {
  type KubeObject,
  annotationsOf,
  conditionOf,
  listAt,
  numberAt,
  readPath,
  textAt,
} from '../../src/objects/kube-object.ts'
import { retryAnnotation } from '../../src/operator/pass/plugin-names.ts'
import type { Clock } from '../../src/std/clock.ts'
import { platform } from './operators.ts'
import { falsehoodOf } from './falsehood.ts'
import {
  type Where,
  asObject,
  buckets,
  keyOf,
  objectAt,
  objectsIn,
  isOfTenant,
  namespaceOfKey,
  placeOf,
  type RevisionFacts,
  revisionFacts,
  whereOf,
} from './seen-cluster.ts'
import type { Story } from './story.ts'
import { tellsSecret } from './told-secrets.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Violation, ViolationKind } from './violation.ts'

const lead = `${platform}/outrigger-operator`
const leadPath = `/apis/coordination.k8s.io/v1/namespaces/${platform}/leases/outrigger-operator`
/** A desired plugin that was another one so shortly before may still be acted on. */
const slowest = 180_000
/** So shortly after somebody changed an object by hand a status may not know it: watches are cut for 40 s at most. */
const unheard = 60_000
const needlessFrom = 4
const releaseMark = 'meta.helm.sh/release-name'

/** An object on a cluster. */
export interface ObjectPlace {
  readonly where: Where
  readonly bucket: string
  readonly key: string
}

/** Looks at every write while the story goes on, and tells what must not be. */
export class Judge {
  readonly violations: Violation[] = []
  private readonly clock: Clock
  private readonly causes: number
  /** Objects that people made, by their place. */
  private readonly foreign = new Map<string, Json>()
  private readonly busy = new Set<string>()
  private readonly released = new Set<string>()
  /** Since when a plugin is suspended. */
  private readonly suspended = new Map<string, number>()
  /** Since when a plugin has had the window that it has. */
  private readonly frozen = new Map<string, number>()
  /** When a plugin was last not wanted, by key. */
  private readonly unwanted = new Map<string, number>()
  /** When somebody changed objects of a plugin by hand. */
  private readonly touched = new Map<string, number>()
  /** Plugins that said at some time that they were installed. */
  private readonly installed = new Set<string>()
  /** Plugins of which somebody owns a field of an object. */
  readonly edited = new Set<string>()
  private readonly revisions = new Map<string, number>()
  readonly stores = new Map<Where, Store>()
  private began = 0

  constructor(clock: Clock, { changes, faults }: Story) {
    this.clock = clock
    this.causes = changes.length + faults.length
  }

  begin(): void {
    this.began = this.clock.monotonic()
  }

  /** Follows a server, which may be another one after an upgrade. */
  follow(where: Where, store: Store): void {
    this.stores.set(where, store)
    store.watchEverything((event) => this.see(where, event))
  }

  report(kind: ViolationKind, text: string): void {
    const at = this.clock.monotonic() - this.began
    if (this.violations.some((one) => one.kind === kind && one.text === text)) return
    this.violations.push({ kind, at, text })
  }

  /** Says that an object is a person's; whoever else changes or deletes it does wrong. */
  async asPerson(place: ObjectPlace, write: () => Promise<KubeObject>): Promise<void> {
    await this.asPersonIfNew(place, write)
  }

  /** The same, unless nothing was written. */
  async asPersonIfNew(place: ObjectPlace, write: () => Promise<KubeObject | undefined>) {
    const id = idOf(place)
    this.busy.add(id)
    const written = await write()
    this.busy.delete(id)
    if (written === undefined) return
    this.foreign.set(id, contentOf(place.bucket, written))
    // Somebody may have changed it before the person heard that it was made.
    const store = this.stores.get(place.where)
    const now = store?.get(place.bucket, place.key)
    if (now !== undefined) this.compareForeign(id, contentOf(place.bucket, asObject(now.object)))
  }

  /** An object is a person's no longer: that person deletes it. */
  forgetForeign(place: ObjectPlace): void {
    this.foreign.delete(idOf(place))
  }

  /** Somebody changes an object of a plugin, or its values, behind its back. */
  touch(plugin: string, how: 'edit' | 'remove' | 'values'): void {
    this.touched.set(plugin, this.clock.monotonic())
    if (how === 'edit') this.edited.add(plugin)
  }

  /** A plugin may take an object from now on. */
  release(place: ObjectPlace): void {
    this.released.add(place.key)
    this.foreign.delete(idOf(place))
  }

  /** Whether a plugin may take an object of that key whoever makes it. */
  isReleased(key: string): boolean {
    return this.released.has(key)
  }

  /** Whether an object is a person's, be it that nobody has adopted it yet. */
  isForeign(place: ObjectPlace): boolean {
    if (this.foreign.has(idOf(place))) return true
    const store = this.stores.get(place.where)
    const object = store && objectAt(store, place.bucket, place.key)
    const isMarked = object !== undefined && releaseMark in annotationsOf(object)
    return this.released.has(place.key) && object !== undefined && !isMarked
  }

  /** A request of an operator is about to be carried out. */
  arrives({ name }: SimulatedProcess, request: TransportRequest): string | undefined {
    if (!isWrite(request)) return undefined
    const { method, path } = request
    const hub = this.stores.get('hub')
    const lease = hub && objectAt(hub, buckets.leases, lead)
    const { holder, renewTime, durationSeconds } = leaseRecord(lease ?? noLease)
    const age = this.clock.now() - Date.parse(renewTime)
    if (holder === name && age <= durationSeconds * 1000) return undefined
    const whose = holder === name ? `its own, but ${age} ms old` : holder === '' ? 'free' : holder
    return `${method} ${path.split('?', 1)[0] ?? ''} by ${name} while the lease is ${whose}`
  }

  private see(where: Where, event: StoreEvent): void {
    const { entry } = event
    if (entry.bucket === buckets.secrets) this.seeRevision(where, event)
    this.seeForeign(where, event)
    if (event.type !== 'delete' && tellsSecret(entry.bucket, asObject(entry.object))) {
      this.report('secret told', `${entry.bucket} ${entry.name} tells what is in a Secret`)
    }
    if (where === 'hub' && entry.bucket === buckets.plugins) this.seePlugin(event)
  }

  private seeForeign(where: Where, { type, entry }: StoreEvent): void {
    const id = idOf({ where, bucket: entry.bucket, key: entry.name })
    if (!this.foreign.has(id) || this.busy.has(id)) return
    if (type === 'delete') {
      this.report('foreign object deleted', `${id} was made by a person and is gone`)
      this.foreign.delete(id)
      return
    }
    this.compareForeign(id, contentOf(entry.bucket, asObject(entry.object)))
  }

  private compareForeign(id: string, now: Json): void {
    const mine = this.foreign.get(id)
    if (mine === undefined || equalJson(now, mine)) return
    const [was, is] = [JSON.stringify(mine), JSON.stringify(now)]
    this.report('foreign object changed', `${id} was made by a person: ${was} became ${is}`)
    this.foreign.set(id, now)
  }

  private seeRevision(where: Where, { type, entry, previous }: StoreEvent): void {
    const object = asObject(entry.object)
    const facts = revisionFacts(object)
    const store = this.stores.get(where)
    if (facts === undefined || type === 'delete' || store === undefined) return
    const { release, revision, status } = facts
    if (previous === undefined) {
      this.countRevision(`${where} ${release}`)
      this.seeSuspended(where, release, revision)
      this.seeFrozen(where, release, { revision, status })
      if (revision === 1) this.seeFirst(where, release)
    }
    const deployed = objectsIn(store, buckets.secrets)
      .map(revisionFacts)
      .filter((one) => one?.release === release && one.status === 'deployed')
    if (deployed.length > 1) {
      const which = deployed.map((one) => one?.revision).join(' and ')
      this.report('two deployed revisions', `${release} has revisions ${which} deployed`)
    }
    const before = previous && revisionFacts(asObject(previous.object))?.status
    if (status === 'uninstalling' && before !== status) this.seeUninstall(where, release, revision)
  }

  // Releases get no more revisions than what happened asks for.
  private countRevision(release: string): void {
    const count = (this.revisions.get(release) ?? 0) + 1
    this.revisions.set(release, count)
    if (count <= needlessFrom + 2 * this.causes) return
    const text = `${release} has had more than ${count} revisions after at most ${this.causes} causes`
    this.report('needless revisions', text)
  }

  // A plugin that never was another comes after what it names, and never when it may not even see that.
  private seeFirst(where: Where, release: string): void {
    const hub = this.stores.get('hub')
    if (hub === undefined) return
    const claimants = objectsIn(hub, buckets.plugins).filter(
      (plugin) => placeOf(plugin) === release && whereOf(plugin) === where,
    )
    // Which one of several it was is not seen here.
    if (claimants.length !== 1) return
    for (const plugin of claimants) {
      if (numberAt(plugin, ['metadata', 'generation']) !== 1) continue
      const key = keyOf(plugin)
      for (const need of listAt(plugin, ['spec', 'dependsOn'])) {
        const needed = textAt(need, ['plugin'])
        const isStrange = isOfTenant(key) && namespaceOfKey(needed) !== namespaceOfKey(key)
        if (needed === '' || (this.installed.has(needed) && !isStrange)) continue
        const why = isStrange ? 'may not see' : 'has never been installed'
        const text = `plugin ${key} is installed, and ${isStrange ? `it ${why} ${needed}` : `${needed} ${why}`}`
        this.report('installed before its dependency', text)
      }
    }
  }

  // A plugin that has been suspended for long is neither installed nor upgraded.
  private seeSuspended(where: Where, release: string, revision: number): void {
    const hub = this.stores.get('hub')
    const claimants = (hub === undefined ? [] : objectsIn(hub, buckets.plugins)).filter(
      (plugin) => placeOf(plugin) === release && whereOf(plugin) === where,
    )
    const [plugin] = claimants
    if (plugin === undefined || claimants.length > 1) return
    const since = this.suspended.get(keyOf(plugin))
    if (since === undefined || this.clock.monotonic() - since < slowest) return
    const what = `revision ${revision} of ${release} was made`
    this.report('changed while suspended', `${what} although plugin ${keyOf(plugin)} is suspended`)
  }

  // A change that begins while the window of its plugin has long been closed comes too early.
  private seeFrozen(
    where: Where,
    release: string,
    { revision, status }: Pick<RevisionFacts, 'revision' | 'status'>,
  ): void {
    const hub = this.stores.get('hub')
    const [plugin, ...others] = (hub === undefined ? [] : objectsIn(hub, buckets.plugins)).filter(
      (one) => placeOf(one) === release && whereOf(one) === where,
    )
    // A remedy, work that had begun and a retry that somebody asked for do not wait.
    if (plugin === undefined || others.length > 0 || status === 'pending-rollback') return
    if (retryAnnotation in annotationsOf(plugin) || this.hasBegun(where, release, revision)) return
    const since = this.frozen.get(keyOf(plugin)) ?? Infinity
    const closed = frozenSince(plugin, this.clock.now())
    if (closed === undefined || this.clock.monotonic() - since < unheard) return
    if (this.clock.now() - closed < unheard) return
    const what = `revision ${revision} of ${release} was made`
    this.report('changed while frozen', `${what} although the window of ${keyOf(plugin)} is closed`)
  }

  private hasBegun(where: Where, release: string, revision: number): boolean {
    const store = this.stores.get(where)
    const revisions = store === undefined ? [] : objectsIn(store, buckets.secrets)
    return revisions
      .map(revisionFacts)
      .some(
        (one) =>
          one?.release === release && one.revision === revision - 1 && one.status !== 'deployed',
      )
  }

  private seeUninstall(where: Where, release: string, revision: number): void {
    const hub = this.stores.get('hub')
    if (hub === undefined) return
    const now = this.clock.monotonic()
    for (const plugin of objectsIn(hub, buckets.plugins)) {
      const key = keyOf(plugin)
      if (placeOf(plugin) !== release || whereOf(plugin) !== where) continue
      if (!isWanted(plugin)) continue
      if (now - (this.unwanted.get(key) ?? -slowest) < slowest) continue
      if (conditionOf(plugin, 'Installed')?.status !== 'True') continue
      const what = `revision ${revision} of ${release} is being uninstalled`
      this.report('uninstalled while wanted', `${what} although plugin ${key} wants it`)
    }
  }

  private seePlugin({ type, entry, previous }: StoreEvent): void {
    const plugin = asObject(entry.object)
    if (type === 'delete' || readPath(plugin, ['spec', 'suspend']) !== true) {
      this.suspended.delete(entry.name)
    } else if (!this.suspended.has(entry.name)) {
      this.suspended.set(entry.name, this.clock.monotonic())
    }
    if (conditionOf(plugin, 'Installed')?.status === 'True') this.installed.add(entry.name)
    const window = readPath(plugin, ['spec', 'maintenance'])
    const before = previous && readPath(asObject(previous.object), ['spec', 'maintenance'])
    if (type === 'delete' || window === undefined) this.frozen.delete(entry.name)
    else if (before === undefined || !equalJson(window, before)) {
      this.frozen.set(entry.name, this.clock.monotonic())
    }
    if (type === 'delete' || !isWanted(plugin)) {
      this.unwanted.set(entry.name, this.clock.monotonic())
    } else this.seeStatus(plugin)
  }

  // Ready speaks of the generation that it observed; what people change by hand is seen later.
  private seeStatus(plugin: KubeObject): void {
    const ready = conditionOf(plugin, 'Ready')
    if (ready?.status !== 'True' || ready.reason === 'Suspended') return
    const generation = numberAt(plugin, ['metadata', 'generation'])
    if (numberAt(plugin, ['status', 'observedGeneration']) !== generation) return
    const key = keyOf(plugin)
    if (this.clock.monotonic() - (this.touched.get(key) ?? -unheard) < unheard) return
    const why = falsehoodOf(plugin, this.stores)
    if (why === undefined) return
    this.report('false status', `plugin ${key} says ${ready.reason}: ${ready.message}, but ${why}`)
  }
}

function idOf({ where, bucket, key }: ObjectPlace): string {
  return `${bucket} ${key} on ${where}`
}

const noLease: KubeObject = { apiVersion: '', kind: 'Lease', metadata: { name: '' } }

/** Whether a request changes something that only the leader may change. */
function isWrite({ method, path, body = '' }: TransportRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const [place = '', query = ''] = path.split('?')
  if (query.includes('dryRun=All')) return false
  if (place.startsWith('/apis/authorization.k8s.io/')) return false
  // The lease of the lead itself is written by candidates, too.
  const isNew = method === 'POST' && leadPath.startsWith(`${place}/`)
  const isLead = isNew && Buffer.from(body).toString().includes('"outrigger-operator"')
  return place !== leadPath && !isLead
}

function contentOf(bucket: string, object: KubeObject): Json {
  const { status: _, metadata, ...rest } = object
  const { labels, annotations, finalizers, ownerReferences, uid } = metadata
  // The operator works for a person's Plugin, too, and marks it.
  const marks = bucket === buckets.plugins ? {} : { annotations, finalizers }
  const kept = { labels, ...marks, ownerReferences, uid }
  return JSON.parse(JSON.stringify({ ...rest, metadata: kept })) as Json
}

function isWanted(plugin: KubeObject): boolean {
  const isLeaving = textAt(plugin, ['metadata', 'deletionTimestamp']) !== ''
  return !isLeaving && (plugin['spec'] as { readonly enabled?: boolean }).enabled !== false
}

/** The moment at which the window closed that is closed now; stories begin at midnight and are over before one. */
function frozenSince(plugin: KubeObject, now: number): number | undefined {
  const [window] = listAt(plugin, ['spec', 'maintenance', 'windows'])
  const [from, to] = ['from', 'to'].map((end) =>
    Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${textAt(window, [end])}:00Z`),
  )
  return from !== undefined && to !== undefined && from <= now && now < to ? from : undefined
}
