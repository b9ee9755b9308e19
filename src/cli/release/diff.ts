import { planRollback } from '../../release/plan-change.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type Change, changeOptions, choicesOf } from './change-options.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { withReleases } from './open-releases.ts'
import { type PlanForm, planFormOf, planOptions, printPlan } from './print/print-plan.ts'
import { readCount } from '../options/read-count.ts'
import { findRevision } from './read-release.ts'

const { conflicts } = changeOptions

export const command = {
  description:
    'Prints how the cluster differs from a revision of the release: what somebody changed since, or with --revision what rolling back to it would change. For what a chart would change, see plan.',
  arguments: { release: { count: 'one', summary: 'the name of the release' } },
  options: {
    revision: { kind: 'text', value: 'NUMBER', summary: 'which revision; the last unless given' },
    conflicts,
    ...planOptions,
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: ['diff web', 'release diff web --revision 2 --exit-code'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  /** 0 for the last. */
  readonly revision: number
  readonly conflicts: Change['choices']['conflicts']
  readonly form: PlanForm
  readonly output: string
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const revision = readCount('revision', options.revision, 0)
  if (revision instanceof UsageError) return revision
  return {
    name: given.arguments.release,
    revision,
    // A user who looks for differences wants to see them all.
    conflicts: options.conflicts ?? 'take',
    form: planFormOf(options),
    output: options.output,
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name } = options
  return await failAsHelm('', () =>
    withReleases(options, { ports, io }, async (releases) => {
      const place = { namespace: releases.namespace, name }
      const { record } = await findRevision(releases.store, place, options.revision, signal)
      const input = {
        ...choicesOf(plainChange(options), ports.environment),
        ...place,
        revision: record.version,
      }
      return printPlan(await planRollback(input, releases, signal), options.form, io)
    }),
  )
}

/** Nothing is carried out, so that most choices have no meaning. */
function plainChange({ conflicts: policy }: Options): Change {
  return {
    choices: {
      timeout: 0,
      wait: 'hooks',
      hooks: 'skip',
      conflicts: policy,
      immutable: 'fail',
      takeOver: false,
      takeOwnership: false,
      onFailure: 'stay',
      cleanupOnFail: false,
      labels: {},
    },
    maxHistory: 0,
    dryRun: true,
  }
}
