import { checkPackage } from '../../expansion/check/check-package.ts'
import { checkPackageImages } from '../../expansion/check/package-images.ts'
import { type PackageProblem, problemText } from '../../expansion/errors.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readTables } from '../images/read-tables.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type GivenPackage, withPackage } from './open-given.ts'
import { tableOption } from './table-option.ts'

export const command = {
  description:
    'Checks an expansion package and names every problem at once, each with its file and line: files that are listed and missing, there and not listed, in the way or unreadable, unknown names with the nearest known one, and images that charts and objects will run and nobody listed. A package that was built is compared with its lock first, byte for byte.',
  arguments: {
    package: { count: 'one', summary: 'a folder, a .tar.zst, a .tgz or oci://HOST/REPOSITORY:TAG' },
  },
  options: {
    output: outputOption,
    strict: { kind: 'switch', summary: 'fail because of warnings as well' },
    table: tableOption,
    ...connectionOptions,
  },
  examples: ['expansion check ./my-platform', 'expansion check my-platform-1.0.0.tar.zst -o json'],
} as const satisfies CommandSpec

export interface Options {
  readonly package: string
  readonly output: OutputFormat
  readonly strict: boolean
  readonly tables: readonly string[]
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { output, strict, table: tables } = given.options
  return { ...given.arguments, output, strict, tables, connection: connectionOf(given.options) }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const table = readTables(options.tables)
  const check = async ({ opened, workspace }: GivenPackage) => {
    const { charts, problems } = await checkPackage(opened, workspace, signal)
    return [...problems, ...(await checkPackageImages(opened, charts, signal, table))]
  }
  const { package: path, connection } = options
  const problems = await withPackage(path, { connection, ports }, check, signal)
  await printProblems(problems, options.output, io)
  const errors = problems.filter(({ level }) => level === 'error').length
  const isBad = errors > 0 || (options.strict && problems.length > 0)
  return isBad ? 'failed' : 'done'
}

function problemPlace({ file, line }: PackageProblem): string {
  return line === undefined ? file : `${file}:${line}`
}

async function printProblems(
  problems: readonly PackageProblem[],
  output: OutputFormat,
  io: Io,
): Promise<void> {
  if (output === 'json' || output === 'yaml' || output === 'name') {
    const value = { problems } as unknown as Plain
    await printResult(
      { noun: 'problem', name: problemPlace, columns: [], rows: problems, value },
      output,
      io,
    )
    return
  }
  for (const problem of problems) {
    const prefix = problem.level === 'warning' ? 'warning: ' : ''
    io.stdout.write(`${prefix}${problemText(problem)}\n`)
  }
  const errors = problems.filter(({ level }) => level === 'error').length
  const warnings = problems.length - errors
  if (problems.length === 0) io.stderr.write('the package is good\n')
  else io.stderr.write(`${errors} problems, ${warnings} warnings\n`)
}
