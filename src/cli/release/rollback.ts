import { planRollback } from '../../release/plan-change.ts'
import { rollback } from '../../release/rollback.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type Change, changeOf, changeOptions, choicesOf } from './change-options.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { withReleases } from './open-releases.ts'
import { type PlanForm, planFormOf, planOptions, printPlan } from './print/print-plan.ts'
import { printRecord } from './print/print-record.ts'

export const command = {
  description: 'Makes an older revision the newest again, as a revision of its own.',
  arguments: {
    release: { count: 'one', summary: 'the name of the release' },
    revision: { count: 'at-most-one', summary: 'which one; the one before the last unless given' },
  },
  options: {
    ...changeOptions,
    ...planOptions,
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: ['rollback web', 'rollback web 2 --wait', 'rollback web --dry-run'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly revision: number
  readonly change: Change
  readonly form: PlanForm
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const change = changeOf(options)
  if (change instanceof UsageError) return change
  const revision = given.arguments.revision ?? '0'
  if (!/^\d{1,9}$/.test(revision)) {
    return new UsageError('bad-value', `revision must be a whole number: got "${revision}"`)
  }
  return {
    name: given.arguments.release,
    revision: Number(revision),
    change,
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
  const { name, revision, change, output } = options
  return await failAsHelm('', () =>
    withReleases(options, { ports, io }, async (releases) => {
      const choices = choicesOf(change, ports.environment)
      const input = { ...choices, namespace: releases.namespace, name, revision }
      if (change.dryRun) {
        return printPlan(await planRollback(input, releases, signal), options.form, io)
      }
      const record = await rollback(input, releases, signal)
      if (output === 'table') io.stdout.write('Rollback was a success! Happy Helming!\n')
      else printRecord(record, { output, notes: 'shown' }, { ports, io })
      return 'done'
    }),
  )
}
