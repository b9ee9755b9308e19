import { Registry } from 'prom-client'
import { runRefreshJob } from '../catalog/refresh/refresh-job.ts'
import type { Refresh } from '../catalog/refresh/refresh-thread.ts'
import { renderHere } from '../chart/node/render-here.ts'
import type { Leadership } from '../controller/election/leadership.ts'
import { runAsLeader } from '../controller/election/run-as-leader.ts'
import { EventRecorder } from '../controller/events/event-recorder.ts'
import { type ControllerMetrics, createControllerMetrics } from '../controller/metrics.ts'
import { SharedInformers } from '../controller/shared-informers.ts'
import type { PassOutcome } from '../controller/worker.ts'
import type { Plugin } from '../kinds/plugin.ts'
import type { KubeClient } from '../kube/client.ts'
import { connect } from '../kube/connect.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import type { FetchOptions, RefreshElsewhere } from '../sources/chart-request.ts'
import { ClusterBook, type Connect } from './cluster/cluster-book.ts'
import { createExtensions } from './extensions.ts'
import { kubernetesAnnotation } from './extension-instance/names.ts'
import { mayUse } from './extension-instance/see-cluster.ts'
import type { Scope } from './looks-after.ts'
import { type PluginController, createPluginController } from './plugin/controller.ts'
import type { Obstacle } from './plugin/observation.ts'
import type { Renders } from './plugin/render-book.ts'
import { SourceBook } from './plugin/source-book.ts'
import { Unhurried } from './pressing.ts'
import { type RepositoryController, createRepositoryController } from './repository/controller.ts'
import { type TargetCluster, openTarget } from './target-cluster.ts'

export interface OperatorOptions {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly fetching: FetchOptions
  /** Reads indexes of repositories; on this thread unless told. */
  readonly refresh?: Refresh
  /** Renders charts; on this thread unless told. */
  readonly renders?: Renders
  readonly platformNamespace: string
  /** Must be another one in every process. */
  readonly identity: string
  /** Whether other clusters are looked after, too, which is so unless told. */
  readonly scope?: Scope
  /** How other clusters are reached; over the network unless told. */
  readonly connect?: Connect
  /** Plugins that are worked on at a time. */
  readonly concurrency?: number
  readonly observer?: OperatorObserver
  readonly registry?: Registry
}

export interface OperatorObserver {
  /** We lead; what is given looks at every plugin again. */
  readonly leading?: (passAll: () => void) => void
  readonly lost?: (why: unknown) => void
  readonly troubled?: (error: unknown) => void
  readonly passed?: (outcome: PassOutcome) => void
}

/** What the parts of an operator share while it leads. */
interface Context {
  readonly options: OperatorOptions
  readonly leadership: Leadership
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly metrics: ControllerMetrics
}

const leaseName = 'outrigger-operator'
const defaultConcurrency = 24

/** Reconciles our kinds whenever it leads, until the signal, with whose reason it then rejects. */
export async function runOperator(options: OperatorOptions, signal: AbortSignal): Promise<void> {
  const { client, platformNamespace, identity, observer = {} } = options
  const metrics = createControllerMetrics(options.registry ?? new Registry())
  const election = {
    namespace: platformNamespace,
    name: leaseName,
    identity,
    observer: {
      ...(observer.lost === undefined ? {} : { lost: observer.lost }),
      ...(observer.troubled === undefined ? {} : { troubled: observer.troubled }),
    },
  }
  await runAsLeader(
    client,
    election,
    (leadership) => lead({ options, metrics, leadership, ...shared(options, metrics) }),
    signal,
  )
}

function shared(
  { client, identity, observer }: OperatorOptions,
  metrics: ControllerMetrics,
): Pick<Context, 'informers' | 'recorder'> {
  const troubled = observer?.troubled
  return {
    informers: new SharedInformers(client, (selection) => ({
      keep: withoutManagers,
      observer: metrics.watch(selection),
    })),
    recorder: new EventRecorder(client, {
      controller: 'outrigger.dev/operator',
      instance: identity,
      ...(troubled === undefined ? {} : { lost: troubled }),
    }),
  }
}

// Who owns which field is for servers; a copy of everything is large enough.
function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

async function lead(context: Context): Promise<void> {
  const { informers, recorder, leadership, metrics } = context
  const { signal } = leadership
  metrics.followLag(() => informers.all())
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const run = async (part: Promise<unknown>) => {
    try {
      await part
    } catch (error) {
      if (!either.aborted) failed.abort(error)
    }
  }
  const { target, controller, repositories, extensions } = assemble(context)
  context.options.observer?.leading?.(controller.passAll)
  const following = [run(informers.run(either)), run(recorder.run(either)), run(target.run(either))]
  await run(Promise.all([target.untilSynced(either), extensions.untilSynced(either)]))
  const working = [repositories, controller, extensions].map((part) => run(part.run(either)))
  await Promise.all(working)
  await Promise.all(following)
  if (failed.signal.aborted && !signal.aborted) throw failed.signal.reason
}

