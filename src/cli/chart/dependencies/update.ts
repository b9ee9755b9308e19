import { updateDependencies } from '../../../sources/dependencies/update.ts'
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
    'Chooses versions for what Chart.yaml asks for, brings them into charts/ and writes Chart.lock, as helm dependency update does. Repositories that were added and registries with a login are trusted; other addresses that the chart names must be public, or allowed by --allow-address. Whatever goes wrong, charts/ and Chart.lock stay as they were.',
  arguments: {
    chart: { count: 'at-most-one', summary: 'the folder of the chart; this folder unless given' },
  },
  options: dependencyOptions,
  examples: ['dependency update', 'chart dependencies update ./my-chart --skip-refresh'],
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
  await runDependencyWork(updateDependencies, options, { ports, io }, signal)
  return 'done'
}
