import type { ObjectChange } from '../../../controller/informer.ts'
import type { LanedQueue } from '../../../controller/laned-queue.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { Json } from '../../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  conditionsOf,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../../objects/kube-object.ts'
import { inputOf, isNews, labelsOf, specOf } from '../../pass/changes.ts'
import { neededName } from '../../pass/instance-names.ts'
import { referenceKey } from '../../pass/watched-objects.ts'
import type { InstanceContext } from './context.ts'
import { secretNameOf } from './desired-plugin.ts'
import { isStuck } from './observe-providers.ts'

/** The objects that instances depend on. */
export type WakeStores = Pick<
  InstanceContext,
  'instances' | 'extensions' | 'plugins' | 'clusters' | 'profiles'
>

export interface WakeOptions extends WakeStores {
  readonly queue: LanedQueue
  /** Keys of instances that are looked at again when somebody gives or takes rights. */
  readonly waitForRights: Set<string>
  /** Another version of Kubernetes may be followed; undefined is the operator's own cluster. */
  readonly versionSettled: (cluster: string | undefined) => void
}

/** The changes elsewhere that wake instances. */
export interface InstanceWakes {
  /** The version of Kubernetes of the operator's own cluster is known, is another one or has settled. */
  readonly localVersionChanged: () => void
  /** An object that parameters come from, or that they are written to, is no longer what it was. */
  readonly referenceChanged: (reference: string) => void
  /** Rights of accounts may have come or gone. */
  readonly rightsChanged: () => void
  /** A Repository came, went or offers something else. */
  readonly repositoryChanged: (key: string) => void
}

/** Wakes instances when something changes that they wait for, never by a timer. */
export function createInstanceWakes(options: WakeOptions): InstanceWakes {
  const { instances, extensions, queue, waitForRights, versionSettled } = options
  addIndexes(options)
  const wakeBy = (index: string, value: string) => {
    // A cluster that comes or goes concerns all of them at once, and nobody waits for one.
    const priority = index === 'cluster' ? 'low' : 'normal'
    for (const { metadata } of instances.by(index, value))
      queue.add(`${metadata.namespace}/${metadata.name}`, priority)
  }
  addHandlers(options, wakeBy)
  return {
    localVersionChanged: () => {
      wakeBy('cluster', '')
      versionSettled(undefined)
    },
    referenceChanged: (reference) => wakeBy('reference', reference),
    rightsChanged: () => {
      const keys = [...waitForRights]
      waitForRights.clear()
      for (const key of keys) queue.add(key)
    },
    repositoryChanged: (key) => {
      const name = key.slice(key.indexOf('/') + 1)
      for (const { metadata } of extensions.by('repository', name))
        wakeBy('extension', metadata.name)
    },
  }
}

function addIndexes({ instances }: Pick<InstanceContext, 'instances'>): void {
  instances.addIndex('cluster', ({ spec }) => [spec.cluster ?? ''])
  // An instance that installs its dependencies gives them names that may be taken.
  instances.addIndex('brings', ({ spec, metadata }) =>
    spec.dependencies === 'install' ? [metadata.namespace] : [],
  )
  instances.addIndex('reference', ({ spec, metadata }) => [
    ...[...spec.parametersFrom, { kind: 'Secret', name: secretNameOf({ metadata }) }].map(
      ({ kind, name }) => referenceKey(kind, metadata.namespace, name),
    ),
    // Its labels may decide whether an Extension is for it.
    referenceKey('Namespace', '', metadata.namespace),
  ])
}

