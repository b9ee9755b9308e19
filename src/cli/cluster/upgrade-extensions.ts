import {
  BlockedRehearsal,
  MissingVersion,
  upgradeExtensions,
} from '../../actions/rehearse/cluster-rehearsal.ts'
import type { Phase } from '../../operator/rehearsal/rehearsal.ts'
import { paint } from '../colour.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { readArguments } from '../read-arguments.ts'
import { readKubernetesMinor } from '../read-kubernetes-minor.ts'
import type { Outcome, Ports } from '../verb.ts'
import { clusterView } from './cluster-view.ts'
import { printRehearsal } from './print-rehearsal.ts'
import {
  type RehearsalChoice,
  rehearsalChoiceOf,
  rehearsalOptions,
  withRehearsalPorts,
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
  const choice = rehearsalChoiceOf(given.arguments.name, options)
  if (choice instanceof UsageError) return choice
  const minor = kubernetes === undefined ? 0 : readKubernetesMinor(kubernetes)
  if (minor instanceof UsageError) return minor
  return { ...choice, phase, kubernetes: kubernetes?.replace(/^v/, ''), skip: options.skip }
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
  const report = (line: string) => io.stdout.write(`${line}\n`)
  try {
    await withRehearsalPorts(options, { ports, io }, report, (open) =>
      upgradeExtensions(options.name, options, open, both),
    )
  } catch (error) {
    if (error instanceof MissingVersion) {
      throw new UsageError('missing-value', 'give --kubernetes 1.36')
    }
    if (error instanceof BlockedRehearsal) {
      const shown = { show: 'objects', paint: (text: string) => text } as const
      io.stderr.write(printRehearsal(error.rehearsal, shown))
    }
    if (!late.aborted || signal.aborted || !(error instanceof Error)) throw error
    throw new PlainError(`after ${options.timeout / 1000} s: ${error.message}`, { cause: error })
  }
  const done = `everything that moves ${options.phase} the upgrade has moved\n`
  io.stdout.write(paint(done, 'bold', io.stdout))
  return 'done'
}
