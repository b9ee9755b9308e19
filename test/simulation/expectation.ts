import { type KubeObject, labelsOf, listAt, textAt, uidOf } from '../../src/objects/kube-object.ts'
import { ownerIn } from '../../src/release/record/owner-labels.ts'
import { type ChartName, brokenVersion, hopelessCharts, versions } from './charts.ts'
import { newestRevision, revisionsOf } from './falsehood.ts'
import type { ObjectPlace } from './judge.ts'
import {
  type Stores,
  type Where,
  buckets,
  isOfTenant,
  keyOf,
  namespaceOfKey,
  objectsIn,
} from './seen-cluster.ts'
import type { DesiredPlugin } from './story.ts'

export interface EndContext {
  readonly stores: Stores
  /** Plugins as people want them, and the plugins that instances make. */
  readonly allDesired: ReadonlyMap<string, DesiredPlugin>
  /** Plugins of which somebody else owns a field of an object. */
  readonly edited: ReadonlySet<string>
  readonly isForeign: (place: ObjectPlace) => boolean
}

/**
 * The status that a plugin must have when all is done. `any` stands where several ends are right; whatever a plugin then says must
 * still be true.
 */
export type Expectation =
  | 'ready'
  | 'ready or conflict'
  | 'pinned'
  | 'disabled'
  | 'suspended'
  | 'not ready'
  | 'any'

export function expectationOf(
  key: string,
  desired: DesiredPlugin,
  context: EndContext,
): Expectation {
  if (desired.suspend === true) return 'suspended'
  const place = placeOfDesired(key, desired)
  const where = desired.cluster ?? 'hub'
  const owner = ownerAt(place, where, context)
  const isShared = sharersOf(key, desired, context).length > 0
  if (isShared && owner !== key) {
    // The model does not say which one comes first to a place that is free.
    if (owner === undefined || !context.allDesired.has(owner)) return 'any'
    return desired.enabled ? 'not ready' : 'disabled'
  }
  // A plugin that others still need is kept, and not asked whether they could do without.
  if (!desired.enabled) return isNeeded(key, context) ? 'any' : 'disabled'
  if (desired.pin !== undefined) return pinnedExpectation(key, desired, context)
  const isKnown =
    versions.some((one) => one === desired.version) && desired.version !== brokenVersion
  if (!isKnown) return 'not ready'
  // A plugin that was installed before it came to need such a kind stays installed.
  if (desired.needsReview === true || !areNeedsReady(key, desired, context)) return 'any'
  if (isTaken(key, desired, context)) return 'not ready'
  if (hopelessCharts.some((chart) => chart === desired.chart)) return 'not ready'
  // A plugin that was installed before somebody's Job stood there stays so until its next change.
  if (isHookTaken(key, desired, context)) return 'any'
  // An upgrade does not take a field from a person, unless it is told to.
  const isTheirs = context.edited.has(key) && desired.conflicts !== 'take'
  return isTheirs ? 'ready or conflict' : 'ready'
}

function pinnedExpectation(key: string, desired: DesiredPlugin, context: EndContext): Expectation {
  const store = context.stores.get(desired.cluster ?? 'hub')
  const place = placeOfDesired(key, desired)
  const found =
    store && revisionsOf(store, place).find(({ facts }) => facts.revision === desired.pin)
  const isGood = found?.facts.status === 'superseded' || found?.facts.status === 'deployed'
  // A revision that never was deployed, or is gone, may or may not be what can be gone back to.
  if (!isGood || context.edited.has(key) || isTaken(key, desired, context)) return 'any'
  return 'pinned'
}

function areNeedsReady(key: string, { needs }: DesiredPlugin, context: EndContext): boolean {
  return needs.every((one) => {
    const needed = context.allDesired.get(one)
    const isStrange = isOfTenant(key) && namespaceOfKey(one) !== namespaceOfKey(key)
    if (needed === undefined || one === key || isStrange) return false
    return expectationOf(one, needed, context) === 'ready'
  })
}

// A person's object stands where one of the release would.
function isTaken(key: string, desired: DesiredPlugin, context: EndContext): boolean {
  const place = placeOfDesired(key, desired)
  const where = desired.cluster ?? 'hub'
  return namesOf(desired.chart, desired.version).some((name) =>
    context.isForeign({ where, bucket: buckets.configMaps, key: `${place}${name}` }),
  )
}

function isHookTaken(key: string, desired: DesiredPlugin, context: EndContext): boolean {
  const place = placeOfDesired(key, desired)
  const where = desired.cluster ?? 'hub'
  return context.isForeign({ where, bucket: buckets.jobs, key: `${place}-prepare` })
}

function namesOf(chart: ChartName, version: string): readonly string[] {
  return chart === 'plain' && !version.startsWith('2.') ? ['-main', '-extra'] : ['-main']
}

function sharersOf(
  key: string,
  desired: DesiredPlugin,
  { allDesired }: EndContext,
): readonly string[] {
  const place = placeOfDesired(key, desired)
  return [...allDesired.keys()].filter((other) => {
    const one = allDesired.get(other)
    if (one === undefined || other === key || one.cluster !== desired.cluster) return false
    return placeOfDesired(other, one) === place
  })
}

/** The plugin that the records of a release name, while it is the very one; undefined when they name none. */
export function ownerAt(
  place: string,
  where: Where,
  context: Pick<EndContext, 'stores'>,
): string | undefined {
  const store = context.stores.get(where)
  const last = store && newestRevision(store, place)
  const owner = last && ownerIn(labelsOf(last.object))
  return pluginsOf(context).find((plugin) => uidOf(plugin) === owner?.uid) && owner
    ? `${owner.namespace}/${owner.name}`
    : undefined
}

function placeOfDesired(key: string, { releaseName }: DesiredPlugin): string {
  return releaseName === undefined ? key : `${key.split('/')[0]}/${releaseName}`
}

/** Whether others keep a plugin. A plugin that is to go and kept by others keeps its own needs. */
export function isNeeded(key: string, context: EndContext): boolean {
  return pluginsOf(context).some((plugin) => {
    const other = keyOf(plugin)
    const needs = listAt(plugin, ['spec', 'dependsOn']).map((one) => textAt(one, ['plugin']))
    const isStrange = isOfTenant(other) && namespaceOfKey(other) !== namespaceOfKey(key)
    if (!needs.includes(key) || isStrange || other === key) return false
    return context.allDesired.has(other) || isNeeded(other, context)
  })
}

export function pluginsOf({ stores }: Pick<EndContext, 'stores'>): readonly KubeObject[] {
  const hub = stores.get('hub')
  return hub === undefined ? [] : objectsIn(hub, buckets.plugins)
}
