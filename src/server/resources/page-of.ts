import {
  type KubeObject,
  conditionOf,
  nameOf,
  namespaceOf,
  textAt,
} from '../../objects/kube-object.ts'
import type { Page } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'

/** The fields that a list can be sorted by. */
export const sortFields = ['name', 'namespace', 'age', 'ready', 'reason'] as const

/** Objects on a page, unless the asker says otherwise, and at most. */
export const usualPage = 100
export const mostOnPage = 500

type SortField = (typeof sortFields)[number]

export interface PageRequest {
  /** Words that must all be somewhere in the name, namespace, labels, reason or message. */
  readonly search: string
  readonly ready: '' | 'True' | 'False' | 'Unknown'
  readonly reason: string
  /** A field, with `-` before it for the other direction. */
  readonly sort: string
  readonly limit: number
  /** Where the page before ended; empty for the first. */
  readonly continue: string
}

/** One page of objects: filtered, then sorted, then cut. */
export function pageOf(objects: readonly KubeObject[], request: PageRequest): Page<KubeObject> {
  const fits = filterOf(request)
  const order = orderOf(request.sort)
  const sorted = objects.filter(fits).toSorted(order.compare)
  const after = request.continue === '' ? undefined : readCursor(request.continue, order)
  const rest =
    after === undefined
      ? sorted
      : sorted.filter((one) => order.compareKeys(order.keyOf(one), after) > 0)
  const items = rest.slice(0, request.limit)
  const last = items.at(-1)
  const isLast = last === undefined || rest.length <= request.limit
  const total = sorted.length
  return isLast
    ? { items, total }
    : { items, total, continue: writeCursor(order.keyOf(last), order) }
}

function filterOf({ search, ready, reason }: PageRequest): (object: KubeObject) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return (object) => {
    const condition = conditionOf(object, 'Ready')
    if (ready !== '' && (condition?.status ?? 'Unknown') !== ready) return false
    if (reason !== '' && condition?.reason !== reason) return false
    if (words.length === 0) return true
    const text = searchText(object)
    return words.every((word) => text.includes(word))
  }
}

function searchText(object: KubeObject): string {
  const { reason = '', message = '' } = conditionOf(object, 'Ready') ?? {}
  const labels = Object.entries(object.metadata['labels'] ?? {}).map((pair) => pair.join('='))
  const shown = ['displayName', 'description', 'category', 'extension', 'name', 'url'].map(
    (field) => textAt(object, ['spec', field]),
  )
  const parts = [nameOf(object), namespaceOf(object), reason, message, ...labels, ...shown]
  return parts.join('\n').toLowerCase()
}

/** The value that an object is sorted by; no two objects have the same. */
type SortKey = readonly [value: string, namespace: string, name: string]

interface Order {
  readonly sort: string
  readonly keyOf: (object: KubeObject) => SortKey
  readonly compareKeys: (a: SortKey, b: SortKey) => number
  readonly compare: (a: KubeObject, b: KubeObject) => number
}

function orderOf(sort: string): Order {
  const isDescending = sort.startsWith('-')
  const field = (isDescending ? sort.slice(1) : sort) as SortField
  const keyOf = (object: KubeObject): SortKey => [
    sortValue(object, field),
    namespaceOf(object),
    nameOf(object),
  ]
  const compareKeys = (a: SortKey, b: SortKey): number => {
    const first = compareText(a[0], b[0])
    if (first !== 0) return isDescending ? -first : first
    return compareText(a[1], b[1]) || compareText(a[2], b[2])
  }
  return { sort, keyOf, compareKeys, compare: (a, b) => compareKeys(keyOf(a), keyOf(b)) }
}

function sortValue(object: KubeObject, field: SortField): string {
  switch (field) {
    case 'name':
      return nameOf(object)
    case 'namespace':
      return namespaceOf(object)
    case 'age':
      return textAt(object, ['metadata', 'creationTimestamp'])
    case 'ready':
      return conditionOf(object, 'Ready')?.status ?? 'Unknown'
    case 'reason':
      return conditionOf(object, 'Ready')?.reason ?? ''
  }
}

// By code units: the same everywhere, whatever the locale of the machine.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function writeCursor(key: SortKey, { sort }: Order): string {
  return Buffer.from(JSON.stringify([sort, ...key])).toString('base64url')
}

function readCursor(text: string, order: Order): SortKey {
  const cursor = parseCursor(text)
  if (cursor?.[0] === order.sort) return [cursor[1], cursor[2], cursor[3]]
  const detail =
    'continue is not of this list: give back what the page before had, with the same sort'
  const causes = [{ field: 'query.continue', message: detail }]
  throw new ProblemError(400, 'BadRequest', detail, { causes })
}

type Cursor = readonly [sort: string, value: string, namespace: string, name: string]

function parseCursor(text: string): Cursor | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const isCursor =
      Array.isArray(value) && value.length === 4 && value.every((one) => typeof one === 'string')
    return isCursor ? (value as unknown as Cursor) : undefined
  } catch {
    return undefined
  }
}
