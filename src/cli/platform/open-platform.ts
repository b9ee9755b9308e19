import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Registry } from 'prom-client'
import { RenderThreads } from '../../chart/node/render-threads.ts'
import { RefreshThread } from '../../catalog/refresh/refresh-thread.ts'
import type { KubeClient } from '../../kube/client.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import type { Connect } from '../../operator/cluster/cluster-book.ts'
import { platformNamespace } from '../../operator/platform-namespace.ts'
import type { Scope } from '../../operator/looks-after.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { holderIdentity } from '../../release/record/holder-identity.ts'
import { openContentCache } from '../../sources/cache/content-cache.ts'
import { systemClock } from '../../std/clock.ts'
import { addressPolicyOf } from '../address-policy.ts'
import type { Ports } from '../verb.ts'
import { applyPlatform } from './apply-platform.ts'
import { builtInCharts } from './built-in-charts.ts'
import { builtInRepositories } from './built-in-offers.ts'
import { CleanUps } from './clean-ups.ts'
import { type HostChoice, openHostCluster } from './open-host-cluster.ts'
import { offerBuiltInCharts } from './offer-built-in-charts.ts'
import { platformObjects } from './platform-objects.ts'
import { pushBuiltInCharts } from './push-built-in-charts.ts'
import { serveCharts } from './serve-charts.ts'
import { serveOperator } from './serve-operator.ts'
import { startThread } from './start-thread.ts'

export interface PlatformOptions {
  /** Where everything is kept; a temporary one that goes at the end when absent. */
  readonly folder: string | undefined
  /** The cluster that it runs on; a sandbox of its own when absent. */
  readonly cluster: HostChoice | undefined
  /** The minor version of Kubernetes 1 that the sandbox is to be; the one that it was, or the newest, when absent. */
  readonly minor?: number
  /** How clusters are reached and by which clock; over the network and by that of this machine unless told. */
  readonly connect?: Connect
  readonly ports: {
    readonly api: number
    readonly charts: number
    readonly registry: number
    readonly operator: number
  }
  readonly allow: readonly string[]
  /** Whether other clusters are looked after, too, which is so unless told. */
  readonly scope?: Scope
  /** Below which plugins and repositories may name folders as `file://`; none when absent. */
  readonly fileRoot?: string
  readonly tenants: readonly string[]
}

/** A platform that runs. */
export interface OpenPlatform {
  readonly folder: string
  readonly isTemporary: boolean
  readonly isSandbox: boolean
  readonly api: string
  readonly kubeconfig: string
  readonly charts: { readonly url: string; readonly count: number }
  readonly registry: string
  readonly operator: string
  /** Whether it leads by now, or stands by while another one does. */
  readonly leads: () => boolean
  /** Resolves when the operator has come to an end by itself, which is a failure. */
  readonly failed: Promise<unknown>
  readonly close: () => Promise<void>
}

export interface PlatformObserver {
  /** Something went wrong that mends itself. */
  readonly troubled: (error: unknown) => void
}

const patience = 10_000
/** Milliseconds in which one that is alone comes to lead. */
const untilStandBy = 5000
const ownHost = '127.0.0.1'
const anyHost = '0.0.0.0'
const builtInPriority = 99

/** Starts everything: a cluster, the operator, a repository and a registry with our own charts. */
export async function openPlatform(
  options: PlatformOptions,
  ports: Ports,
  observer: PlatformObserver,
  signal: AbortSignal,
): Promise<OpenPlatform> {
  const ends = new CleanUps()
  try {
    return await assemble(options, ports, observer, ends, signal)
  } catch (error) {
    await ends.run()
    throw error
  }
}