function assemble(context: Context) {
  const { options, informers, recorder, leadership, metrics } = context
  const { client, fetching, platformNamespace, identity, observer } = options
  const repositories = repositoriesOf(context)
  const target = openTarget({
    client,
    leadership,
    // Nothing is told before the target runs, and by then the controller is there.
    changed: (place) => controller.releaseChanged(place),
    kindsChanged: () => controller.kindsChanged(undefined),
  })
  const book = new ClusterBook({
    connect: options.connect ?? ((connection) => connect(connection, { clock: client.clock })),
    leadership,
    changed: (place) => controller.releaseChanged(place),
    kindsChanged: (name) => controller.kindsChanged(name),
    usable: (name) => controller.clusterChanged(name),
  })
  const shared = {
    client,
    informers,
    recorder,
    metrics,
    platformNamespace,
    renders: options.renders ?? { now: renderHere, ahead: renderHere },
    sources: new SourceBook({ ...fetching, refreshLargeIndex: refreshOf(options) }, client.clock),
    concurrency: options.concurrency ?? defaultConcurrency,
    unhurried: new Unhurried(),
    ...(observer?.passed === undefined ? {} : { passed: observer.passed }),
  }
  const extensions = createExtensions({
    ...shared,
    book,
    scope: options.scope ?? 'hub',
    repositories: repositories.book,
    targetAt: (name) => {
      const isOwn = name === undefined || extensions.clusterAt(name)?.spec.inCluster === true
      return isOwn ? target : book.targetOf(name)
    },
    // Nothing is told by a watch when a server becomes another Kubernetes.
    versionSettled: (name) => {
      const settled = name === undefined ? target : book.targetOf(name)
      settled?.discovery.invalidate()
      controller.kindsChanged(name)
    },
  })
  const controller: PluginController = createPluginController({
    ...shared,
    identity,
    repositories: repositories.book,
    isVouched: extensions.isVouched,
    looksAfter: extensions.looksAfter,
    hasSettled: ({ spec, metadata }, version) => {
      // What an instance wrote moves when the instance has chosen for that version.
      const chosenFor = metadata.annotations[kubernetesAnnotation]
      if (chosenFor !== undefined) return chosenFor === version
      return extensions.hasSettled(spec.cluster, version)
    },
    targetOf: (plugin) => targetOf(plugin, { target, book, extensions, platformNamespace }),
  })
  repositories.book.onChange((key) => controller.repositoryChanged(key))
  repositories.book.onChange(extensions.repositoryChanged)
  return { target, controller, repositories, extensions }
}

// Repositories that plugins name by their address are read as those that have a name.
function refreshOf({ fetching, refresh = runRefreshJob }: OperatorOptions): RefreshElsewhere {
  const { policy } = fetching
  return (wish, signal) => refresh({ ...wish, charts: [], policy, timeout: refreshTimeout }, signal)
}

const refreshTimeout = 120_000

interface Places {
  readonly target: TargetCluster
  readonly book: ClusterBook
  readonly extensions: ReturnType<typeof createExtensions>
  readonly platformNamespace: string
}

// Where a plugin goes, or what it waits for.
function targetOf({ spec, metadata }: Plugin, places: Places): TargetCluster | Obstacle {
  const { target, book, extensions, platformNamespace } = places
  const name = spec.cluster
  if (name === undefined) return target
  const cluster = extensions.clusterAt(name)
  if (cluster === undefined || !mayUse(cluster, metadata.namespace, platformNamespace)) {
    const message =
      cluster === undefined
        ? `there is no Cluster ${name}${wayOut(metadata)}`
        : `namespace ${metadata.namespace} may not use Cluster ${name}`
    return { reason: 'ClusterNotFound', message, again: 'on-event' }
  }
  if (cluster.spec.inCluster) return target
  const message = `Cluster ${name} cannot be reached`
  return book.targetOf(name) ?? { reason: 'ClusterUnreachable', message, again: 'on-event' }
}

// Who asked for it to go would wait for ever.
function wayOut({ deletionTimestamp }: Plugin['metadata']): string {
  if (deletionTimestamp === undefined) return ''
  return ': create it again, or leave what is there with deletion: orphan'
}

function repositoriesOf({ options, informers, recorder, metrics }: Context): RepositoryController {
  const { client, fetching, refresh = runRefreshJob, platformNamespace, observer } = options
  return createRepositoryController({
    client,
    informers,
    recorder,
    metrics,
    refresh,
    policy: fetching.policy,
    indexFolder: fetching.indexFolder,
    platformNamespace,
    ...(observer?.passed === undefined ? {} : { passed: observer.passed }),
  })
}
