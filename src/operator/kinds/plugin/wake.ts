import type { ObjectChange } from '../../../controller/informer.ts'
import type { LanedQueue } from '../../../controller/laned-queue.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { type Json } from '../../../objects/json.ts'
import {
  type KubeObject,
  conditionsOf,
  listAt,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'
import type { RightsNews } from '../../clusters/account-rights.ts'
import { type ReleasePlace, keyOfPlace } from '../../clusters/release-objects.ts'
import { inputOf, isNews } from '../../pass/changes.ts'
import { kubernetesAnnotation } from '../../pass/instance-names.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { LowPriorityWrites } from '../../pass/priority.ts'
import { type PluginContext, isTarget } from './context.ts'
import type { OutsideCauses } from './failure/outside-causes.ts'
import { placeOfPlugin } from './observe.ts'
import { needsIn } from './plugin-indexes.ts'

/** The changes elsewhere that wake plugins. */
export interface PluginWakes {
  /** Objects or revisions of a release are no longer what they were. */
  readonly releaseChanged: (place: ReleasePlace) => void
  /** Kinds came or went on another cluster, or on the operator's own. */
  readonly kindsChanged: (cluster: string | undefined) => void
  /** An object that a plugin may depend on is no longer what it was. */
  readonly referenceChanged: (reference: string) => void
  /** Whether a plugin names an object. */
  readonly isReferenced: (reference: string) => boolean
  /** Rights of accounts may have come or gone. */
  readonly rightsChanged: (what: RightsNews) => void
  /** A quota of a namespace may leave more room. */
  readonly roomChanged: (namespace: string) => void
  /** A Repository came, went or offers something else. */
  readonly repositoryChanged: (key: string) => void
  /** Profiles, or the labels by which they choose clusters, are no longer what they were. */
  readonly globalsChanged: () => void
  /** Looks at all of them again. */
  readonly passAll: () => void
  /** A Cluster came, went or can be reached again. */
  readonly clusterChanged: (name: string) => void
}

export interface WakeOptions {
  /** With the indexes of `plugin-indexes.ts`. */
  readonly plugins: KindStore<Plugin>
  readonly queue: LanedQueue
  readonly outside: OutsideCauses
  /** Keys of plugins that are looked at again when somebody gives or takes rights. */
  readonly waitForRights: Set<string>
  readonly lowPriorityWrites: LowPriorityWrites
  readonly targetOf: PluginContext['targetOf']
}

/** Wakes plugins when something changes that they wait for, never by a timer. */
export function createPluginWakes(options: WakeOptions): PluginWakes {
  const { plugins, queue, outside, waitForRights } = options
  const { informer } = plugins
  informer.addHandler((change) => wakeForPlugin(change, options))
  informer.addHandler((change) => releaseWatches(change, options))
  const clusterOf = (key: string) => textAt(informer.get(key), ['spec', 'cluster'])
  return {
    releaseChanged: (place) => {
      for (const key of plugins.keysBy('release', keyOfPlace(place))) queue.add(key)
    },
    kindsChanged: (cluster) => {
      for (const key of plugins.keysBy('asks', 'kinds'))
        if (cluster === undefined || clusterOf(key) === cluster) queue.add(key)
      const isThere = (key: string) => clusterOf(key) === (cluster ?? '')
      for (const key of outside.free('KindNotServed', isThere)) queue.add(key)
    },
    referenceChanged: (reference) => {
      for (const key of plugins.keysBy('reference', reference)) queue.add(key)
    },
    isReferenced: (reference) => plugins.keysBy('reference', reference).length > 0,
    rightsChanged: (what) => {
      const keys = [...waitForRights]
      waitForRights.clear()
      for (const key of keys) queue.add(key)
      if (what === 'listed') return
      for (const key of outside.free('Forbidden', () => true)) queue.add(key)
    },
    roomChanged: (namespace) => {
      const isThere = (key: string) => {
        const plugin = plugins.value(key)
        return plugin !== undefined && placeOfPlugin(plugin).namespace === namespace
      }
      for (const key of outside.free('QuotaExceeded', isThere)) queue.add(key)
    },
    repositoryChanged: (repository) => {
      const name = repository.slice(repository.indexOf('/') + 1)
      for (const key of plugins.keysBy('repository', name)) queue.add(key)
    },
    globalsChanged: () => {
      for (const key of plugins.keysBy('asks', 'globals')) queue.add(key, 'low')
    },
    passAll: () => {
      for (const object of informer.list()) queue.add(keyOf(object), 'low')
    },
    clusterChanged: (name) => {
      // All of them at once, each time that it comes or goes: others must not wait for that.
      for (const key of plugins.keysBy('cluster', name)) queue.add(key, 'low')
    },
  }
}

// The plugin itself, those that need it, and those that it needs.
function wakeForPlugin(
  change: ObjectChange,
  { plugins, queue, lowPriorityWrites }: WakeOptions,
): void {
  const { object } = change
  const key = keyOf(object)
  if (change.type === 'deleted') lowPriorityWrites.forget(key)
  if (change.type !== 'modified') queue.addChanged(key)
  else if (isNews(change, allInputOf)) {
    const priority = lowPriorityWrites.has(key) ? 'low' : 'normal'
    // A change of the spec ends a wait of the pass before; a new version of Kubernetes does not.
    if (isNews(change, inputOf)) queue.addChanged(key, priority)
    else queue.add(key, priority)
  }
  // Plugins that stayed because this one needed them may go now.
  const needs = needsIn(plugins, object)
  const before = change.type === 'modified' ? needsIn(plugins, change.before) : []
  for (const one of before) if (!needs.includes(one)) queue.add(one)
  if (!isNews(change, stateForOthers)) return
  for (const one of plugins.keysBy('needs', key)) queue.add(one, 'high')
  for (const one of needs) queue.add(one)
}

function allInputOf(object: KubeObject): Json {
  return [inputOf(object), textAt(object, ['metadata', 'annotations', kubernetesAnnotation])]
}

// The state of a plugin as those that depend on it see it.
function stateForOthers(object: KubeObject): Json {
  const status = readPath(object, ['status'])
  const states = conditionsOf(object)
    .filter(({ type }) => type === 'Installed' || type === 'Healthy')
    .map(({ type, status: is }) => `${type}=${is}`)
  return [
    states.toSorted(),
    textAt(status, ['version']),
    readPath(status, ['observedGeneration']) ?? 0,
    readPath(status, ['waitingFor']) !== undefined,
    textAt(object, ['metadata', 'deletionTimestamp']),
  ]
}

// A watch of an object goes with the last plugin that depends on it.
function releaseWatches(change: ObjectChange, { plugins, targetOf }: WakeOptions): void {
  if (change.type === 'added') return
  const before = change.type === 'modified' ? change.before : change.object
  const isSame = !isNews(change, dependenciesOf)
  if (isSame || listAt(before, ['spec', 'dependsOn']).length === 0) return
  const { parsed } = plugins.read(before)
  const target = parsed.ok ? targetOf(parsed.value) : undefined
  if (target !== undefined && isTarget(target)) target.watched.release()
}

function dependenciesOf(object: KubeObject): Json {
  return ['dependsOn', 'cluster'].map((field) => readPath(object, ['spec', field]) ?? null)
}
