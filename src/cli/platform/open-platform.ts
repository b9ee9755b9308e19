import { logOperator, tellTrouble } from './log/operator-log.ts'
import type { Log } from '../../std/log.ts'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { PassesUnderWay } from '../../controller/passes-under-way.ts'
import { RenderThreads } from '../../chart/node/render-threads.ts'
import { BuildThreads } from '../../kustomize/node/build-threads.ts'
import { RefreshThread } from '../../catalog/refresh/refresh-thread.ts'
import type { KubeClient } from '../../kube/client.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import { openWriteToken } from '../../oci/registry/write-token.ts'
import type { Tracer } from '../../kube/tracing/span.ts'
import type { Connect } from '../../kube/connect.ts'
import { platformAccount, platformNamespace } from '../../operator/pass/platform-namespace.ts'
import type { Scope } from '../../operator/clusters/managed-scope.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { holderIdentity } from '../../release/record/lock/holder-identity.ts'
import { openContentCache } from '../../sources/cache/content-cache.ts'
import { systemClock } from '../../std/clock.ts'
import { type Neighbours, prepareOwnFolder } from '../../std/node/own-folder.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import type { Ports } from '../verb.ts'
import { applyPlatform } from './apply-platform.ts'
import { apiProbe } from './probes/api-probe.ts'
import { builtInCharts } from './built-in-charts.ts'
import { builtInRepositoriesAt } from './built-in-offers.ts'
import { freeRepositories, isOfStart, pickUpCharts } from './custom/pick-up-charts.ts'
import { chartsBrought } from './custom/read-custom-charts.ts'
import { builtPage } from '../server/built-page.ts'
import { CleanUps } from './clean-ups.ts'
import { BuiltInOffer } from './host/builtin-offer.ts'
import { requirePlatform } from './host/require-platform.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'
import { type HostChoice, openHostCluster } from './open-host-cluster.ts'
import { leadsOrStandsBy } from './probes/leads-or-stands-by.ts'
import { offerBuiltInCharts } from './offer-built-in-charts.ts'
import { platformObjects, sandboxInput, tenantNamespaces } from './platform-objects.ts'
import { pushBuiltInCharts } from './push-built-in-charts.ts'
import { type OwnClusterChoice, registerOwnCluster } from './host/register-own-cluster.ts'
import { serveCharts } from './serve-charts.ts'
import { measureProcess, serveOperator } from './serve-operator.ts'
import { mirrorOnThread } from '../../mirror/job/mirror-thread.ts'
import type { ApiInput } from '../server/serve-api.ts'
import { openTracesTo } from '../server/open-traces.ts'
import { TransformThreads } from '../../release/transform/transform-threads.ts'
import { shippedProviders } from '../site/shipped-providers.ts'
import { startThread } from './start-thread.ts'

export interface PlatformOptions extends Pick<ApiInput, 'sites'>, OwnClusterChoice {
  /** Where everything is kept; a temporary one that goes at the end when absent. */
  readonly folder: string | undefined
  /** The cluster that it runs on; a sandbox of its own when absent. */
  readonly cluster: HostChoice | undefined
  /** The minor version of Kubernetes 1 that the sandbox is to be; the one that it was, or the newest, when absent. */
  readonly minor?: number
  /** How clusters are reached and by which clock; over the network and by that of this machine by default. */
  readonly connect?: Connect
  readonly ports: {
    readonly api: number
    readonly charts: number
    readonly registry: number
    readonly operator: number
    readonly server: number
  }
  readonly allow: readonly string[]
  /** Whether other clusters are looked after, too, which is so by default. */
  readonly scope?: Scope
  /** Below which plugins and repositories may name folders as `file://`; none when absent. */
  readonly fileRoot?: string
  readonly tenants: readonly string[]
  /** Whether our own charts are offered as Repositories on a cluster that somebody named; in a sandbox and in a pod they are anyway. */
  readonly offerBuiltIn?: boolean
  /** A folder with charts of the user, which are pushed into the registry and offered as the Repository `custom`. */
  readonly charts?: string
  /** The folder of the built page; the one that came with the program when absent. */
  readonly page?: string
  /** Whether the REST API is served; unless told it is, but not in a pod, beside which `outrigger server` runs. */
  readonly serves?: boolean
}

