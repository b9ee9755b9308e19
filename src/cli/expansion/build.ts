import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { problemText } from '../../expansion/errors.ts'
import { packageName, packageVersion } from '../../expansion/package/describe-package.ts'
import { type Receipt, readReceipt } from '../../expansion/package/receipt.ts'
import { type BuiltPackage, buildPackage } from '../../expansion/tools/build.ts'
import type { PaceOptions } from '../../oci/client/host-pace.ts'
import { type PlatformChoice, parsePlatform } from '../../oci/media/platform-choice.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import { markInOnePiece } from '../../std/node/young-generation.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { paceOf, paceOptions } from '../images/copy-options.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputOption } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type BuildLock, lockBeside, readBuildLock, writeBuildLock } from './build-lock.ts'
import { fillPackage } from './fill-package.ts'
import { withWorkspace } from './open-given.ts'
import { tableOption } from './table-option.ts'

export const command = {
  description:
    'Builds an expansion package from a folder, after a check of all of it. Images that are listed and not there yet are pulled into images/ of the folder, charts with --charts fetched into charts/; a lock with the digest of every file goes into the package, and a receipt of its blobs beside it. The same folder gives the same bytes; FOLDER.expansion.lock keeps the digests of what was brought, so that another clone gets the same. With the receipt of a site the package leaves out the blobs that the site has.',
  arguments: { folder: { count: 'one', summary: 'the folder with expansion.yaml' } },
  options: {
    file: {
      kind: 'text',
      short: 'f',
      value: 'FILE',
      summary: 'the archive, .tar.zst or .tgz; NAME-VERSION.tar.zst unless given',
    },
    'delta-from': {
      kind: 'text',
      value: 'RECEIPT',
      summary: 'leave out the blobs that a site has by this receipt',
    },
    charts: {
      kind: 'list',
      value: 'GROUP=ADDRESS',
      summary: 'where charts of a group come from that are listed and not there',
    },
    'find-images': {
      kind: 'switch',
      summary: 'add the images that charts and objects could run to the list of expansion.yaml',
    },
    table: tableOption,
    lock: {
      kind: 'text',
      value: 'FILE',
      summary:
        'an expansion.lock or mirror.lock: bring exactly its charts and images; FOLDER.expansion.lock of the last build unless given',
    },
    update: { kind: 'switch', summary: 'bring what tags and versions stand for now' },
    platform: {
      kind: 'list',
      value: 'OS/ARCH[/VARIANT]',
      summary: 'pull only the images of these platforms',
    },
    output: outputOption,
    ...paceOptions,
    ...connectionOptions,
  },
  examples: [
    'expansion build ./my-platform',
    'expansion build ./my-platform --delta-from site.receipt.json -f delta.tar.zst',
    'expansion build ./my-platform --find-images --charts public=https://charts.example',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly file: string | undefined
  readonly deltaFrom: string | undefined
  readonly charts: Readonly<Record<string, string>>
  readonly findImages: boolean
  readonly tables: readonly string[]
  /** The lock that somebody named. */
  readonly lock: string | undefined
  readonly update: boolean
  readonly platforms: PlatformChoice
  readonly output: OutputFormat
  readonly pace: PaceOptions
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const pace = paceOf(options)
  if (pace instanceof UsageError) return pace
  const { file } = options
  if (file !== undefined && !/\.(?:tar\.zst|tgz|tar\.gz)$/.test(file)) {
    return new UsageError('bad-value', `--file: wanted a name with .tar.zst or .tgz, found ${file}`)
  }
  const { lock, update } = options
  if (lock !== undefined && update) {
    return new UsageError(
      'bad-value',
      '--update takes what is there now, and --lock what was there',
    )
  }
  const platforms = options.platform.map((text) => parsePlatform(text))
  const bad = options.platform.find((_, index) => platforms[index] === undefined)
  if (bad !== undefined) {
    return new UsageError('bad-value', `--platform: wanted OS/ARCH, found ${bad}`)
  }
  const charts = options.charts.map((pair) => pair.split(/=(.*)/s, 2))
  const known = platforms.flatMap((one) => one ?? [])
  return {
    folder: given.arguments.folder,
    file: file || undefined,
    deltaFrom: options['delta-from'] || undefined,
    charts: Object.fromEntries(charts.map(([group = '', address = '']) => [group, address])),
    findImages: options['find-images'],
    tables: options.table,
    lock: lock || undefined,
    update,
    platforms: known.length === 0 ? { kind: 'all' } : { kind: 'some', platforms: known },
    output: options.output,
    pace,
    connection: connectionOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const markAsBefore = markInOnePiece()
  return await withWorkspace(async (workspace): Promise<Outcome> => {
    const context = { folder: resolve(options.folder), workspace, ports, io }
    const lock = await lockOf(options)
    const { opened, isBrought } = await fillPackage({ ...options, lock }, context, signal)
    const deltaFrom = await readGivenReceipt(options.deltaFrom)
    const out = resolve(options.file ?? `${packageName(opened)}-${packageVersion(opened)}.tar.zst`)
    const compression = out.endsWith('.tar.zst') ? 'zstd' : 'gzip'
    const more = deltaFrom === undefined ? {} : { deltaFrom }
    const built = await buildPackage(opened, { workspace, out, compression, ...more }, signal)
    if (isBrought || lock !== undefined) await writeBuildLock(context.folder, built.lock, signal)
    for (const problem of built.warnings) io.stderr.write(`warning: ${problemText(problem)}\n`)
    await printBuilt(built, out, options.output, io)
    return 'done'
  }).finally(markAsBefore)
}

async function lockOf({ folder, lock: given, update }: Options): Promise<BuildLock | undefined> {
  if (given === undefined)
    return update ? undefined : await readBuildLock(lockBeside(resolve(folder)))
  const lock = await readBuildLock(given)
  if (lock !== undefined) return lock
  throw new PlainError(`--lock: there is no file ${given}`)
}

async function readGivenReceipt(path: string | undefined): Promise<Receipt | undefined> {
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PlainError(`cannot read ${path}`, { cause })
  })
  return readReceipt(text, path)
}

async function printBuilt(
  { lock, blobs, leftOut }: BuiltPackage,
  file: string,
  output: OutputFormat,
  io: Io,
): Promise<void> {
  const { size } = await stat(file)
  const { name, version, digest, charts, images } = lock
  const row = {
    name,
    version,
    digest,
    file,
    bytes: size,
    charts: charts.length,
    images: images.length,
    blobs,
    leftOut,
  }
  const columns = [
    { header: 'name', cell: () => name },
    { header: 'version', cell: () => version },
    { header: 'charts', cell: () => String(charts.length) },
    { header: 'images', cell: () => String(images.length) },
    { header: 'blobs', cell: () => `${blobs}${leftOut === 0 ? '' : ` (${leftOut} left out)`}` },
    { header: 'bytes', cell: () => String(size) },
    { header: 'digest', cell: () => digest },
  ]
  const value = row as unknown as Plain
  await printResult({ noun: 'package', name: () => name, columns, rows: [row], value }, output, io)
}
