import type { Health } from './health.ts'
import type { Informer, ObjectChange } from '../../controller/informer.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import { keyOf } from '../../controller/object-store.ts'
import { apiGroup } from '../../kinds/group.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { isOlder } from '../../kube/watch/resource-version.ts'
import type { JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  annotationsOf,
  conditionOf,
  kindOf,
  parseApiVersion,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Clock } from '../../std/clock.ts'
import { judgeReady } from '../../release/wait/verdicts.ts'
import {
  type DigestedObject,
  ownedFieldsDigest,
  digestOfAll,
  shortDigest,
} from './owned-fields-digest.ts'

export interface ReleasePlace {
  readonly namespace: string
  readonly name: string
}

const index = 'release'
const labelSelector = 'app.kubernetes.io/managed-by=Helm'
const mostLines = 8
/** Milliseconds until everything of a kind should be known. */
const patience = 15_000

/**
 * The objects of all releases of a cluster, one watch for each kind that some release has. Of each object only what health
 * and drift need is kept.
 */
export class ReleaseObjects {
  private readonly informers: SharedInformers
  private readonly discovery: Discovery
  private readonly changed: (place: ReleasePlace) => void
  private readonly watched = new Map<string, Informer>()
  /** The objects that were applied and that the watch may not have delivered yet, by release. */
  private readonly applied = new Map<string, Expected>()
  private readonly clock: Clock
  private readonly waiting = new Map<string, Set<() => void>>()
  private readonly countingAll = new Set<string>()

  constructor(client: FencedClient, discovery: Discovery, changed: (place: ReleasePlace) => void) {
    const keep = (object: KubeObject) => summaryOf(object, new Date(client.clock.now()))
    this.informers = new SharedInformers(client, () => ({ keep }))
    this.clock = client.clock
    this.discovery = discovery
    this.changed = changed
  }

  /** Runs until the signal. */
  run(signal: AbortSignal): Promise<never> {
    return this.informers.run(signal)
  }

  /** Watches kinds, `apps/v1/Deployment`, and waits until what there is of them is known. */
  async watch(kinds: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.all(kinds.map((kind) => this.watchKind(kind, signal)))
  }

  /** Says which states of objects count from now on: older ones are from before the release was changed. */
  expect(place: ReleasePlace, versions: ReadonlyMap<string, string>): void {
    this.applied.set(keyOfPlace(place), { versions, until: this.clock.monotonic() + patience })
  }

  /** The state of the objects of a release; `expected` is their number. */
  health(place: ReleasePlace, kinds: readonly string[], expected: number): Health {
    const informers = new Set(kinds.flatMap((kind) => this.watched.get(kind) ?? []))
    const isKnown = kinds.every((kind) => this.watched.get(kind)?.hasSynced === true)
    if (!isKnown) {
      const gone = kinds.filter((kind) => !this.watched.has(kind))
      const lines = [
        ...gone.map((kind) => `${kind} is not served by the cluster`),
        ...kinds.flatMap((kind) => this.troubleOf(kind) ?? []),
      ]
      const marks = { mark: undefined, content: undefined }
      return { is: 'unknown', lines, isChild: false, missing: 0, open: [], ...marks }
    }
    const key = keyOfPlace(place)
    const objects = [...informers].flatMap((informer) => informer.byIndex(index, key))
    const awaited = this.applied.get(key)
    const current = objects.filter((object) => !isBefore(object, awaited?.versions))
    const health = healthOf(current, expected)
    const told = new Set(current.map(textOf))
    const isTold = [...(awaited?.versions.keys() ?? [])].every((text) => told.has(text))
    if (isTold && current.length === objects.length) this.applied.delete(key)
    // A change by others cannot be seen before the watch has delivered every applied object.
    const isOpen = !isTold && awaited !== undefined && this.clock.monotonic() < awaited.until
    return isOpen ? { ...health, missing: 0, mark: undefined, content: undefined } : health
  }

