import { type Renders, documentedRenders } from './sources/renders.ts'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { runRefreshJob } from '../catalog/refresh/refresh-job.ts'
import type { Refresh } from '../catalog/refresh/refresh-thread.ts'
import { nodeEntropy } from '../chart/node/entropy.ts'
import { renderHere } from '../chart/node/render-here.ts'
import { type FencedClient, fenceClient } from '../controller/election/fenced-client.ts'
import type { Leadership } from '../controller/election/leadership.ts'
import { runAsLeader } from '../controller/election/run-as-leader.ts'
import { EventRecorder, type ToldEvent } from '../controller/events/event-recorder.ts'
import { type ControllerMetrics, createControllerMetrics } from '../controller/metrics.ts'
import { PassesUnderWay } from '../controller/passes-under-way.ts'
import { SharedInformers } from '../controller/shared-informers.ts'
import type { ControllerPass } from './pass/pass-options.ts'
import type { Tracer } from '../kube/tracing/span.ts'
import { tracedClient } from '../kube/tracing/traced-client.ts'
import { apiGroup } from '../kinds/group.ts'
import { tracePassesWith } from './pass/trace-pass.ts'
import type { KubeClient } from '../kube/client.ts'
import type { RunBuild } from '../kustomize/node/build-threads.ts'
import { type Connect, connect } from '../kube/connect.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import type { RunMirror } from '../mirror/job/mirror-job.ts'
import { digestFinder } from '../mirror/images/find-digest.ts'
import type { Entropy } from '../template/func.ts'
import type { FetchOptions, RefreshElsewhere } from '../sources/chart-request.ts'
import { ClusterConnections } from './clusters/cluster-connections.ts'
import { type OperatorMetrics, createOperatorMetrics } from './operator-metrics.ts'
import { type MachinesOptions, createExtensions } from './extensions.ts'
import { kubernetesAnnotation } from './pass/instance-names.ts'
import type { Scope } from './clusters/managed-scope.ts'
import { createExpansionController } from './kinds/expansion/controller.ts'
import { type PluginController, createPluginController } from './kinds/plugin/controller.ts'
import { type FetchChart, SourceCache } from './sources/source-cache.ts'
import { type RunTransform, transformHere } from '../release/transform/transform-threads.ts'
import { leaseName } from './pass/platform-namespace.ts'
import { LowPriorityWrites } from './pass/priority.ts'
import { createNotificationController } from './kinds/notification/controller.ts'
import type { KeptIndexes } from './kinds/repository/act.ts'
import {
  type RepositoryController,
  createRepositoryController,
} from './kinds/repository/controller.ts'
import { openTarget } from './clusters/target-cluster.ts'
import { pluginTarget } from './plugin-target.ts'

export interface OperatorOptions {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly fetching: FetchOptions
  /** Reads indexes of repositories; on this thread by default. */
  readonly refresh?: Refresh
  /** Where the indexes of earlier processes are; in files by default. */
  readonly indexes?: KeptIndexes
  /** Renders charts; on this thread by default. */
  readonly renders?: Renders
  /** The randomness and time for templates and salts; those of this machine by default. */
  readonly entropy?: () => Entropy
  /** Brings charts; over the network and from folders by default. */
  readonly fetchChart?: FetchChart
  /** Applies patches; on this thread by default. */
  readonly transforms?: RunTransform
  /** Builds kustomizations; on this thread by default. */
  readonly builds?: RunBuild
  /** Brings charts and images to registries; on this thread by default. */
  readonly runMirror?: RunMirror
  readonly platformNamespace: string
  /** The account that plugins of that namespace act with; they have the rights of the operator without one. */
  readonly platformAccount?: string | undefined
  /** Where packages of Expansions are kept; none are carried out by default. */
  readonly expansionFolder?: string
  /** How clusters are made of machines; none are by default. */
  readonly machines?: MachinesOptions
  /** Must be another one in every process. */
  readonly identity: string
  /** Whether other clusters are looked after, too, which is so by default. */
  readonly scope?: Scope
  /** How other clusters are reached; over the network by default. */
  readonly connect?: Connect
  /** Plugins that are worked on at a time. */
  readonly concurrency?: number
  readonly observer?: OperatorObserver
  readonly registry?: Registry
  /** Goes on with the traces of requests that led to passes; nothing is traced unless given. */
  readonly tracer?: Tracer
  /** Where whoever wants to know sees which passes have not ended. */
  readonly passes?: PassesUnderWay
}

export interface OperatorObserver {
  /** We lead; what is given looks at every plugin again. */
  readonly leading?: (passAll: () => void) => void
  readonly lost?: (why: unknown) => void
  readonly troubled?: (error: unknown) => void
  readonly passed?: (outcome: ControllerPass) => void
  /** An event about an object was recorded. */
  readonly told?: (event: ToldEvent) => void
}

