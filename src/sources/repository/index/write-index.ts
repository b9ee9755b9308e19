import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Chart } from '../../../chart/chart.ts'
import { ChartError } from '../../../chart/errors.ts'
import { loadArchive } from '../../../chart/load/load.ts'
import { gunzip } from '../../../chart/node/load-chart.ts'
import { compareStrings } from '../../../formats/go-string.ts'
import { writeFileAtomically } from '../../../std/node/write-file-atomically.ts'
import { SourceError } from '../../errors.ts'
import { maxArchiveBytes } from '../../http/limits.ts'
import { chooseVersion } from '../choose-version.ts'
import { normalizeTime } from '../go-time.ts'
import { sortVersions } from './index-collector.ts'
import { type WrittenEntry, type WrittenIndex, indexJson, indexYaml } from './index-text.ts'
import { readEntriesToMerge } from '../parse/read-entries-to-merge.ts'
import { joinUrl } from '../url-join.ts'

export interface IndexFolderOptions {
  /** The beginning of the charts' URLs; relative ones when it is empty. */
  readonly url: string
  /** An index whose entries are kept where the folder has none of that name and version. */
  readonly merge?: string
  readonly format: 'yaml' | 'json'
  readonly now: Date
}

/** Writes index.yaml for the packaged charts of a folder and of the folders in it: `helm repo index`. */
export async function indexFolder(
  folder: string,
  options: IndexFolderOptions,
  signal: AbortSignal,
): Promise<void> {
  const generated = normalizeTime(options.now.toISOString())
  const entries = new Map<string, WrittenEntry[]>()
  for (const [inner, file] of await archivesOf(folder)) {
    signal.throwIfAborted()
    const base = joinUrl(options.url, inner)
    const entry = await readEntry(join(folder, inner, file), { base, file, generated })
    if (entry !== undefined) addEntry(entries, entry)
  }
  if (options.merge !== undefined) {
    await mergeInto(entries, options.merge, { format: options.format, generated }, signal)
  }
  const sorted = new Map([...entries].map(([name, list]) => [name, sortVersions(list)]))
  const text = textOf({ generated, entries: sorted }, options.format)
  await writeFileAtomically(join(folder, 'index.yaml'), text, signal)
}

// First the folder's own, then those one level below, each in the order of their names.
async function archivesOf(folder: string): Promise<readonly (readonly [string, string])[]> {
  const found = await readdir(folder, { withFileTypes: true })
  const names = found.map(({ name }) => name).toSorted(compareStrings)
  const own = names.filter((name) => name.endsWith('.tgz')).map((name) => ['', name] as const)
  const below: (readonly [string, string])[] = []
  for (const inner of names) {
    if (!(await stat(join(folder, inner))).isDirectory()) continue
    const files = (await readdir(join(folder, inner))).toSorted(compareStrings)
    below.push(
      ...files.filter((name) => name.endsWith('.tgz')).map((name) => [inner, name] as const),
    )
  }
  return [...own, ...below]
}

async function readEntry(
  path: string,
  {
    base,
    file,
    generated,
  }: { readonly base: string; readonly file: string; readonly generated: string },
): Promise<WrittenEntry | undefined> {
  const archive = await readArchiveFile(path)
  const chart = archive === undefined ? undefined : chartIn(archive)
  if (archive === undefined || chart === undefined) return undefined
  const { metadata } = chart
  return {
    name: metadata.name,
    version: metadata.version,
    metadata,
    urls: [base === '' ? file : joinUrl(base, file)],
    created: generated,
    removed: false,
    digest: createHash('sha256').update(archive).digest('hex'),
    legacy: new Map(),
  }
}

async function readArchiveFile(path: string): Promise<Uint8Array | undefined> {
  const found = await stat(path)
  if (!found.isFile()) return undefined
  if (found.size <= maxArchiveBytes) return await readFile(path)
  throw new SourceError('too-large', `${path} is larger than the limit of ${maxArchiveBytes} bytes`)
}

// A file that cannot be loaded is taken to be something else than a chart.
function chartIn(archive: Uint8Array): Chart | undefined {
  try {
    return loadArchive(archive, gunzip)
  } catch (error) {
    if (error instanceof ChartError) return undefined
    throw error
  }
}

async function mergeInto(
  entries: Map<string, WrittenEntry[]>,
  path: string,
  { format, generated }: { readonly format: 'yaml' | 'json'; readonly generated: string },
  signal: AbortSignal,
): Promise<void> {
  const existing = await readEntriesToMerge(path, signal)
  if (existing === undefined) {
    const text = textOf({ generated, entries: new Map() }, format)
    return await writeFileAtomically(path, text, signal)
  }
  for (const entry of existing) if (!hasVersion(entries, entry)) addEntry(entries, entry)
}

function addEntry(entries: Map<string, WrittenEntry[]>, entry: WrittenEntry): void {
  const list = entries.get(entry.name)
  if (list === undefined) entries.set(entry.name, [entry])
  else list.push(entry)
}

// Helm looks for a version as a range: an entry 1.2 is there when 1.2.3 is.
function hasVersion(
  entries: ReadonlyMap<string, readonly WrittenEntry[]>,
  { name, version }: WrittenEntry,
): boolean {
  try {
    return chooseVersion(entries.get(name) ?? [], version) !== undefined
  } catch (error) {
    if (error instanceof SourceError && error.code === 'bad-version') return false
    throw error
  }
}

function textOf(index: WrittenIndex, format: 'yaml' | 'json'): string {
  return format === 'json' ? indexJson(index) : indexYaml(index)
}