  /** The fields that are ours in each object of a release, as far as the watch delivered them. */
  marks(place: ReleasePlace, kinds: readonly string[]): readonly DigestedObject[] {
    const informers = new Set(kinds.flatMap((kind) => this.watched.get(kind) ?? []))
    const objects = [...informers].flatMap((one) => one.byIndex(index, keyOfPlace(place)))
    return objects.map(summaryIn).map(({ text, mark }) => ({ text, mark }))
  }

  /** Says which changes of a release wake its Plugin: once others own fields that we wrote, changes of all fields do. */
  countChanges(place: ReleasePlace, which: 'all' | 'of-our-fields'): void {
    if (which === 'all') this.countingAll.add(keyOfPlace(place))
    else this.countingAll.delete(keyOfPlace(place))
  }

  /** Resolves when something about a release changes. */
  changeOf(place: ReleasePlace): { readonly changed: Promise<void>; readonly forget: () => void } {
    const key = keyOfPlace(place)
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.waiting.get(key) ?? new Set()
    this.waiting.set(key, waiting.add(resolve))
    const forget = () => {
      waiting.delete(resolve)
      if (waiting.size === 0) this.waiting.delete(key)
    }
    return { changed: promise, forget }
  }

  private async watchKind(kind: string, signal: AbortSignal): Promise<void> {
    const known = this.watched.get(kind)
    if (known?.hasSynced === true) return
    const informer = known ?? (await this.openKind(kind, signal))
    try {
      await informer?.untilSyncedWithin(patience, signal)
    } catch (error) {
      // The health says then that it is not known, and why.
      if (signal.aborted) throw error
    }
  }

  private async openKind(kind: string, signal: AbortSignal): Promise<Informer | undefined> {
    const slash = kind.lastIndexOf('/')
    const wanted = { ...parseApiVersion(kind.slice(0, slash)), kind: kind.slice(slash + 1) }
    const { version: _gone, ...anyVersion } = wanted
    // An object that was written in a version that is gone is served in the others.
    const resource =
      (await this.discovery.findKind(wanted, signal)) ??
      (await this.discovery.findKind(anyVersion, signal))
    if (resource === undefined) return undefined
    // Somebody else may have been quicker.
    const known = this.watched.get(kind)
    if (known !== undefined) return known
    const informer = this.informers.informer({ resource, labelSelector }, {})
    this.watched.set(kind, informer)
    informer.addIndex(index, releaseKeysOf)
    informer.addHandler((change) => this.tell(change))
    return informer
  }

  private troubleOf(kind: string): string | undefined {
    const informer = this.watched.get(kind)
    if (informer === undefined || informer.hasSynced) return undefined
    return `${kind} cannot be listed: ${informer.trouble?.message ?? 'the cluster does not answer'}`
  }

  private tell(change: ObjectChange): void {
    const place = placeOf(change.object)
    if (place === undefined) return
    for (const resolve of this.waiting.get(keyOfPlace(place)) ?? []) resolve()
    if (change.type === 'modified' && !this.applied.has(keyOfPlace(place))) {
      const [now, before] = [summaryIn(change.object), summaryIn(change.before)]
      const countsAll = this.countingAll.has(keyOfPlace(place))
      if (countsAll ? isSame(now, before) : isAlike(now, before)) return
    }
    this.changed(place)
  }
}

function isAlike(one: Summary, other: Summary): boolean {
  return one.is === other.is && one.why === other.why && one.mark === other.mark
}

function isSame(one: Summary, other: Summary): boolean {
  return isAlike(one, other) && one.content === other.content
}

function isBefore(object: KubeObject, versions: ReadonlyMap<string, string> | undefined): boolean {
  const wanted = versions?.get(textOf(object))
  return wanted !== undefined && isOlder(textAt(object, ['metadata', 'resourceVersion']), wanted)
}

function textOf(object: KubeObject): string {
  return `${object.kind} ${keyOf(object)}`
}

/** The states that a watch is to tell. */
interface Expected {
  /** The versions that objects had when they were applied, by kind and name. */
  readonly versions: ReadonlyMap<string, string>
  /** Milliseconds on the clock; an object that the watch has not delivered by then was deleted before. */
  readonly until: number
}

