import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readReceipt } from '../../expansion/package/receipt.ts'
import { type PackageDifference, diffPackages } from '../../expansion/tools/diff.ts'
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
import type { Column } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { openGiven, withWorkspace } from './open-given.ts'
import { readSite } from './read-site.ts'

export const command = {
  description:
    'Says what an update from one package to another would change on a site: charts, images, files, hooks, provider files, applications, objects, names, arguments and values, and how many bytes of images are new to it. With the file of the site, words that the site overrules are no difference.',
  arguments: {
    old: { count: 'one', summary: 'the package that the site has' },
    new: { count: 'one', summary: 'the package that it would get' },
  },
  options: {
    receipt: {
      kind: 'text',
      value: 'FILE',
      summary: 'the receipt of the site: blobs that it has besides',
    },
    site: {
      kind: 'text',
      value: 'FILE',
      summary: 'site.yaml, or a tke.json: its own words stay, whatever the packages say',
    },
    'exit-code': { kind: 'switch', summary: 'end with 3 when there is a difference' },
    output: outputOption,
    ...connectionOptions,
  },
  examples: [
    'expansion diff my-1.0.0.tar.zst my-1.1.0.tar.zst',
    'expansion diff my-1.0.0.tar.zst my-1.1.0.tar.zst --site site.yaml',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly old: string
  readonly new: string
  readonly receipt: string | undefined
  readonly site: string | undefined
  readonly exitCode: boolean
  readonly output: OutputFormat
  readonly connection: Connection
}

const columns: readonly Column<PackageDifference>[] = [
  { header: 'change', cell: ({ change }) => change },
  { header: 'what', cell: ({ what }) => what },
  { header: 'name', cell: ({ name }) => name },
  { header: 'before', cell: ({ before }) => before ?? '', wide: true },
  { header: 'after', cell: ({ after }) => after ?? '', wide: true },
]

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { receipt, site, output } = given.options
  return {
    ...given.arguments,
    receipt: receipt || undefined,
    site: site || undefined,
    exitCode: given.options['exit-code'],
    output,
    connection: connectionOf(given.options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const text = options.receipt && (await readFile(options.receipt, 'utf8'))
  const receipt = text ? readReceipt(text, options.receipt ?? '') : undefined
  const given = options.site === undefined ? undefined : await readSite(options.site)
  const diff = await withWorkspace(async (workspace) => {
    const open = async (path: string, name: string) => {
      const folder = join(workspace, name)
      await mkdir(folder)
      return await openGiven(path, folder, { connection: options.connection, ports }, signal)
    }
    const [before, after] = [await open(options.old, 'old'), await open(options.new, 'new')]
    return await diffPackages(before, after, { receipt, file: given?.site }, signal)
  })
  const { differences: rows, newBlobs, newBytes } = diff
  const value = diff as unknown as Plain
  await printResult(
    { noun: 'difference', name: ({ what, name }) => `${what}/${name}`, columns, rows, value },
    options.output,
    io,
  )
  io.stderr.write(`${newBlobs} new blobs of images, ${newBytes} bytes\n`)
  return options.exitCode && rows.length > 0 ? 'differs' : 'done'
}
