import { testRelease } from '../../release/test.ts'
import { splitAtCommas } from '../options/value-options.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { readDuration, timeoutOption } from './change-options.ts'
import { failAsHelm } from './fail-as-helm.ts'
import { withReleases } from './open-releases.ts'
import { printRecord } from './print/print-record.ts'

export const command = {
  description: 'Runs the tests of a release, which are hooks of its chart.',
  arguments: { release: { count: 'one', summary: 'the name of the release' } },
  options: {
    filter: {
      kind: 'list',
      value: 'name=NAME',
      summary: 'run these tests, or with !name=NAME all but these; several with commas',
    },
    logs: { kind: 'switch', summary: 'print what the tests wrote' },
    ...timeoutOption,
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: ['test web', 'test web --filter name=web-test-connection --logs'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly only: readonly string[]
  readonly except: readonly string[]
  readonly logs: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const timeout = readDuration(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const filters = options.filter.flatMap(splitAtCommas)
  const named = (pattern: RegExp) => filters.flatMap((one) => pattern.exec(one)?.[1] ?? [])
  return {
    name: given.arguments.release,
    only: named(/^name=(.*)$/),
    except: named(/^!\s?name=(.*)$/),
    logs: options.logs,
    timeout,
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
  const { name, only, except, logs, timeout, output } = options
  return await failAsHelm('', () =>
    withReleases(options, { ports, io }, async (releases): Promise<Outcome> => {
      const input = { namespace: releases.namespace, name, only, except, logs, timeout }
      const record = await testRelease(input, releases, signal)
      printRecord(record, { output, notes: 'hidden' }, { ports, io })
      return 'done'
    }),
  )
}
