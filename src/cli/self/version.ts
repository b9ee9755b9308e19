import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { outputOption, type OutputFormat } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

/** The Helm whose rendering ours equals byte by byte. */
const helmParity = '4.2.3'

export const command = {
  arguments: {},
  options: {
    output: outputOption,
    short: { kind: 'switch', summary: 'print only the version number of this program' },
  },
  examples: ['version', 'version --short', 'version -o json'],
} as const satisfies CommandSpec

export type Options =
  | { readonly print: 'number' }
  | { readonly print: 'everything'; readonly output: OutputFormat }

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { short, output } = given.options
  if (!short) return { print: 'everything', output }
  if (output === outputOption.fallback) return { print: 'number' }
  return new UsageError('conflict', `--short prints one number and cannot be ${output}`)
}

export async function run(options: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { program, runtime } = ports
  if (options.print === 'number') {
    io.stdout.write(`${program.version}\n`)
    return 'done'
  }
  const versions = {
    version: program.version,
    helm: helmParity,
    node: runtime.node,
    v8: runtime.v8,
    platform: runtime.platform,
  }
  const result = {
    noun: 'version',
    name: () => versions.version,
    columns: [
      { header: 'outrigger', cell: () => versions.version },
      { header: 'helm parity', cell: () => versions.helm },
      { header: 'node', cell: () => versions.node },
      { header: 'v8', cell: () => versions.v8, wide: true },
      { header: 'platform', cell: () => versions.platform },
    ],
    rows: [versions],
    value: versions,
  } as const
  await printResult(result, options.output, io)
  return 'done'
}
