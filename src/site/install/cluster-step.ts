import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { type BringPorts, type Brought, bringCluster } from '../cluster/bring-cluster.ts'
import { type ClusterPlan, clusterPlan } from '../cluster/cluster-plan.ts'
import { folderFiles } from '../cluster/folder-files.ts'
import { openMachine, secretsInFolder } from '../cluster/machine-access.ts'
import { SiteError } from '../errors.ts'
import { delegatedSeconds } from '../provider/condition-sequence.ts'
import { findProvider } from '../provider/find-provider.ts'
import { localRunner } from '../runner/local-runner.ts'
import type { SiteContext } from './site-context.ts'

/** Brings the cluster of a site to what its file says. */
export async function createCluster(context: SiteContext, signal: AbortSignal): Promise<string> {
  const { cluster } = await context.readSite()
  if (cluster.kubeconfig !== undefined) return 'it is there already: its kubeconfig was given'
  const { version } = await context.journal.known(cluster.name)
  const wanted = (await planOf(context)).version
  if (!context.mayUpgrade && version !== undefined && version !== wanted) {
    const todo = 'outrigger site upgrade brings it to another version'
    throw new SiteError('bad-site', `the cluster has ${version}, the site says ${wanted}: ${todo}`)
  }
  const { operation, progress } = await bringCluster(await portsOf(context, signal), signal)
  refuseUnfinished(operation.is, progress)
  const { machines } = operation.plan
  return `${machines.length} machines with Kubernetes ${operation.plan.version}`
}

// Attempts are those of the conditions: another attempt of the whole would only repeat the last of them.
function refuseUnfinished(is: string, { state, at, marks }: Brought['progress']): void {
  if (state === 'done') return
  const mark = marks.find(({ step }) => step === at)
  throw new SiteError('given-up', `${is}: ${at ?? ''}: ${mark?.message ?? ''}`)
}

async function portsOf(context: SiteContext, signal: AbortSignal): Promise<BringPorts> {
  const { paths, clock, journal, env, operators } = context
  const { cluster } = await context.readSite()
  const places = {
    folder: paths.folder,
    shipped: context.shippedProviders,
    staged: paths.staged,
    pull: context.pullProvider,
  }
  const access = { folder: paths.state, readSecret: secretsInFolder(paths.secrets), env }
  const provider = await findProvider(cluster.provider, places, signal)
  const seconds = delegatedSeconds(provider)
  return {
    clock,
    journal,
    operators,
    provider,
    readPlan: () => planOf(context),
    runnerFor: (machine, under) => openMachine(machine, access, under),
    local: localRunner({ ...env, OUTRIGGER_SITE_FOLDER: paths.folder }),
    files: folderFiles(paths.staged, paths.folder),
    onLine: context.onLine,
    onProgress: (operation, progress) => context.onCluster(operation, progress, seconds),
  }
}

/** The plan of the cluster as the file of the site is now. */
async function planOf({ readSite }: SiteContext): Promise<ClusterPlan> {
  const { plan, problems } = clusterPlan(await readSite())
  if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
  return plan
}

/** Writes the kubeconfig of the administrator into the shared folder. */
export async function writeKubeconfig(context: SiteContext, signal: AbortSignal): Promise<string> {
  const { paths, journal } = context
  const { cluster } = await context.readSite()
  const text =
    cluster.kubeconfig === undefined
      ? (await journal.secrets(cluster.name, signal)).outputs['kubeconfig']
      : await readGiven(resolve(paths.folder, cluster.kubeconfig))
  if (text === undefined) {
    const todo = 'its provider keeps none (output: kubeconfig), or the cluster was skipped'
    throw new SiteError('bad-site', `there is no kubeconfig of ${cluster.name}: ${todo}`)
  }
  await makeOwnFolder(paths.shared)
  await writeFileAtomically(paths.kubeconfig, text, signal, { mode: 0o600 })
  return paths.kubeconfig
}

async function readGiven(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SiteError('bad-site', `cluster.kubeconfig: cannot read ${path}`, { cause })
  })
}
