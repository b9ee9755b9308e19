import { SiteError } from '../errors.ts'
import { createCluster, writeKubeconfig } from './cluster-step.ts'
import { importExpansion, initExpansion, packageOf, stageExpansion } from './expansion-steps.ts'
import { runHook } from './hook-step.ts'
import { importCluster, installApplications, noteVersions } from './platform-steps.ts'
import type { SiteContext } from './site-context.ts'

type Action = (context: SiteContext, signal: AbortSignal) => Promise<string>

/** How steps are carried out, by name; every one looks at what is there first. */
const actions: Readonly<Record<string, Action>> = {
  'Init expansion': initExpansion,
  'Prepare expansion files': (context, signal) =>
    stageExpansion(['file', 'provider'], context, signal),
  'Patch Hook Files': (context, signal) => stageExpansion(['hook'], context, signal),
  'Start Expansion Operator': (context, signal) =>
    context.platform.startOperator(packageOf(context), 'installer', signal),
  'Execute pre install hook': (context, signal) => runHook('pre-install', context, signal),
  'Create global cluster': createCluster,
  'Write kubeconfig': writeKubeconfig,
  'Execute post cluster ready hook': (context, signal) =>
    runHook('post-cluster-ready', context, signal),
  'Create namespace for install TKE': async (context, signal) =>
    context.platform.setUp(await context.readSite(), context.paths.kubeconfig, signal),
  'Start platform': async (context, signal) =>
    context.platform.start(await context.readSite(), context.paths.kubeconfig, signal),
  'Patch platform versions in cluster info': noteVersions,
  'Install Platform Applications': (context, signal) =>
    installApplications(context, 'platformApplications', signal),
  'Import resource to TKE platform': importCluster,
  'Import charts': async (context, signal) =>
    context.platform.importCharts(await context.readSite(), context.paths.kubeconfig, signal),
  'Import Expansion Charts': importExpansion,
  'Install Applications': (context, signal) => installApplications(context, 'applications', signal),
  'Execute post install hook': (context, signal) => runHook('post-install', context, signal),
}

/** Carries out one step of an installation. */
export async function carryOutStep(
  step: string,
  context: SiteContext,
  signal: AbortSignal,
): Promise<string> {
  const action = actions[step]
  if (action === undefined) throw new SiteError('bad-site', `nobody knows how to do ${step}`)
  return await action(context, signal)
}
