import { compareStrings } from '../../formats/go-string.ts'
import { isDigest } from '../../oci/digest.ts'
import { tagOf } from '../../sources/oci/chart-reference.ts'
import { tagOfChart } from '../charts/collected-chart.ts'
import { MirrorError } from '../errors.ts'

/** The content of a mirror when it was last brought up to date, by digest. */
export interface MirrorLock {
  readonly charts: readonly LockedChart[]
  readonly images: readonly LockedImage[]
}

export interface LockedChart {
  readonly name: string
  readonly version: string
  /** Fetches the same again. */
  readonly from: string
  readonly digest: string
  readonly target: string
}

export interface LockedImage {
  readonly image: string
  readonly digest: string
  readonly target: string
}

/** Same content, same text. */
export function writeLock({ charts, images }: MirrorLock): string {
  const lock = {
    charts: charts.toSorted((a, b) => compareStrings(chartKey(a), chartKey(b))),
    images: images.toSorted((a, b) => compareStrings(a.image, b.image)),
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

export function readLock(text: string, what: string): MirrorLock {
  const { charts, images } = parse(text, what)
  if (!Array.isArray(charts) || !Array.isArray(images)) {
    throw new MirrorError('bad-lock', `${what}: wanted the lists charts and images`)
  }
  return {
    charts: charts.map((one) =>
      entryOf(one, ['name', 'version', 'from', 'digest', 'target'], what),
    ),
    images: images.map((one) => entryOf(one, ['image', 'digest', 'target'], what)),
  }
}

function parse(
  text: string,
  what: string,
): { readonly charts?: unknown; readonly images?: unknown } {
  try {
    return Object(JSON.parse(text)) as object
  } catch (cause) {
    throw new MirrorError('bad-lock', `${what} is not JSON`, { cause })
  }
}

function entryOf<K extends string>(
  value: unknown,
  fields: readonly K[],
  what: string,
): Readonly<Record<K, string>> {
  const entry = Object(value) as Readonly<Record<string, unknown>>
  const bad = fields.find((field) => typeof entry[field] !== 'string')
  if (bad !== undefined) throw new MirrorError('bad-lock', `${what}: an entry has no ${bad}`)
  if (!isDigest(String(entry['digest']))) {
    throw new MirrorError('bad-lock', `${what}: ${String(entry['digest'])} is no digest`)
  }
  return entry as Readonly<Record<K, string>>
}

function chartKey(chart: LockedChart): string {
  const { name, version } = chart
  const tag = tagOfChart(chart)
  return tag === tagOf(version) ? `${name} ${version}` : `${name} ${version} (${tag})`
}

/** One line of the difference between two locks. */
export interface Delta {
  readonly change: 'added' | 'changed' | 'removed'
  readonly noun: 'chart' | 'image'
  readonly name: string
  readonly before?: string
  readonly after?: string
}

/** The difference that a run made; nothing leaves a destination, so `removed` says that it is no longer asked for. */
export function deltaOf(before: MirrorLock | undefined, after: MirrorLock): readonly Delta[] {
  const charts = (lock: MirrorLock | undefined) =>
    new Map((lock?.charts ?? []).map((one) => [chartKey(one), one.digest]))
  const images = (lock: MirrorLock | undefined) =>
    new Map((lock?.images ?? []).map((one) => [one.image, one.digest]))
  return [
    ...compare('chart', charts(before), charts(after)),
    ...compare('image', images(before), images(after)),
  ]
}

function compare(
  noun: Delta['noun'],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly Delta[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareStrings)
  return names.flatMap((name): readonly Delta[] => {
    const [old, now] = [before.get(name), after.get(name)]
    if (old === now) return []
    if (old === undefined) return [{ change: 'added', noun, name, ...(now && { after: now }) }]
    if (now === undefined) return [{ change: 'removed', noun, name, before: old }]
    return [{ change: 'changed', noun, name, before: old, after: now }]
  })
}
