import { readValuesText } from '../../components/values-text/edit-values-text.ts'
import { type PlainValue, isPlainMap } from '../../components/values-text/plain-value.ts'

/** A setting with its old default, its new default and the user's value; undefined where it is not set. */
export interface DefaultRow {
  readonly path: string
  readonly before: PlainValue | undefined
  readonly now: PlainValue | undefined
  readonly mine: PlainValue | undefined
  /** Whether the new version reads it no longer. */
  readonly isUnused: boolean
}

interface Compared {
  readonly before: string
  readonly now: string
  readonly mine: string
  /** Paths of the own values that no template reads. */
  readonly unused: readonly string[]
}

/** The settings that somebody set or whose default is another one. */
export function compareDefaults({ before, now, mine, unused }: Compared): readonly DefaultRow[] {
  const [old, fresh, own] = [before, now, mine].map((text) => leavesOf(readValuesText(text) ?? {}))
  const paths = new Set([...(own?.keys() ?? []), ...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])
  const gone = new Set(unused)
  return [...paths]
    .map((path) => ({
      path,
      before: old?.get(path),
      now: fresh?.get(path),
      mine: own?.get(path),
      isUnused: own?.has(path) === true && isUnused(path, gone),
    }))
    .filter((row) => row.mine !== undefined || !isSame(row.before, row.now))
    .toSorted((a, b) => Number(b.mine !== undefined) - Number(a.mine !== undefined))
}

/** The values that are no maps of others, by path; lists are one piece, as in Helm. */
function leavesOf(value: PlainValue, path = ''): ReadonlyMap<string, PlainValue> {
  if (!isPlainMap(value) || (path !== '' && Object.keys(value).length === 0)) {
    return path === '' ? new Map() : new Map([[path, value]])
  }
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [
      ...leavesOf(inner, path === '' ? name : `${path}.${name}`),
    ]),
  )
}

// A list is one piece here, and its items are told one by one.
function isUnused(path: string, unused: ReadonlySet<string>): boolean {
  return (
    unused.has(path) ||
    [...unused].some((one) => one.startsWith(`${path}[`) || one.startsWith(`${path}.`))
  )
}

function isSame(one: PlainValue | undefined, other: PlainValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