function addHandlers(options: WakeOptions, wakeBy: (index: string, value: string) => void): void {
  const { instances, extensions, plugins, clusters, profiles, queue, versionSettled } = options
  instances.informer.addHandler((change) => {
    // Somebody waits for what was changed; what is there when we begin can wait for that.
    if (change.type !== 'modified') queue.add(keyOf(change.object))
    else if (isNews(change, instanceInputOf)) queue.add(keyOf(change.object), 'high')
    if (!isNews(change, offerOf)) return
    wakeRelated(change.object, options, queue)
    if (change.type === 'deleted') wakeNamesakes(change.object, options, queue)
  })
  extensions.informer.addHandler((change) => {
    if (!isNews(change, specOf)) return
    wakeBy('extension', nameOf(change.object))
    // Instances that came because of others may be needed in other versions now, or no more.
    for (const name of namesIn(change, extensionsNeeded)) wakeBy('extension', name)
  })
  plugins.informer.addHandler((change) => {
    const key = keyOf(change.object)
    if (instances.at(key) !== undefined) queue.add(key)
    if (!isNews(change, specOf)) return
    for (const one of namesIn(change, pluginsNeeded))
      if (one !== key && instances.at(one)) queue.add(one)
  })
  clusters.informer.addHandler((change) => {
    if (!isNews(change, clusterNews)) return
    const isOwn = readPath(change.object, ['spec', 'inCluster']) === true
    if (isNews(change, settledVersion)) versionSettled(isOwn ? undefined : nameOf(change.object))
    wakeBy('cluster', nameOf(change.object))
    if (isOwn) wakeBy('cluster', '')
  })
  profiles.informer.addHandler((change) => {
    if (!isNews(change, specOf)) return
    // Which of them it concerns costs no request to find out.
    for (const { metadata } of instances.values())
      queue.add(`${metadata.namespace}/${metadata.name}`, 'low')
  })
}

/** The names in an object, and those in its state before. */
function namesIn(
  change: ObjectChange,
  of: (object: KubeObject) => readonly string[],
): ReadonlySet<string> {
  const before = change.type === 'modified' ? of(change.before) : []
  return new Set([...of(change.object), ...before])
}

function extensionsNeeded(extension: KubeObject): readonly string[] {
  return listAt(extension, ['spec', 'dependsOn']).map((one) => textAt(one, ['extension']))
}

function pluginsNeeded(plugin: KubeObject): readonly string[] {
  return listAt(plugin, ['spec', 'dependsOn']).map((one) => textAt(one, ['plugin']))
}

// Those who need this one's extension, and those whose extension this one needs: they may come and go with it.
function wakeRelated(
  object: KubeObject,
  context: Pick<InstanceContext, 'instances' | 'extensions'>,
  queue: LanedQueue,
): void {
  const { instances, extensions } = context
  const name = textAt(object, ['spec', 'extension'])
  const own = new Set(extensions.value(name)?.spec.dependsOn.map(({ extension }) => extension))
  for (const { metadata, spec } of extensions.values()) {
    const needsThis = spec.dependsOn.some(({ extension }) => extension === name)
    if (!needsThis && !own.has(metadata.name)) continue
    for (const one of instances.by('extension', metadata.name))
      queue.add(`${one.metadata.namespace}/${one.metadata.name}`)
  }
}

// Those that could not bring what they need, because its name was taken.
function wakeNamesakes(
  object: KubeObject,
  { instances, extensions }: Pick<InstanceContext, 'instances' | 'extensions'>,
  queue: LanedQueue,
): void {
  for (const one of instances.by('brings', namespaceOf(object))) {
    const needs = extensions.value(one.spec.extension)?.spec.dependsOn ?? []
    if (needs.some(({ extension }) => neededName(extension, one) === nameOf(object)))
      queue.add(`${one.metadata.namespace}/${one.metadata.name}`)
  }
}

// Labels tell whether an instance came because others need it.
function instanceInputOf(object: KubeObject): Json {
  return [inputOf(object), labelsOf(object)]
}

// The state of an instance as those that need its extension see it.
function offerOf(object: KubeObject): Json {
  return [
    instanceInputOf(object),
    textAt(object, ['status', 'version']),
    textAt(object, ['status', 'source']),
    textAt(object, ['status', 'kubernetes']),
    textAt(object, ['status', 'preparedFor']),
    isStuck({ conditions: conditionsOf(object) }),
  ]
}

// Which version may be followed.
function settledVersion(object: KubeObject): Json {
  const states = ['EnsureSettledVersion', 'EnsureNodeSkew'].map(
    (type) => conditionOf(object, type)?.status ?? '',
  )
  return [textAt(object, ['status', 'version']), states]
}

function clusterNews(object: KubeObject): Json {
  const { labels, annotations } = object.metadata
  return [
    object['spec'] ?? {},
    labels ?? {},
    annotations ?? {},
    textAt(object, ['status', 'version']),
    readPath(object, ['status', 'conditions']) ?? [],
  ]
}
