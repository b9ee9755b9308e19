import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { operatorOf } from '../../expansion/package/package-operator.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { KubeClient } from '../../kube/client.ts'
import { connect, findConnection } from '../../kube/connect.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { clusterPlan } from '../../site/cluster/cluster-plan.ts'
import { SiteError } from '../../site/errors.ts'
import { readSiteFile } from '../../site/install/read-site.ts'
import type { SiteNow } from '../../site/install/run-site.ts'
import type { PlatformPorts, SiteContext } from '../../site/install/site-context.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { fileJournal } from '../../site/journal/file-journal.ts'
import { systemClock } from '../../std/clock.ts'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import { ExpansionError } from '../../expansion/errors.ts'
import { PlainError } from '../errors.ts'
import { applyPlatform } from '../platform/apply-platform.ts'
import { platformObjects } from '../platform/platform-objects.ts'
import type { Ports } from '../verb.ts'
import { InstallerApi } from './installer-api.ts'
import { type ExpansionChoice, openExpansion } from './open-expansion.ts'
import { startPlatformProcess } from './platform-process.ts'
import { platformPods } from './platform-pods.ts'
import { packageOperator, publishPackage } from './registry/publish-package.ts'
import { pushSiteCharts, siteCharts } from './registry/push-site-charts.ts'
import { hasSiteOperatorEnded, startSiteOperator } from './site-operator.ts'
import { shippedProviders } from './shipped-providers.ts'
import { sitePuller } from './pull-site-provider.ts'

/** A site that an installer works on. */
export interface OpenSite {
  readonly context: SiteContext
  /** The choices and facts of its file, read anew. */
  readonly now: () => Promise<SiteNow>
  /** Lines about what was left behind or decided otherwise. */
  readonly notes: readonly string[]
  readonly close: () => Promise<void>
}

export interface OpenSiteOptions {
  readonly expansion: ExpansionChoice
  readonly mayUpgrade: boolean
  /** The provider of a registry: as it was recorded, or as its tag is now. */
  readonly provider: 'recorded' | 'renewed'
  readonly onLine: SiteContext['onLine']
  readonly onCluster: SiteContext['onCluster']
}

/** Reads a site and its expansion, and puts together what an installer works with. */
export async function openSite(
  paths: SitePaths,
  { expansion: choice, mayUpgrade, provider, onLine, onCluster }: OpenSiteOptions,
  ports: Ports,
  signal: AbortSignal,
): Promise<OpenSite> {
  await makeOwnFolder(paths.state)
  const plain = siteOfText(await readText(paths), paths.file).site
  const expansion = await openExpansion(choice, plain, { paths, ports }, signal)
  const { notes, site } = await readSiteFile(paths.file, expansion)
  // Bad ones are told before anything is done.
  const leftOut: string[] = []
  siteCharts(site, paths, ({ message }) => void leftOut.push(message))
  const readSite = async () => (await readSiteFile(paths.file, expansion)).site
  const api = new InstallerApi(paths, ports, async () => clusterPlan(await readSite()).plan)
  const context: SiteContext = {
    clock: systemClock,
    journal: fileJournal(paths.state),
    paths,
    version: ports.program.version,
    namespace: platformNamespace,
    env: ports.environment,
    shippedProviders: shippedProviders(ports.program.file),
    pullProvider: sitePuller({ paths, connection: choice.connection, ports, provider }),
    mayUpgrade,
    expansion,
    workspace: join(paths.state, 'work'),
    readSite,
    operators: {
      ...api.operators,
      // An operator that has ended while it is waited for is started again.
      answers: async (under) => {
        await reviveOperator({ expansion, paths, ports, api, onLine }, under)
        return await api.operators.answers(under)
      },
    },
    connect: (kubeconfig) => connectTo(kubeconfig, ports),
    platform: platformPorts(paths, ports, api),
    onLine,
    onCluster: (operation, progress, seconds) => {
      api.show(progress, seconds)
      onCluster(operation, progress, seconds)
    },
  }
  const now = async () => nowOf(await readSite(), expansion)
  return { context, now, notes: [...notes, ...leftOut], close: () => api.close() }
}

