import { type ExplainedLine, explainSite } from '../../expansion/merge/explain-site.ts'
import { mergeSite } from '../../expansion/merge/merge-site.ts'
import { type GivenSite, emptySite } from '../../expansion/merge/read-site.ts'
import { checkPackage, refuseProblems } from '../../expansion/check/check-package.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withPackage } from './open-given.ts'
import { readSite } from './read-site.ts'

export const command = {
  description:
    'Prints the configuration of a site with an expansion merged into it, line by line, and from which side each line came. The site always wins.',
  arguments: {
    package: { count: 'one', summary: 'a folder, a .tar.zst, a .tgz or oci://HOST/REPOSITORY:TAG' },
  },
  options: {
    site: {
      kind: 'text',
      value: 'FILE',
      summary: "site.yaml, or a tke.json of TKEStack's installer; an empty site unless given",
    },
    output: outputOption,
    ...connectionOptions,
  },
  examples: ['expansion explain ./my-platform --site site.yaml'],
} as const satisfies CommandSpec

export interface Options {
  readonly package: string
  readonly site: string | undefined
  readonly output: OutputFormat
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { site, output } = given.options
  const connection = connectionOf(given.options)
  return { ...given.arguments, site: site || undefined, output, connection }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const given = options.site === undefined ? emptySite() : await readSite(options.site)
  for (const note of given.notes) io.stderr.write(`note: ${note}\n`)
  return await withPackage(
    options.package,
    { connection: options.connection, ports },
    async ({ opened, workspace }): Promise<Outcome> => {
      refuseProblems((await checkPackage(opened, workspace, signal)).problems)
      const { content } = opened.declaration
      await print(given, { content, values: opened.values }, options.output, io)
      return 'done'
    },
    signal,
  )
}

async function print(
  { site, said }: GivenSite,
  merging: Parameters<typeof mergeSite>[1],
  output: OutputFormat,
  io: Io,
): Promise<void> {
  const merged = mergeSite(site, merging)
  const rows = explainSite(merged, said)
  const value = { site: merged.site, lines: rows, overruled: merged.overruled } as unknown as Plain
  const columns = [
    { header: 'from', cell: ({ from }: ExplainedLine) => from },
    { header: 'line', cell: ({ text }: ExplainedLine) => text },
  ]
  await printResult({ noun: 'line', name: ({ path }) => path, columns, rows, value }, output, io)
  for (const line of merged.overruled) io.stderr.write(`the site wins: ${line}\n`)
}
