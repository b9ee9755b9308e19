import { readFile, stat } from 'node:fs/promises'
import { fromBytes } from '../../../formats/go-string.ts'
import type { Value } from '../../../formats/value.ts'
import { SourceError } from '../../errors.ts'
import { checkEntry } from './check-entry.ts'
import { checkIndexFields } from './check-head.ts'
import { sortVersions } from '../index/index-collector.ts'
import type { WrittenEntry } from '../index/index-text.ts'
import { maxMergedIndexBytes } from '../limits.ts'
import { parseIndex } from './read-whole-index.ts'

const legacyFields = ['checksum', 'engine', 'tillerVersion', 'url'] as const

/** The entries of an index that is somebody's own, with all they have; undefined when there is none. */
export async function readEntriesToMerge(
  path: string,
  signal: AbortSignal,
): Promise<readonly WrittenEntry[] | undefined> {
  const bytes = await readIndexFile(path, signal)
  if (bytes === undefined) return undefined
  if (bytes.length === 0) throw new SourceError('bad-index', `${path}: empty index.yaml file`)
  const index = parseIndex(fromBytes(bytes), path)
  checkIndexFields(index, path)
  const charts = index.get('entries')
  return [...(charts instanceof Map ? charts.values() : [])].flatMap((list: Value) =>
    sortVersions((Array.isArray(list) ? list : []).flatMap(entriesOf)),
  )
}

async function readIndexFile(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    const { size } = await stat(path)
    if (size <= maxMergedIndexBytes) return await readFile(path, { signal })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const message = `${path} is larger than the limit of ${maxMergedIndexBytes} bytes`
  throw new SourceError('too-large', message)
}

function entriesOf(value: Value): readonly WrittenEntry[] {
  const checked = checkEntry(value)
  if (checked.kind === 'invalid' || !(value instanceof Map)) return []
  const fields: ReadonlyMap<string, Value> = value
  const { row, metadata } = checked
  const legacy = legacyFields
    .map((key) => [key, fields.get(key)] as const)
    .filter(([, found]) => typeof found === 'string' && found !== '')
  return [
    {
      name: row.name,
      version: row.version,
      metadata,
      urls: Array.isArray(fields.get('urls')) ? row.urls : undefined,
      created: row.created,
      removed: fields.get('removed') === true,
      digest: row.digest,
      legacy: new Map(legacy),
    },
  ]
}