/** A platform that runs. */
export interface OpenPlatform {
  readonly folder: string
  readonly isTemporary: boolean
  readonly isSandbox: boolean
  readonly api: string
  readonly kubeconfig: string
  readonly charts: { readonly url: string; readonly count: number }
  /** The charts of users in the registry. */
  readonly customCharts: { readonly url: string; readonly count: number }
  readonly registry: string
  /** The file with the token that pushing into the registry needs. */
  readonly registryTokenFile: string
  readonly operator: string
  /** Where the REST API is; empty in a pod, where nothing serves it yet. */
  readonly server: string
  /** A link that signs in once, as the administrator of the sandbox; empty on other clusters. */
  readonly signInLink: string
  /** Whether it leads by now, or stands by while another one does. */
  readonly leads: () => boolean
  /** Resolves when the operator has come to an end by itself, which is a failure. */
  readonly failed: Promise<unknown>
  /** Whether our own charts are offered as Repositories. */
  readonly offersBuiltIn: boolean
  /** The Repositories that were taken away when it was closed. */
  readonly takenAway: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface PlatformObserver {
  /** Something went wrong that mends itself. */
  readonly troubled: (error: unknown) => void
  /** Where the operator tells what it does; nowhere by default. */
  readonly log?: Log
}

const patience = 10_000
const [ownHost, anyHost] = ['127.0.0.1', '0.0.0.0']
/** The one who started a sandbox may do everything in it. */
const sandboxOwner = { user: 'kubernetes-admin', uid: '', groups: ['system:masters'], extra: {} }

/** Starts everything: a cluster, the operator, a repository and a registry with our own charts. */
export async function openPlatform(
  options: PlatformOptions,
  ports: Ports,
  observer: PlatformObserver,
  signal: AbortSignal,
): Promise<OpenPlatform> {
  const ends = new CleanUps()
  try {
    return await assemble(options, ports, { observer, ends }, signal)
  } catch (error) {
    await ends.run()
    throw error
  }
}

// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
async function assemble(
  options: PlatformOptions,
  ports: Ports,
  {
    observer: { troubled, log },
    ends,
  }: { readonly observer: PlatformObserver; readonly ends: CleanUps },
  signal: AbortSignal,
): Promise<OpenPlatform> {
  // A container has its volumes for itself, and they are open to everybody in it.
  const isContainer = options.cluster !== undefined && 'inCluster' in options.cluster
  const neighbours = isContainer ? 'none' : 'some'
  const brought = chartsBrought(options.charts, troubled)
  const folder = await openFolder(options.folder, neighbours, ends)
  const userAgent = `outrigger/${ports.program.version}`
  const asked = options.minor === undefined ? {} : { minor: options.minor }
  const wanted = { folder, port: options.ports.api, userAgent, onFailure: troubled, ...asked }
  const cluster = await openHostCluster(options.cluster, wanted, ports, options.connect)
  ends.add(cluster.close)
  const charts = builtInCharts(ports.program.file)
  const served = await serveCharts(charts, options.ports.charts)
  ends.add(served.stop)
  const root = join(folder, 'registry')
  const written = await openWriteToken(root, signal, neighbours)
  const { value: writeToken, file: registryTokenFile } = written
  const registry = await serveRegistry(
    { root, port: options.ports.registry, writeToken, onError: troubled },
    signal,
  )
  ends.add(() => registry.close(AbortSignal.timeout(patience)))
  await pushBuiltInCharts(charts, { host: registry.host, writeToken }, signal)
  const custom = await pickUpCharts(brought, { host: registry.host, writeToken }, signal)
  const own = builtInRepositoriesAt(served.url, registry.host)
  const free = { client: cluster.client, troubled, mayReplace: isOfStart }
  const users = await freeRepositories(custom.repository, free, signal)
  if (cluster.isSandbox || isContainer) {
    const input = sandboxInput(options.tenants, [...own, ...users])
    // A pod finds the objects that came with it, and brings the kinds up to its version; one that was rolled back leaves newer ones.
    const all = [
      ...tenantNamespaces(options.tenants),
      ...platformObjects(input, ports.program.file),
    ]
    const objects = isContainer ? [] : all
    await applyPlatform(objects, 'keep-newer', { client: cluster.client, told: () => {} }, signal)
  } else await requirePlatform(cluster.client, troubled, signal)
  const offers = !cluster.isSandbox && (isContainer || options.offerBuiltIn === true)
  const there = offers ? [...own, ...users] : options.charts === undefined ? [] : users
  const isOffered = !cluster.isSandbox && there.length > 0
  const offer = isOffered ? new BuiltInOffer(there, cluster.client, troubled) : undefined
  // After the operator, which would tell of plugins that miss them. The pod that leads next has the same addresses.
  if (offer !== undefined && !isContainer) ends.add(() => offer.end())
  // The owner of a cluster chooses what it offers.
  if (cluster.isSandbox) {
    await offerBuiltInCharts(charts, cluster.client, signal)
    await registerOwnCluster(options, cluster.client, signal)
  }
  const measures = new Registry()
  const places = [served.url, `http://${registry.host}`]
  const tracing = await openTracesTo(undefined, ports, troubled, ends)
  // Before the operator, whose first passes keep this thread busy.
  const server = !(options.serves ?? !isContainer)
    ? { server: '', signInLink: '' }
    : await startServer(
        {
          client: cluster.serverClient,
          folder,
          neighbours,
          listen: { host: ownHost, port: options.ports.server },
          page: options.page ?? builtPage(ports.program.file),
          allow: [...options.allow, ...places],
          fileRoot: options.fileRoot,
          sites: options.sites,
          settings: tracing,
          registry: measures,
          sessions: 'files',
          ...(cluster.isSandbox ? { owner: sandboxOwner } : {}),
        },
        ports,
        troubled,
        ends,
      )
  const operator = await startOperator(
    {
      ...tracing,
      client: cluster.operatorClient,
      folder,
      neighbours,
      allow: [...options.allow, ...places],
      fileRoot: options.fileRoot,
      // The node of a pod asks how the pod is.
      host: isContainer ? anyHost : ownHost,
      registry: measures,
      port: options.ports.operator,
      scope: options.scope ?? 'hub',
      connect: options.connect,
      leading: () => offer?.begin(),
    },
    ports,
    { troubled, ...(log === undefined ? {} : { log }) },
    ends,
  )
  return {
    folder,
    isTemporary: options.folder === undefined,
    isSandbox: cluster.isSandbox,
    api: cluster.url,
    kubeconfig: cluster.kubeconfig,
    charts: { url: served.url, count: charts.length },
    customCharts: { url: custom.url, count: custom.count },
    registry: registry.host,
    registryTokenFile,
    ...operator,
    ...server,
    offersBuiltIn: cluster.isSandbox || offers,
    takenAway: () => offer?.withdrawn ?? [],
    close: () => ends.run(),
  }
}

/** Serves the REST API on this machine alone. */
async function startServer(
  input: ApiInput,
  ports: Ports,
  troubled: PlatformObserver['troubled'],
  ends: CleanUps,
): Promise<Pick<OpenPlatform, 'server' | 'signInLink'>> {
  // Loaded only here: a platform in a pod serves no API.
  const { serveApi } = await import('../server/serve-api.ts')
  const { url, signInLink } = await serveApi(input, ports, troubled, ends)
  return { server: url, signInLink: input.owner === undefined ? '' : signInLink(input.owner) }
}

async function openFolder(
  wanted: string | undefined,
  neighbours: Neighbours,
  ends: CleanUps,
): Promise<string> {
  if (wanted !== undefined) return await prepareOwnFolder(wanted, neighbours)
  const { path, remove } = await openTemporaryFolder('start')
  ends.add(remove)
  return path
}

interface OperatorInput {
  readonly client: KubeClient
  readonly folder: string
  readonly neighbours: Neighbours
  readonly allow: readonly string[]
  readonly fileRoot: string | undefined
  readonly host: string
  readonly port: number
  readonly scope: Scope
  readonly connect: Connect | undefined
  readonly registry: Registry
  /** Told when this process begins to lead. */
  readonly leading: () => void
  readonly tracer?: Tracer
}

// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
async function startOperator(
  {
    client,
    folder,
    neighbours,
    allow,
    fileRoot,
    host,
    port,
    scope,
    connect,
    registry,
    leading: begins,
    tracer,
  }: OperatorInput,
  ports: Ports,
  { troubled, log }: PlatformObserver,
  ends: CleanUps,
): Promise<Pick<OpenPlatform, 'operator' | 'leads' | 'failed'>> {
  const fetching = {
    policy: addressPolicyOf(allow, ports),
    indexFolder: await prepareOwnFolder(join(folder, 'indexes'), neighbours),
    cache: await openContentCache({ root: join(folder, 'content'), neighbours }),
    ...(fileRoot === undefined ? {} : { fileRoot }),
  }
  const thread = new RefreshThread(() => startThread('indexes', ports), systemClock)
  const start = () => startThread('renders', ports)
  const renders = new RenderThreads({ start, clock: systemClock })
  const builds = new BuildThreads({
    start: () => startThread('builds', ports),
    clock: systemClock,
  })
  const transforms = new TransformThreads({
    start: () => startThread('transforms', ports),
    clock: systemClock,
  })
  measureProcess(registry)
  const passes = new PassesUnderWay(client.clock)
  const stopping = new AbortController()
  let leads = false
  let ended = false
  const leading = Promise.withResolvers<void>()
  const identity = holderIdentity()
  const told = log === undefined ? tellTrouble(troubled) : logOperator(log)
  const running = runOperator(
    {
      client,
      fetching,
      refresh: thread.refresh,
      renders,
      builds: builds.run,
      runMirror: mirrorOnThread(() => startThread('mirror', ports)),
      transforms: transforms.run,
      platformNamespace,
      platformAccount,
      expansionFolder: await prepareOwnFolder(join(folder, 'expansions'), neighbours),
      machines: {
        providers: shippedProviders(ports.program.file),
        folder: await prepareOwnFolder(join(folder, 'machines'), neighbours),
        env: ports.environment,
      },
      scope,
      ...(connect === undefined ? {} : { connect }),
      ...(tracer === undefined ? {} : { tracer }),
      identity,
      registry,
      passes,
      observer: {
        ...told,
        leading: () => {
          leads = true
          begins()
          log?.('info', 'leads', { identity })
          leading.resolve()
        },
        lost: (error) => {
          leads = false
          told.lost(error)
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
    await Promise.all([thread.close(), renders.close(), builds.close(), transforms.close()])
  })
  const askApi = apiProbe(client)
  const notReady = () =>
    ended ? 'the operator has ended' : (passes.describeStuck() ?? askApi(stopping.signal))
  const endpoint = await serveOperator({ host, port, registry, notReady })
  ends.add(endpoint.stop)
  await leadsOrStandsBy(Promise.race([leading.promise, failed]))
  return { operator: endpoint.url, leads: () => leads, failed }
}
