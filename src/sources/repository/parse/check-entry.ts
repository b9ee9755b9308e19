import type { Table } from '../../../chart/chart.ts'
import { validateMetadata } from '../../../chart/load/check-metadata.ts'
import { ChartError } from '../../../chart/errors.ts'
import type { Metadata } from '../../../chart/load/metadata.ts'
import { metadataOf } from '../../../chart/load/read-metadata.ts'
import type { Value } from '../../../formats/value.ts'
import { isTable } from '../../../chart/values/table.ts'
import { SourceError } from '../../errors.ts'
import { normalizeTime, zeroTime } from '../go-time.ts'
import type { IndexRow } from '../index/index-row.ts'
import { keepAnnotations } from '../index/keep-annotations.ts'

/** An entry that Helm accepts, or why it leaves it out. */
export type CheckedEntry =
  | { readonly kind: 'row'; readonly row: IndexRow; readonly metadata: Metadata }
  | { readonly kind: 'invalid'; readonly version: string; readonly why: string }

/** Checks an entry that has the shape of one. Throws where Helm refuses the whole index. */
export function checkEntry(entry: Value): CheckedEntry {
  if (!isTable(entry)) return { kind: 'invalid', version: '', why: 'empty entry' }
  const created = timeOf(entry.get('created'))
  try {
    const metadata = checkedMetadata(metadataOf(entry, 'v1'))
    return { kind: 'row', row: rowOf(metadata, entry, created), metadata }
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    return { kind: 'invalid', version: textOf(entry.get('version')), why: error.message }
  }
}

// Some servers leave the alias out, which makes two dependencies look like one.
function checkedMetadata(metadata: Metadata): Metadata {
  try {
    return validateMetadata(metadata)
  } catch (error) {
    const isSkippable =
      error instanceof ChartError &&
      error.message.startsWith('validation: more than one dependency with name or alias')
    if (!isSkippable) throw error
    const { dependencies, ...others } = metadata
    return { ...validateMetadata({ ...others, dependencies: [] }), dependencies }
  }
}

function rowOf(metadata: Metadata, entry: Table, created: string): IndexRow {
  const urls = entry.get('urls')
  return {
    name: metadata.name,
    version: metadata.version,
    appVersion: metadata.appVersion,
    kubeVersion: metadata.kubeVersion,
    description: metadata.description,
    keywords: metadata.keywords,
    type: metadata.type,
    home: metadata.home,
    icon: metadata.icon,
    deprecated: metadata.deprecated,
    annotations: keepAnnotations(metadata.annotations),
    created,
    digest: textOf(entry.get('digest')),
    urls: Array.isArray(urls) ? urls.map(textOf) : [],
  }
}

function timeOf(value: Value): string {
  if (value === null || value === undefined) return zeroTime
  if (typeof value === 'string') return normalizeTime(value)
  throw new SourceError('bad-index', 'Time.UnmarshalJSON: input is not a JSON string')
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : ''
}
