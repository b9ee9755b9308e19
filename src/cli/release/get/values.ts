import type { CommandSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { type HelmOutput, helmOutputOption } from '../../output/helm-output.ts'
import { readArguments } from '../../read-arguments.ts'
import type { Outcome, Ports } from '../../verb.ts'
import { computedValues } from '../../../release/record/computed-values.ts'
import { type Look, lookArguments, lookOf, lookOptions, readRelease } from '../read-release.ts'
import { printData } from '../print/record-text.ts'

export const command = {
  description: 'Prints the values that were given for a release, as helm get values does.',
  arguments: lookArguments,
  options: {
    all: { kind: 'switch', short: 'a', summary: "the chart's defaults too" },
    output: helmOutputOption,
    ...lookOptions,
  },
  examples: ['get values web', 'release get values web --all -o yaml'],
} as const satisfies CommandSpec

export interface Options extends Look {
  readonly which: 'given' | 'computed'
  readonly output: HelmOutput
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const look = lookOf(given.arguments.release, given.options)
  if (look instanceof UsageError) return look
  const { all, output } = given.options
  return { ...look, which: all ? 'computed' : 'given', output }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { record } = await readRelease(options, { ports, io }, signal)
  const values = options.which === 'given' ? record.config : computedValues(record)
  if (options.output !== 'table') {
    io.stdout.write(printData(values, options.output))
    return 'done'
  }
  const title = options.which === 'given' ? 'USER-SUPPLIED' : 'COMPUTED'
  io.stdout.write(`${title} VALUES:\n${printData(values, 'yaml')}`)
  return 'done'
}
