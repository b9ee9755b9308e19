import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { minorOf } from '../../operator/kinds/extension-instance/desired-plugin.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { carryOutPhase } from '../../operator/rehearsal/carry-out-phase.ts'
import { type OpenRehearsal, withRehearsal } from '../../operator/rehearsal/open-rehearsal.ts'
import { type Phase, type Rehearsal, isBlocked } from '../../operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../operator/rehearsal/rehearse.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { ActionError } from '../errors.ts'
import { askInTime } from './ask-in-time.ts'

export interface RehearsalPorts {
  /** Of the cluster that our own kinds are on, with the rights of the asker. */
  readonly client: KubeClient
  readonly connect: Connect
  readonly fetching: FetchOptions
  /** Where charts are rendered; on this thread by default. */
  readonly render?: RenderRound
  /** Told what is being looked at or carried out, one line each. */
  readonly report: (line: string) => void
}

/** Says what an upgrade of Kubernetes would mean for the extensions of a Cluster. Nothing is written. */
export async function rehearseCluster(
  name: string,
  to: string,
  ports: RehearsalPorts,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const { report } = ports
  return withCluster(name, ports, signal, async ({ cluster, ...context }) => {
    const { version: from, kubelets } = await askInTime(name, context.target.client, signal)
    return rehearse({ cluster, from, to, kubelets, report }, context, signal)
  })
}

export interface PhaseRequest {
  readonly phase: Phase
  /** Undefined is what the Cluster says it is about to be, or is. */
  /** Whether the phase is only rehearsed. */
  readonly dryRun?: boolean
  readonly kubernetes: string | undefined
  /** Instances that are neither checked nor waited for, `namespace/name` each. */
  readonly skip: readonly string[]
}

/** A request that does not say which Kubernetes is to come, of a Cluster that does not either. */
export class MissingVersion extends ActionError {
  constructor() {
    super('refused', 'give the version of Kubernetes to come, such as 1.36')
  }
}

/** A rehearsal that shows something in the way, so that nothing was written. */
export class BlockedRehearsal extends ActionError {
  readonly rehearsal: Rehearsal

  constructor(rehearsal: Rehearsal) {
    super('blocked', 'something stands in the way, and nothing was written')
    this.rehearsal = rehearsal
  }
}

/** Carries out what a rehearsal says of one phase, and waits until it is done. */
export async function upgradeExtensions(
  name: string,
  { phase, kubernetes, skip, dryRun = false }: PhaseRequest,
  ports: RehearsalPorts,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const { report } = ports
  return withCluster(name, ports, signal, async (context) => {
    const { cluster, target } = context
    const { version: from, kubelets } = await askInTime(name, target.client, signal)
    const wanted = kubernetes ?? cluster.spec.targetVersion
    const to = phase === 'after' ? from : wanted
    if (to === undefined) throw new MissingVersion()
    checkVersions({ name, phase, from, to, wanted })
    const whole = await rehearse({ cluster, from, to, kubelets }, context, signal)
    const rehearsal = without(whole, skip)
    if (isBlocked(rehearsal)) throw new BlockedRehearsal(rehearsal)
    if (!dryRun) await carryOutPhase(rehearsal, phase, { context, report }, signal)
    return rehearsal
  })
}

interface Versions {
  readonly name: string
  readonly phase: Phase
  readonly from: string
  readonly to: string
  readonly wanted: string | undefined
}

function checkVersions({ name, phase, from, to, wanted }: Versions): void {
  const isThere =
    wanted === undefined || minorOf({ version: wanted }) === minorOf({ version: from })
  const what = `cluster ${name} is Kubernetes ${from}`
  if (phase === 'after' && !isThere) {
    throw new ActionError('refused', `${what}, not ${wanted ?? ''}: upgrade it first`)
  }
  if (isOlder(to, from)) {
    throw new ActionError('refused', `${what}, and ${to} is older: Kubernetes does not go back`)
  }
}

function without(rehearsal: Rehearsal, skip: readonly string[]): Rehearsal {
  const { instances, cluster } = rehearsal
  const unknown = skip.find((name) => !instances.some(({ instance }) => instance === name))
  if (unknown !== undefined) {
    throw new ActionError('not-found', `there is no instance ${unknown} on cluster ${cluster}`)
  }
  return { ...rehearsal, instances: instances.filter(({ instance }) => !skip.includes(instance)) }
}

function isOlder(one: string, other: string): boolean {
  const [left, right] = [parseKubernetesVersion(one), parseKubernetesVersion(other)]
  return Number(left?.minor ?? 0) < Number(right?.minor ?? 0)
}

async function withCluster<T>(
  name: string,
  { client, connect, fetching, render }: RehearsalPorts,
  signal: AbortSignal,
  act: (context: OpenRehearsal) => Promise<T>,
): Promise<T> {
  const rendering = render === undefined ? {} : { render }
  const options = { client, connect, fetching, platformNamespace, ...rendering }
  const found = (context: OpenRehearsal | undefined) => {
    if (context !== undefined) return act(context)
    throw new ActionError('not-found', `there is no Cluster ${name}: see outrigger cluster list`)
  }
  return withRehearsal(name, options, found, signal)
}
