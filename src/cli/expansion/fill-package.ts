import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listedItems } from '../../expansion/check/check-lists.ts'
import { findListed, fullName, openImages } from '../../expansion/images/open-images.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import { imagesOf } from '../../expansion/package/package-operator.ts'
import { mainFile } from '../../expansion/package/read-declaration.ts'
import { parseStrictVersion } from '../../formats/semver/version.ts'
import { readImage } from '../../images/image-reference.ts'
import { knownImages } from '../../images/tables/image-table.ts'
import { planCopies } from '../../mirror/copy/plan-copies.ts'
import { imagesOfRegistries } from '../../mirror/copy/registry-images.ts'
import type { MirrorFile } from '../../mirror/file/mirror-file.ts'
import type { PlatformChoice } from '../../oci/media/platform-choice.ts'
import type { PaceOptions } from '../../oci/client/host-pace.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { openSources, withCache } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import { carryCopies } from '../images/carry-copies.ts'
import { openDestination } from '../images/copy-items.ts'
import { openRegistries } from '../images/open-registries.ts'
import { readTables } from '../images/read-tables.ts'
import type { Io } from '../io.ts'
import { collectCharts } from '../mirror/collect-charts.ts'
import type { Ports } from '../verb.ts'
import type { BuildLock } from './build-lock.ts'
import { absence, findPackageImages } from './find-package-images.ts'

export interface FillOptions {
  /** The address that charts of a group come from. */
  readonly charts: Readonly<Record<string, string>>
  /** Whether images that charts could run are added to the list. */
  readonly findImages: boolean
  /** Files of the site that say where else images are named. */
  readonly tables: readonly string[]
  readonly platforms: PlatformChoice
  /** The digests that charts and images must have, from a build before. */
  readonly lock: BuildLock | undefined
  readonly connection: Connection
  readonly pace: PaceOptions
}

export interface FillContext {
  readonly folder: string
  readonly workspace: string
  readonly ports: Ports
  readonly io: Io
}

/** A folder that has all that it lists. */
export interface FilledPackage {
  readonly opened: Package
  /** Whether anything came from elsewhere, which another day may be something else. */
  readonly isBrought: boolean
}

/** Brings the charts and images that a folder lists and does not have yet; what is there is left as it is. */
export async function fillPackage(
  options: FillOptions,
  context: FillContext,
  signal: AbortSignal,
): Promise<FilledPackage> {
  let opened = await open(context, signal)
  const isFetched = await fetchCharts(opened, options, context, signal)
  if (isFetched) opened = await open(context, signal)
  if (options.findImages && (await addImages(opened, options, context, signal))) {
    opened = await open(context, signal)
  }
  const isPulled = await pullImages(opened, options, context, signal)
  if (isPulled) opened = await open(context, signal)
  return { opened, isBrought: isFetched || isPulled }
}

async function open({ folder, workspace }: FillContext, signal: AbortSignal): Promise<Package> {
  const opened = await openPackage(folder, workspace, signal)
  if (opened !== undefined) return opened
  throw new PlainError(`${folder} is no expansion: there is no ${mainFile} in it`)
}

async function fetchCharts(
  { tree, declaration }: Package,
  options: FillOptions,
  { folder, ports, io }: FillContext,
  signal: AbortSignal,
): Promise<boolean> {
  const missing = listedItems(declaration.content, 'charts').filter(
    (item) => !tree.entries.has(`charts/${item}`) && options.charts[groupOf(item)] !== undefined,
  )
  if (missing.length === 0) return false
  const sources = await openSources(options.connection, ports, signal)
  const fetching = await withCache(sources)()
  const { connection } = options
  const work = { sources, fetching, connection, folder, io, table: knownImages() }
  for (const item of missing) {
    const repo = options.charts[groupOf(item)] ?? ''
    const file = mirrorFileOf(repo, splitFileName(item))
    const [found] = await collectCharts(file, work, signal)
    if (found === undefined) throw new PlainError(`${repo} has no chart ${item}`)
    checkLocked(item, found.digest, options.lock)
    const path = join(folder, 'charts', item)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, found.archive)
    io.stderr.write(`fetched ${item} ${found.digest}\n`)
  }
  return true
}

// A repository of charts gives a version by its name alone, so that the bytes are compared afterwards.
function checkLocked(item: string, digest: string, lock: BuildLock | undefined): void {
  const wanted = lock?.charts.get((item.split('/').at(-1) ?? '').replace(/\.tgz$/, ''))
  if (lock === undefined || wanted === undefined || wanted === digest) return
  throw new PlainError(
    `${item} is ${digest} now, and ${lock.file} has ${wanted}; --update takes what is there now`,
  )
}

function groupOf(item: string): string {
  return item.split('/')[0] ?? ''
}

