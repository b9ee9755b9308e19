import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import { minorOf } from '../../operator/kinds/extension-instance/desired-plugin.ts'
import { carryOutPhase } from '../../operator/rehearsal/carry-out-phase.ts'
import type { OpenRehearsal } from '../../operator/rehearsal/open-rehearsal.ts'
import { type Phase, type Rehearsal, isBlocked } from '../../operator/rehearsal/rehearsal.ts'
import { rehearse } from '../../operator/rehearsal/rehearse.ts'
import { clusterChoiceOf } from '../options/cluster-options.ts'
import { paint } from '../colour.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { readArguments } from '../read-arguments.ts'
import { readKubernetesMinor } from '../read-kubernetes-minor.ts'
import type { Outcome, Ports } from '../verb.ts'
import { askInTime } from './ask-in-time.ts'
import { clusterView } from './cluster-view.ts'
import { printRehearsal } from './print-rehearsal.ts'
import {
  type RehearsalChoice,
  rehearsalOptions,
  withClusterRehearsal,
} from './rehearsal-options.ts'

export const command = {
  description:
    'Carries out what `cluster rehearse` says of one phase, and waits until it is done. Before the upgrade: stored revisions are rewritten and the Cluster gets its targetVersion, so that what fits both versions moves and nothing moves back; when the upgrade makes something impossible, nothing is written. An instance that was not ready before, or that is held by a rollback or a suspended Plugin, is reported and not waited for. After it: waits until everything has followed, and takes the targetVersion away.',
  arguments: { name: { count: 'one', summary: 'the name of the cluster' } },
  options: {
    phase: { kind: 'text', value: 'PHASE', summary: 'before or after the upgrade of Kubernetes' },
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary: 'how long to wait, such as 30s or 5m; 5m unless given',
    },
    skip: {
      kind: 'list',
      value: 'NAMESPACE/NAME',
      summary:
        'an instance that is neither checked nor waited for; the operator still moves it unless its Plugin is suspended',
    },
    ...rehearsalOptions,
  },
  examples: [
    'cluster upgrade-extensions edge-1 --phase before --kubernetes 1.36',
    'cluster upgrade-extensions edge-1 --phase after',
  ],
} as const satisfies CommandSpec

export interface Options extends RehearsalChoice {
  readonly phase: Phase
  /** Undefined is what the Cluster says it is about to be, or is. */
  readonly kubernetes: string | undefined
  /** Milliseconds. */
  readonly timeout: number
  /** `namespace/name` each. */
  readonly skip: readonly string[]
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { phase, kubernetes } = options
  if (phase !== 'before' && phase !== 'after') {
    return new UsageError('bad-value', 'give --phase before or --phase after')
  }
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const minor = kubernetes === undefined ? 0 : readKubernetesMinor(kubernetes)
  if (minor instanceof UsageError) return minor
  return {
    name: given.arguments.name,
    phase,
    kubernetes: kubernetes?.replace(/^v/, ''),
    timeout,
    skip: options.skip,
    allow: options['allow-address'],
    plainHttp: options['plain-http'],
    cluster: clusterChoiceOf(options),
  }
}

export const complete = completeNames(clusterView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const late = AbortSignal.timeout(options.timeout)
  const both = AbortSignal.any([signal, late])
  const act = (world: OpenRehearsal) => carryOut(options, world, io, both)
  try {
    return await withClusterRehearsal(options, { ports, io }, act, signal)
  } catch (error) {
    if (!late.aborted || signal.aborted || !(error instanceof Error)) throw error
    throw new PlainError(`after ${options.timeout / 1000} s: ${error.message}`, { cause: error })
  }
}

async function carryOut(
  { phase, kubernetes, skip }: Options,
  world: OpenRehearsal,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { cluster, target } = world
  const { version: from, kubelets } = await askInTime(cluster.metadata.name, target.client, signal)
  const wanted = kubernetes ?? cluster.spec.targetVersion
  const to = phase === 'after' ? from : wanted
  if (to === undefined) throw new UsageError('missing-value', 'give --kubernetes 1.36')
  const isThere =
    wanted === undefined || minorOf({ version: wanted }) === minorOf({ version: from })
  if (phase === 'after' && !isThere) {
    const what = `cluster ${cluster.metadata.name} is Kubernetes ${from}, not ${wanted ?? ''}`
    throw new PlainError(`${what}: upgrade it first`)
  }
  if (isOlder(to, from)) {
    const what = `cluster ${cluster.metadata.name} is Kubernetes ${from}`
    throw new PlainError(`${what}, and ${to} is older: Kubernetes does not go back`)
  }
  const whole = await rehearse({ cluster, from, to, kubelets }, world, signal)
  const rehearsal = without(whole, skip)
  if (isBlocked(rehearsal)) {
    const shown = { show: 'objects', paint: (text: string) => text } as const
    io.stderr.write(printRehearsal(rehearsal, shown))
    throw new PlainError('something stands in the way, and nothing was written')
  }
  const report = (line: string) => io.stdout.write(`${line}\n`)
  await carryOutPhase(rehearsal, phase, { world, report }, signal)
  io.stdout.write(
    paint(`everything that moves ${phase} the upgrade has moved\n`, 'bold', io.stdout),
  )
  return 'done'
}

function without(rehearsal: Rehearsal, skip: readonly string[]): Rehearsal {
  const { instances, cluster } = rehearsal
  const unknown = skip.find((name) => !instances.some(({ instance }) => instance === name))
  if (unknown !== undefined)
    throw new PlainError(`there is no instance ${unknown} on cluster ${cluster}`)
  return { ...rehearsal, instances: instances.filter(({ instance }) => !skip.includes(instance)) }
}

function isOlder(one: string, other: string): boolean {
  const [left, right] = [parseKubernetesVersion(one), parseKubernetesVersion(other)]
  return Number(left?.minor ?? 0) < Number(right?.minor ?? 0)
}