/** The facts about an object that are kept. */
interface Summary {
  readonly text: string
  readonly is: 'waiting' | 'done' | 'failed'
  readonly why: string
  readonly mark: string
  readonly content: string
  readonly isChild: boolean
}

function summaryOf(object: KubeObject, now: Date): KubeObject {
  const { namespace, name, uid, resourceVersion, annotations } = object.metadata
  const metadata = { namespace, name, uid, resourceVersion, annotations: ownershipIn(annotations) }
  const { kind, group } = kindOf(object)
  const isChild = group === apiGroup && kind === 'Plugin'
  const { is, reason } = isChild ? judgeChild(object) : judgeReady(object, 'started', now)
  const text = textOf(object)
  const [mark, content] = [ownedFieldsDigest(object), contentOf(object)]
  const summary: JsonObject = { text, is, why: reason, mark, content, isChild }
  return { apiVersion: object.apiVersion, kind, metadata: compact(metadata), summary }
}

// The health of a Plugin inside a release is its own condition Ready.
function judgeChild(object: KubeObject): { is: Summary['is']; reason: string } {
  const ready = conditionOf(object, 'Ready')
  const isCurrent =
    readPath(object, ['status', 'observedGeneration']) === object.metadata['generation']
  if (!isCurrent || ready === undefined) return { is: 'waiting', reason: 'not looked at yet' }
  if (ready.status === 'True') return { is: 'done', reason: '' }
  const isStalled = conditionOf(object, 'Stalled')?.status === 'True'
  return { is: isStalled ? 'failed' : 'waiting', reason: ready.message }
}

// The server counts changes of the spec in `generation`, but only of kinds that also have a status.
function contentOf({ metadata }: KubeObject): string {
  const { generation, resourceVersion, labels, annotations } = metadata
  const count = generation ?? resourceVersion ?? ''
  return shortDigest(JSON.stringify([count, labels ?? {}, annotations ?? {}]))
}

function healthOf(found: readonly KubeObject[], expected: number): Health {
  const objects = found.map(summaryIn)
  const open = objects.filter(({ is }) => is !== 'done')
  const lines = open.map(({ text, why }) => `${text}: ${why}`)
  const missing = expected - objects.length
  if (missing > 0) lines.push(`${missing} of ${expected} objects are missing`)
  const failed = open.find(({ is }) => is === 'failed')
  const is = failed !== undefined ? 'failed' : lines.length > 0 ? 'progressing' : 'healthy'
  const contents = objects.map(({ text, content }) => `${text} ${content}`).toSorted()
  return {
    is,
    lines: lines.slice(0, mostLines),
    isChild: (failed ?? open[0])?.isChild ?? false,
    missing: Math.max(0, missing),
    open: found.filter((object) => summaryIn(object).is !== 'done').slice(0, mostLines),
    mark: digestOfAll(objects, missing),
    content: shortDigest(contents.join('\n')),
  }
}

function summaryIn(object: KubeObject): Summary {
  return object['summary'] as unknown as Summary
}

const releaseName = 'meta.helm.sh/release-name'
const releaseNamespace = 'meta.helm.sh/release-namespace'

function ownershipIn(annotations: KubeObject['metadata'][string] | undefined): JsonObject {
  const texts = annotations as Readonly<Record<string, string>> | undefined
  const name = texts?.[releaseName]
  const namespace = texts?.[releaseNamespace]
  return compact({ [releaseName]: name, [releaseNamespace]: namespace })
}

function releaseKeysOf(object: KubeObject): readonly string[] {
  const place = placeOf(object)
  return place === undefined ? [] : [keyOfPlace(place)]
}

// The release that an object belongs to.
function placeOf(object: KubeObject): ReleasePlace | undefined {
  const annotations = annotationsOf(object)
  const name = annotations[releaseName]
  const namespace = annotations[releaseNamespace]
  return name === undefined || namespace === undefined ? undefined : { namespace, name }
}

/** One text for a release. */
export function keyOfPlace({ namespace, name }: ReleasePlace): string {
  return `${namespace}/${name}`
}

function compact(record: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )
}