async function assemble(
  options: PlatformOptions,
  ports: Ports,
  { troubled }: PlatformObserver,
  ends: CleanUps,
  signal: AbortSignal,
): Promise<OpenPlatform> {
  const folder = await openFolder(options.folder, ends)
  const userAgent = `outrigger/${ports.program.version}`
  const asked = options.minor === undefined ? {} : { minor: options.minor }
  const wanted = { folder, port: options.ports.api, userAgent, onFailure: troubled, ...asked }
  const cluster = await openHostCluster(options.cluster, wanted, ports, options.connect)
  ends.add(cluster.close)
  const charts = builtInCharts(ports.program.file)
  const served = await serveCharts(charts, options.ports.charts)
  ends.add(served.stop)
  const registry = await serveRegistry(
    { root: join(folder, 'registry'), port: options.ports.registry, onError: troubled },
    signal,
  )
  ends.add(() => registry.close(AbortSignal.timeout(patience)))
  await pushBuiltInCharts(charts, registry.host, signal)
  const own = { origin: 'builtin', priority: builtInPriority }
  const objects = platformObjects({
    tenants: options.tenants,
    tenantRights: cluster.isSandbox ? 'cluster' : 'namespace',
    repositories: [
      { name: builtInRepositories.charts, spec: { url: served.url, ...own } },
      {
        name: builtInRepositories.registry,
        spec: { url: `oci://${registry.host}/charts`, ...own },
      },
    ],
  })
  await applyPlatform(objects, 'refuse', { client: cluster.client, told: () => {} }, signal)
  // What a cluster of somebody's offers is their own choice.
  if (cluster.isSandbox) await offerBuiltInCharts(charts, cluster.client, signal)
  const places = [served.url, `http://${registry.host}`]
  const operator = await startOperator(
    {
      client: cluster.client,
      folder,
      allow: [...options.allow, ...places],
      fileRoot: options.fileRoot,
      // What asks a pod how it is comes from its node.
      host: options.cluster !== undefined && 'inCluster' in options.cluster ? anyHost : ownHost,
      port: options.ports.operator,
      scope: options.scope ?? 'hub',
      connect: options.connect,
    },
    ports,
    { troubled },
    ends,
  )
  return {
    folder,
    isTemporary: options.folder === undefined,
    isSandbox: cluster.isSandbox,
    api: cluster.url,
    kubeconfig: cluster.kubeconfig,
    charts: { url: served.url, count: charts.length },
    registry: registry.host,
    ...operator,
    close: () => ends.run(),
  }
}

async function openFolder(wanted: string | undefined, ends: CleanUps): Promise<string> {
  if (wanted !== undefined) {
    const folder = resolve(wanted)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-'))
  // Something may still be written while it goes.
  const how = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const
  ends.add(() => rm(folder, how))
  return folder
}

interface OperatorWish {
  readonly client: KubeClient
  readonly folder: string
  readonly allow: readonly string[]
  readonly fileRoot: string | undefined
  readonly host: string
  readonly port: number
  readonly scope: Scope
  readonly connect: Connect | undefined
}

async function startOperator(
  { client, folder, allow, fileRoot, host, port, scope, connect }: OperatorWish,
  ports: Ports,
  { troubled }: PlatformObserver,
  ends: CleanUps,
): Promise<Pick<OpenPlatform, 'operator' | 'leads' | 'failed'>> {
  const thread = new RefreshThread(() => startThread('indexes', ports), systemClock)
  const start = () => startThread('renders', ports)
  const renders = new RenderThreads({ start, clock: systemClock })
  const registry = new Registry()
  const stopping = new AbortController()
  let leads = false
  let ended = false
  const leading = Promise.withResolvers<void>()
  const running = runOperator(
    {
      client,
      fetching: {
        policy: addressPolicyOf(allow, ports),
        indexFolder: join(folder, 'indexes'),
        cache: await openContentCache({ root: join(folder, 'content') }),
        ...(fileRoot === undefined ? {} : { fileRoot }),
      },
      refresh: thread.refresh,
      renders,
      platformNamespace,
      scope,
      ...(connect === undefined ? {} : { connect }),
      identity: holderIdentity(),
      registry,
      observer: {
        leading: () => {
          leads = true
          leading.resolve()
        },
        lost: (error) => {
          leads = false
          troubled(error)
        },
        troubled,
        passed: ({ error }) => {
          if (error !== undefined) troubled(error)
        },
      },
    },
    stopping.signal,
  )
  const failed = running.then(
    () => undefined,
    (error: unknown) => (stopping.signal.aborted ? undefined : error),
  )
  const noteEnd = failed.then(() => void (ended = true))
  ends.add(async () => {
    stopping.abort()
    await noteEnd
    await Promise.all([thread.close(), renders.close()])
  })
  const notReady = () => (ended ? 'the operator has ended' : undefined)
  const endpoint = await serveOperator({ host, port, registry, notReady })
  ends.add(endpoint.stop)
  const late = Promise.withResolvers<void>()
  const cancel = systemClock.after(untilStandBy, () => late.resolve())
  await Promise.race([leading.promise, failed, late.promise])
  cancel()
  return { operator: endpoint.url, leads: () => leads, failed }
}