/** The parts that the operator shares while it leads. */
interface Context {
  readonly options: Omit<OperatorOptions, 'client'>
  /** The cluster that our own kinds are on. */
  readonly client: FencedClient
  readonly leadership: Leadership
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  /** The listeners that get every event. */
  readonly telling: Set<(event: ToldEvent) => void>
  readonly metrics: ControllerMetrics
  readonly figures: OperatorMetrics
}

const defaultConcurrency = 24

/** Reconciles our kinds whenever it leads, until the signal, with whose reason it then rejects. */
export async function runOperator(options: OperatorOptions, signal: AbortSignal): Promise<void> {
  const { platformNamespace, identity, observer = {} } = options
  const client = tracedClient(options.client, options.tracer, apiGroup)
  const registry = options.registry ?? new Registry()
  const metrics = createControllerMetrics(
    registry,
    options.passes ?? new PassesUnderWay(client.clock),
  )
  const figures = createOperatorMetrics(registry, identity)
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
    (leadership) => {
      // From here on every write asks whether we still lead; the election alone has the bare client.
      const fenced = fenceClient(client, leadership)
      return lead({
        ...shared(fenced, options, metrics),
        client: fenced,
        options,
        metrics,
        figures,
        leadership,
      })
    },
    signal,
  )
}

function shared(
  client: FencedClient,
  { identity, observer }: OperatorOptions,
  metrics: ControllerMetrics,
): Pick<Context, 'informers' | 'recorder' | 'telling'> {
  const troubled = observer?.troubled
  const telling = new Set(observer?.told === undefined ? [] : [observer.told])
  return {
    informers: new SharedInformers(client, (selection) => ({
      keep: withoutManagers,
      observer: metrics.watch(selection),
    })),
    recorder: new EventRecorder(client, {
      controller: 'outrigger.dev/operator',
      instance: identity,
      ...(troubled === undefined ? {} : { lost: troubled }),
      told: (event) => {
        for (const tell of telling) tell(event)
      },
    }),
    telling,
  }
}

// The owners of fields are for servers; a copy of everything is large enough without them.
function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

async function lead(context: Context): Promise<void> {
  const { informers, recorder, leadership, metrics } = context
  const { signal } = leadership
  metrics.followLag(() => informers.all())
  const unlead = context.figures.lead(informers)
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const run = async (part: Promise<unknown>) => {
    try {
      await part
    } catch (error) {
      if (!either.aborted) failed.abort(error)
    }
  }
  const { target, controller, repositories, extensions, notifications } = assemble(context)
  context.options.observer?.leading?.(controller.passAll)
  const following = [run(informers.run(either)), run(recorder.run(either)), run(target.run(either))]
  const known = [target, extensions, repositories].map((part) => part.untilSynced(either))
  await run(Promise.all(known))
  const parts = [repositories, controller, extensions, notifications, ...expansionsOf(context)]
  const working = parts.map((part) => run(part.run(either)))
  await Promise.all(working)
  await Promise.all(following)
  unlead()
  if (failed.signal.aborted && !signal.aborted) throw failed.signal.reason
}

// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
function assemble(context: Context) {
  const { options, client, informers, recorder, leadership, metrics, telling } = context
  const { fetching, platformNamespace, platformAccount, identity, observer } = options
  const repositories = repositoriesOf(context)
  const target = openTarget({
    client,
    leadership,
    // No watch delivers before the target runs, and by then the controller is there.
    changed: (place) => controller.releaseChanged(place),
    kindsChanged: () => controller.kindsChanged(undefined),
    referenceChanged: (reference) => controller.referenceChanged(reference),
    isReferenced: (reference) => controller.isReferenced(reference),
    rightsChanged: (what) => {
      controller.rightsChanged(what)
      extensions.rightsChanged()
    },
    roomChanged: (namespace) => controller.roomChanged(namespace),
    platformNamespace,
    platformAccount,
  })
  const connections = new ClusterConnections({
    connect: (connection) => {
      const reach = options.connect ?? ((one) => connect(one, { clock: client.clock }))
      const { client: bare, close } = reach(connection)
      const traced = tracedClient(bare, options.tracer, apiGroup)
      return { client: fenceClient(traced, leadership), close }
    },
    leadership,
    changed: (place) => controller.releaseChanged(place),
    kindsChanged: (name) => controller.kindsChanged(name),
    referenceChanged: (reference) => controller.referenceChanged(reference),
    isReferenced: (reference) => controller.isReferenced(reference),
    rightsChanged: (what) => controller.rightsChanged(what),
    roomChanged: (namespace) => controller.roomChanged(namespace),
    platformNamespace,
    usable: (name) => controller.clusterChanged(name),
  })
  const shared = {
    client,
    informers,
    recorder,
    metrics,
    platformNamespace,
    platformAccount,
    renders: documentedRenders(options.renders ?? onThisThread, fetching),
    transforms: options.transforms ?? transformHere,
    sources: new SourceCache(sourceOptions(options), client.clock, {
      bring: options.fetchChart,
      build: options.builds,
    }),
    entropy: options.entropy ?? nodeEntropy,
    concurrency: options.concurrency ?? defaultConcurrency,
    lowPriorityWrites: new LowPriorityWrites(),
    rights: target.rights,
    released: context.figures.released,
    tracePass: options.tracer && tracePassesWith(options.tracer),
    ...(observer?.passed === undefined ? {} : { passed: observer.passed }),
  }
  const extensions = createExtensions({
    ...shared,
    connections,
    scope: options.scope ?? 'hub',
    ...(options.machines === undefined ? {} : { machines: options.machines }),
    expansionFolder: options.expansionFolder,
    repositories: repositories.directory,
    globalsChanged: () => controller.globalsChanged(),
    targetAt: (name) => {
      const isOwn = name === undefined || extensions.clusterAt(name)?.spec.inCluster === true
      return isOwn ? target : connections.targetOf(name)
    },
    // No watch delivers anything when a server becomes another Kubernetes.
    versionSettled: (name) => {
      const settled = name === undefined ? target : connections.targetOf(name)
      settled?.discovery.invalidate()
      controller.kindsChanged(name)
    },
  })
  const controller: PluginController = createPluginController({
    ...shared,
    identity,
    findDigest: digestFinder(fetching),
    repositories: repositories.directory,
    isNamedByExtension: extensions.isNamedByExtension,
    manages: extensions.manages,
    globalsOf: ({ spec }) => extensions.globalsOf(spec.cluster),
    maintenanceOf: ({ spec }) => extensions.maintenanceOf(spec.cluster),
    hasSettled: ({ spec, metadata }, version) => {
      // A Plugin of an instance moves when the instance has chosen for that version.
      const chosenFor = metadata.annotations[kubernetesAnnotation]
      if (chosenFor !== undefined) return chosenFor === version
      return extensions.hasSettled(spec.cluster, version)
    },
    targetOf: (plugin) =>
      pluginTarget(plugin, { target, connections, extensions, platformNamespace }),
  })
  const notifications = createNotificationController({ ...shared, policy: fetching.policy })
  telling.add(notifications.told)
  repositories.directory.onChange((key) => controller.repositoryChanged(key))
  repositories.directory.onChange(extensions.repositoryChanged)
  return { target, controller, repositories, extensions, notifications }
}

const onThisThread: Renders = { now: renderHere, ahead: renderHere }

// Repositories that plugins name by their address are read as those that have a name.
// Those who write to the platform namespace do not sit at this machine: its files are not theirs to name.
function sourceOptions(options: Context['options']): FetchOptions {
  const refreshLargeIndex = refreshOf(options)
  return { ...options.fetching, boundToRoot: 'everybody', refreshLargeIndex }
}

function refreshOf({ fetching, refresh = runRefreshJob }: Context['options']): RefreshElsewhere {
  const { policy } = fetching
  return (request, signal) =>
    refresh({ ...request, charts: [], policy, timeout: refreshTimeout }, signal)
}

const refreshTimeout = 120_000

// Most operators have no mirror, and need not load what one takes.
const mirrorHere: RunMirror = async (job, signal) => {
  const { runMirrorJob } = await import('../mirror/job/run-mirror-job.ts')
  const { readManifest } = await import('../release/desired/read-manifest.ts')
  return await runMirrorJob(job, readManifest, signal)
}

function expansionsOf({ options, client, informers, recorder, metrics }: Context) {
  const { expansionFolder, fetching, platformNamespace, observer } = options
  if (expansionFolder === undefined) return []
  return [
    createExpansionController({
      client,
      informers,
      recorder,
      metrics,
      host: { folder: expansionFolder, fetching },
      platformNamespace,
      ...(observer?.passed === undefined ? {} : { passed: observer.passed }),
    }),
  ]
}

function repositoriesOf({
  options,
  client,
  informers,
  recorder,
  metrics,
}: Context): RepositoryController {
  const { fetching, refresh = runRefreshJob, platformNamespace, observer } = options
  return createRepositoryController({
    client,
    informers,
    recorder,
    metrics,
    refresh,
    policy: fetching.policy,
    indexFolder: fetching.indexFolder,
    runMirror: options.runMirror ?? mirrorHere,
    mirrorFolder: join(fetching.indexFolder, 'mirrored'),
    ...(options.indexes === undefined ? {} : { indexes: options.indexes }),
    platformNamespace,
    ...(observer?.passed === undefined ? {} : { passed: observer.passed }),
  })
}
