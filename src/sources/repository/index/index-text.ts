import { metadataFields } from '../../../chart/load/metadata-yaml.ts'
import type { Metadata } from '../../../chart/load/metadata.ts'
import { compareStrings } from '../../../formats/go-string.ts'
import type { Value } from '../../../formats/value.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'

/** One version of a chart as an index is written. */
export interface WrittenEntry {
  readonly name: string
  readonly version: string
  readonly metadata: Metadata
  /** Undefined where an index that is merged has none. */
  readonly urls: readonly string[] | undefined
  readonly created: string
  readonly removed: boolean
  readonly digest: string
  /** Fields of older Helms, which are kept. */
  readonly legacy: ReadonlyMap<string, Value>
}

export interface WrittenIndex {
  readonly generated: string
  readonly entries: ReadonlyMap<string, readonly WrittenEntry[]>
}

/** The text of index.yaml as Helm writes it. */
export function indexYaml({ generated, entries }: WrittenIndex): string {
  const charts = [...entries].map(([name, list]): [string, Value] => [name, list.map(fieldsOf)])
  const index = new Map<string, Value>([
    ['apiVersion', 'v1'],
    ['entries', new Map(charts)],
    ['generated', generated],
  ])
  return `${writeYaml(index)}\n`
}

/** The same in JSON, which Helm writes in the order of its types and without a last line break. */
export function indexJson({ generated, entries }: WrittenIndex): string {
  const charts = [...entries]
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([name, list]) => [name, list.map((entry) => plainOf(fieldsOf(entry), entryOrders))])
  const index = { apiVersion: 'v1', generated, entries: Object.fromEntries(charts) as unknown }
  return JSON.stringify(index, undefined, 2).replaceAll(/[<>&\u2028\u2029]/g, escaped)
}

function fieldsOf(entry: WrittenEntry): Map<string, Value> {
  const { metadata, urls, created, removed, digest, legacy } = entry
  return new Map<string, Value>([
    ...metadataFields(metadata),
    ['urls', urls === undefined ? null : [...urls]],
    ['created', created],
    ...(removed ? ([['removed', true]] as const) : []),
    ...(digest === '' ? [] : ([['digest', digest]] as const)),
    ...legacy,
  ])
}

/** Where the keys of a map come in the order of a type; in all others they are sorted. */
type Orders = Readonly<Record<string, readonly string[]>>

const entryOrders: Orders = {
  '': [],
  maintainers: ['name', 'email', 'url'],
  dependencies: [
    'name',
    'version',
    'repository',
    'condition',
    'tags',
    'enabled',
    'import-values',
    'alias',
  ],
}

function plainOf(fields: ReadonlyMap<string, Value>, orders: Orders): unknown {
  return Object.fromEntries(
    [...fields].map(([key, value]) => [key, plainValue(value, orders[key])]),
  )
}

function plainValue(value: Value, order: readonly string[] | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: Value) => plainValue(item, order))
  if (!(value instanceof Map)) return value
  const keys = order?.filter((key) => value.has(key)) ?? [...value.keys()].toSorted(compareStrings)
  return Object.fromEntries(keys.map((key) => [key, plainValue(value.get(key), undefined)]))
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