// A version may have dashes in it, and so may a name: the first rest that is a version is it.
function splitFileName(item: string): { readonly name: string; readonly version: string } {
  const stem = (item.split('/').at(-1) ?? '').replace(/\.tgz$/, '')
  for (let dash = stem.indexOf('-'); dash >= 0; dash = stem.indexOf('-', dash + 1)) {
    const version = stem.slice(dash + 1)
    if (parseStrictVersion(version.replace(/^v/, '')).ok) {
      return { name: stem.slice(0, dash), version }
    }
  }
  throw new PlainError(`${item} is not GROUP/NAME-VERSION.tgz`)
}

function mirrorFileOf(repo: string, { name, version }: { name: string; version: string }) {
  const chart = { repo, name, path: undefined, versions: [version], latest: 1, values: [] }
  const file: MirrorFile = {
    charts: [{ ...chart, images: 'none' }],
    extensions: [],
    kubernetes: [],
    images: [],
    to: { images: undefined, charts: undefined },
    map: {},
    platforms: [],
    signatures: false,
    table: '',
  }
  return file
}

async function addImages(
  opened: Package,
  options: FillOptions,
  context: FillContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { folder, io } = context
  const table = readTables(options.tables)
  const { needed, guessed, notes } = await findPackageImages(opened, table, signal)
  for (const note of notes) io.stderr.write(`note: ${note}\n`)
  const listed = opened.declaration.content.images
  const isNew = (image: string) =>
    listed.every((one) => findListed(one, [image]) === undefined) && readImage(image) !== undefined
  const guesses = new Map([...guessed].filter(([image]) => isNew(image)))
  const added = [...needed.filter(isNew), ...(await confirmed(guesses, options, context, signal))]
  if (added.length === 0) return false
  const place = opened.declaration.placeOf('images')
  await writeList(join(folder, place.file), added, listed.length > 0 ? place.line : undefined)
  for (const image of added) io.stderr.write(`found ${image}\n`)
  return true
}

const parallelGuesses = 8

// A guess that its registry does not have would stop the build; the user hears of it instead.
async function confirmed(
  guesses: ReadonlyMap<string, string>,
  { connection, pace }: FillOptions,
  { ports, io }: FillContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (guesses.size === 0) return []
  const registries = await openRegistries({ connection, loginHost: undefined, pace }, ports, signal)
  const absent = new Map<string, string>()
  const ask = async ([image, why]: readonly [string, string], inner: AbortSignal) => {
    const reason = await absence(image, registries, inner)
    if (reason !== undefined) absent.set(image, `${why}, and ${reason}`)
  }
  try {
    await runBounded([...guesses], parallelGuesses, ask, signal)
  } finally {
    await registries.close()
  }
  for (const [image, why] of absent) io.stderr.write(`left out ${image}: ${why}\n`)
  return [...guesses.keys()].filter((image) => !absent.has(image))
}

// The text of the file stays as it is but for the new lines.
async function writeList(
  path: string,
  images: readonly string[],
  line: number | undefined,
): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const added = images.map((image) => `  - ${image}`)
  if (line !== undefined && /^images:\s*$/.test(lines[line - 1] ?? '')) {
    const indent = /^(\s*)-/.exec(lines[line] ?? '')?.[1] ?? '  '
    lines.splice(line, 0, ...images.map((image) => `${indent}- ${image}`))
  } else if (line === undefined) lines.push('images:', ...added, '')
  else throw new PlainError(`${path}:${line}: write images as a list of lines, so that more fit in`)
  await writeFile(path, lines.join('\n').replace(/\n{2,}images:\n/, '\nimages:\n'))
}

async function pullImages(
  { tree, declaration }: Package,
  options: FillOptions,
  { folder, workspace, ports, io }: FillContext,
  signal: AbortSignal,
): Promise<boolean> {
  const { images_loaded } = declaration.content
  const names = (await openImages(tree, workspace, signal))?.names ?? []
  const listed = imagesOf(declaration.content)
  const missing = listed.filter((image) => findListed(image, names) === undefined)
  if (missing.length === 0 || images_loaded) return false
  const { connection, pace } = options
  const registries = await openRegistries({ connection, loginHost: undefined, pace }, ports, signal)
  try {
    const wanted = missing.flatMap((image) => {
      const reference = readImage(image)
      return reference === undefined ? [] : [{ image, reference }]
    })
    const place = { kind: 'layout', path: join(folder, 'images'), name: undefined } as const
    const naming = { map: {}, scoped: false, dryRun: false }
    const to = await openDestination(place, naming, registries, signal)
    try {
      // A tag may have moved since; the lock knows the digest that it stood for.
      const found = imagesOfRegistries(wanted, 'by the user', registries).map((one) => {
        const reference = options.lock?.images.get(fullName(one.image)) ?? one.reference
        return { ...one, reference }
      })
      const settings = { platforms: options.platforms, attached: 'left' } as const
      const items = found.map((image) => to.itemOf(image, settings))
      const plan = await planCopies(items, { keepGoing: false, noClobber: false }, signal)
      const carried = {
        output: 'table',
        keepGoing: false,
        noClobber: false,
        check: 'tags',
      } as const
      await carryCopies(plan, carried, { io, registries }, signal)
    } finally {
      await to.close('whole', signal)
    }
  } finally {
    await registries.close()
  }
  return true
}