function nowOf(site: SiteFile, expansion: Package | undefined): SiteNow {
  return {
    skipSteps: site.skipSteps,
    facts: {
      hasExpansion: expansion !== undefined,
      hasOperator: expansion?.declaration.content.operator !== undefined,
      hasApplications: site.applications.length > 0,
      hasPlatformApplications: site.platformApplications.length > 0,
    },
  }
}

async function readText({ file }: SitePaths): Promise<string> {
  return await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PlainError(`cannot read ${file}`, { cause })
  })
}

async function connectTo(kubeconfig: string, { environment, program }: Ports) {
  const connection = await findConnection({ kubeconfig, environment })
  return connect(connection, { userAgent: `outrigger/${program.version}`, rateLimit: 'none' })
}

function platformPorts(paths: SitePaths, ports: Ports, api: InstallerApi): PlatformPorts {
  return {
    setUp: async ({ platform }, kubeconfig, signal) => {
      const { image, replicas } = platform
      const operator = image === undefined ? undefined : { image, replicas, serves: true }
      const tenants = { tenants: ['default'], tenantRights: 'namespace' } as const
      const input = { ...tenants, repositories: [], operator }
      const objects = platformObjects(input, ports.program.file)
      await onCluster(kubeconfig, ports, (client) => applyAll(objects, client, signal))
      return `${objects.length} objects and our kinds`
    },
    start: async ({ platform }, kubeconfig, signal) => {
      if (platform.image !== undefined) {
        return await onCluster(kubeconfig, ports, (client) => platformPods(client, signal))
      }
      const { pid, server } = await startPlatformProcess(paths, ports, signal)
      return `process ${pid} beside the installer${server === undefined ? '' : `, ${server}`}`
    },
    importCharts: async (site, kubeconfig, signal) => {
      const charts = siteCharts(site, paths, () => undefined)
      // Without any, a cluster that is not there yet is no trouble.
      if (charts.length === 0) return 'there are none of your own'
      return await onCluster(kubeconfig, ports, (client) =>
        pushSiteCharts(charts, { site, paths, client }, signal),
      )
    },
    publish: (opened, site, kubeconfig, signal) =>
      onCluster(kubeconfig, ports, (client) =>
        publishPackage(opened, { site, paths, client }, signal),
      ),
    startOperator: async (opened, beside, signal) => {
      const site = (await readSiteFile(paths.file, opened)).site
      const kubeconfig = beside === 'installer' ? await api.open() : paths.kubeconfig
      if (operatorOf(opened.declaration.content)?.is === 'program') {
        return await startSiteOperator(opened, { paths, ports, kubeconfig }, signal)
      }
      if (beside === 'installer') {
        return `its image runs on the cluster once that is there; until then start it yourself with KUBECONFIG=${kubeconfig}`
      }
      const objects = await packageOperator(opened, { site, paths }, signal)
      await onCluster(kubeconfig, ports, (client) => applyAll(objects, client, signal))
      return `its operator is a Deployment in ${platformNamespace}`
    },
  }
}

async function onCluster<T>(
  kubeconfig: string,
  ports: Ports,
  act: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const { client, close } = await connectTo(kubeconfig, ports)
  try {
    return await act(client)
  } finally {
    await close()
  }
}

async function applyAll(
  objects: readonly KubeObject[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  await applyPlatform(objects, 'refuse', { client, told: () => undefined }, signal)
}

interface Revived {
  readonly expansion: Package | undefined
  readonly paths: SitePaths
  readonly ports: Ports
  readonly api: InstallerApi
  readonly onLine: SiteContext['onLine']
}

async function reviveOperator(
  { expansion, paths, ports, api, onLine }: Revived,
  signal: AbortSignal,
): Promise<void> {
  if (expansion === undefined || !(await hasSiteOperatorEnded(paths))) return
  const tell = (line: string) => onLine('Start Expansion Operator', 'the installer', line)
  tell('the operator of the package has ended, and is started again')
  try {
    const kubeconfig = await api.open()
    tell(await startSiteOperator(expansion, { paths, ports, kubeconfig }, signal))
  } catch (error) {
    // Its time runs out by itself: the condition is then given up, by name.
    if (!(error instanceof SiteError)) throw error
    tell(error.message)
  }
}

/** Errors of a site as the command line says them. */
export function plainSiteError(error: unknown): unknown {
  const isTold = error instanceof SiteError || error instanceof ExpansionError
  return isTold ? new PlainError(error.message, { cause: error }) : error
}
