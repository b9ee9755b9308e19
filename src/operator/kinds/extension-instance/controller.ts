import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ObjectChange } from '../../../controller/informer.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { keyOf } from '../../../controller/object-store.ts'
import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
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
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import { LocalVersion } from '../../clusters/local-version.ts'
import { type LowPriorityWrites, clientWithPriority, workersKept } from '../../pass/priority.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { WatchedObjects, referenceKey } from '../../pass/watched-objects.ts'
import { isStuck } from './is-stuck.ts'
import { neededName } from '../../pass/instance-names.ts'
import { secretNameOf } from './desired-plugin.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { instancePass } from './instance-pass.ts'
import type { InstanceContext } from './context.ts'

/** The parts of the context that all passes share. */
type SharedContext = Omit<InstanceContext, 'writes' | 'offWorker' | 'fitAnswers'>

export interface InstanceControllerOptions extends Omit<
  InstanceContext,
  'local' | 'watched' | 'writes' | 'offWorker' | 'waitForRights' | 'fitAnswers'
> {
  readonly recorder: EventRecorder
  readonly lowPriorityWrites: LowPriorityWrites
  /** Whether an instance is ours to look after. */
  readonly manages: (instance: KubeObject | undefined) => boolean
  /** Another version of Kubernetes may be followed; undefined is the operator's own cluster. */
  readonly versionSettled: (cluster: string | undefined) => void
  readonly concurrency: number
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

/** The instances of extensions, each kept as one Plugin. */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export function createInstanceController(options: InstanceControllerOptions) {
  const { client, metrics, instances } = options
  const { clock, random } = client
  const observer = metrics?.queue('extension-instance')
  const clusterOf = (key: string) => textAt(instances.informer.get(key), ['spec', 'cluster'])
  // Whether a source fits is asked of its cluster, which may never answer.
  const queue = new LanedQueue(
    {
      clock,
      random,
      ...workersKept(options.concurrency),
      ...(observer === undefined ? {} : { observer }),
    },
    clusterOf,
  )
  const wakeBy = (index: string, value: string) => {
    // A cluster that comes or goes concerns all of them at once, and nobody waits for one.
    const priority = index === 'cluster' ? 'low' : 'normal'
    for (const { metadata } of instances.by(index, value))
      queue.add(`${metadata.namespace}/${metadata.name}`, priority)
  }
  const watched = new WatchedObjects(client, (reference) => wakeBy('reference', reference))
  const local = new LocalVersion(client, options.platformNamespace, () => {
    wakeBy('cluster', '')
    options.versionSettled(undefined)
  })
  const waitForRights = new Set<string>()
  const context: SharedContext = {
    ...options,
    watched,
    local,
    waitForRights,
  }
  addIndexes(context)
  addHandlers(context, queue, { wakeBy, versionSettled: options.versionSettled })
  const pass: Reconcile = async (key, signal, { id: passId, priority, offWorker }) => {
    if (!options.manages(instances.informer.get(key))) return { do: 'rest' }
    const own: InstanceContext = {
      ...context,
      offWorker,
      fitAnswers: new Map(),
      client: clientWithPriority(client, priority),
      writes: (written) => options.lowPriorityWrites.writes(written, priority()),
    }
    const ports = { client: own.client, recorder: options.recorder, passId }
    return reconcile(key, instancePass(own), ports, signal)
  }
  return {
    local,
    /** Rights of accounts may have come or gone. */
    rightsChanged: (): void => {
      const keys = [...waitForRights]
      waitForRights.clear()
      for (const key of keys) queue.add(key)
    },
    /** A Repository came, went or offers something else. */
    repositoryChanged: (key: string): void => {
      const name = key.slice(key.indexOf('/') + 1)
      for (const { metadata } of options.extensions.by('repository', name))
        wakeBy('extension', metadata.name)
    },
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(storesOf(context).map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('extension-instance', options)
      const { concurrency } = options
      const following = [watched.run(signal), local.run(signal)].map((one) => one.catch(() => {}))
      await queue.run(pass, { clock, concurrency, ...observed }, signal)
      await Promise.all(following)
    },
  }
}

function storesOf({ instances, extensions, plugins, clusters, profiles }: SharedContext) {
  return [instances, extensions, plugins, clusters, profiles]
}

function addIndexes({ instances }: Pick<InstanceContext, 'instances'>): void {
  instances.addIndex('cluster', ({ spec }) => [spec.cluster ?? ''])
  // An instance that installs its dependencies gives them names that may be taken.
  instances.addIndex('brings', ({ spec, metadata }) =>
    spec.dependencies === 'install' ? [metadata.namespace] : [],
  )
  instances.addIndex('reference', ({ spec, metadata }) =>
    [...spec.parametersFrom, { kind: 'Secret', name: secretNameOf({ metadata }) }].map(
      ({ kind, name }) => referenceKey(kind, metadata.namespace, name),
    ),
  )
}

interface Wake {
  readonly wakeBy: (index: string, value: string) => void
  readonly versionSettled: (cluster: string | undefined) => void
}

// Changes wake those that wait, never a timer.
function addHandlers(
  context: SharedContext,
  queue: LanedQueue,
  { wakeBy, versionSettled }: Wake,
): void {
  const { instances, extensions, plugins, clusters, profiles } = context
  instances.informer.addHandler((change) => {
    // Somebody waits for what was changed; what is there when we begin can wait for that.
    if (change.type !== 'modified') queue.add(keyOf(change.object))
    else if (isNews(change, inputOf)) queue.add(keyOf(change.object), 'high')
    if (change.type === 'modified' && !isNews(change, offerOf)) return
    wakeRelated(change.object, context, queue)
    if (change.type === 'deleted') wakeNamesakes(change.object, context, queue)
  })
  extensions.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, specOf)) return
    wakeBy('extension', nameOf(change.object))
    // Instances that came because of others may be needed in other versions now, or no more.
    for (const name of namesIn(change, extensionsNeeded)) wakeBy('extension', name)
  })
  plugins.informer.addHandler((change) => {
    const key = keyOf(change.object)
    if (instances.at(key) !== undefined) queue.add(key)
    if (change.type === 'modified' && !isNews(change, specOf)) return
    for (const one of namesIn(change, pluginsNeeded))
      if (one !== key && instances.at(one)) queue.add(one)
  })
  clusters.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, clusterNews)) return
    const isOwn = readPath(change.object, ['spec', 'inCluster']) === true
    if (change.type !== 'modified' || isNews(change, settledVersion))
      versionSettled(isOwn ? undefined : nameOf(change.object))
    wakeBy('cluster', nameOf(change.object))
    if (isOwn) wakeBy('cluster', '')
  })
  profiles.informer.addHandler((change) => {
    if (change.type === 'modified' && !isNews(change, specOf)) return
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

function isNews(
  change: Extract<ObjectChange, { readonly type: 'modified' }>,
  of: (object: KubeObject) => Json,
): boolean {
  return !equalJson(of(change.before), of(change.object))
}

// Our own writes are no input.
function inputOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    textAt(object, ['metadata', 'deletionTimestamp']),
    textAt(object, ['metadata', 'annotations', retryAnnotation]),
    object.metadata['labels'] ?? {},
  ]
}

function offerOf(object: KubeObject): Json {
  return [
    inputOf(object),
    textAt(object, ['status', 'version']),
    textAt(object, ['status', 'source']),
    textAt(object, ['status', 'kubernetes']),
    textAt(object, ['status', 'preparedFor']),
    isStuck({ conditions: conditionsOf(object) }),
  ]
}

function specOf(object: KubeObject): Json {
  return [object['spec'] ?? {}, textAt(object, ['metadata', 'deletionTimestamp'])]
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
