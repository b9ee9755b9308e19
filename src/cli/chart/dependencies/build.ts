import { buildDependencies } from '../../../sources/dependencies/build.ts'
import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Outcome, Ports } from '../../verb.ts'
import {
  type DependencyOptions,
  dependencyOptions,
  dependencyOptionsOf,
  runDependencyWork,
} from './dependency-work.ts'

export const command = {
  description:
    'Brings exactly the versions of Chart.lock into charts/, as helm dependency build does; without a lock it does what update does.',
  arguments: {
    chart: { count: 'at-most-one', summary: 'the folder of the chart; this folder unless given' },
  },
  options: dependencyOptions,
  examples: ['dependency build', 'chart dependencies build ./my-chart --skip-refresh'],
} as const satisfies CommandSpec

export type Options = DependencyOptions

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return dependencyOptionsOf(given.arguments.chart, given.options)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  await runDependencyWork(buildDependencies, options, { ports, io }, signal)
  return 'done'
}
