import type { Json, JsonObject } from './row.ts'

/**
 * Replaces what differs from run to run by names that say the same in every run: identifiers are counted as they
 * appear, versions of objects are ranked among those of the row, times are `<time>`. Versions of lists and bookmarks
 * are `<now>`, since others write too. Managed fields are sorted by operation and manager. One is made for each row.
 */
export class Normaliser {
  readonly #id: string
  readonly #uids = new Map<string, string>()
  readonly #generated = new Map<string, string>()
  readonly #addresses = new Map<string, string>()
  readonly #versions = new Set<number>()

  constructor(id: string) {
    this.#id = id
  }

  /** Takes note of the versions in an answer; all answers of a row must have been seen before any is written. */
  see(value: Json): void {
    if (Array.isArray(value)) {
      for (const item of value) this.see(item)
      return
    }
    if (!isObject(value)) return
    const version = versionOf(value)
    if (version !== undefined) this.#versions.add(version)
    this.#seeGeneratedName(value)
    for (const child of Object.values(value)) this.see(child)
  }

  write(value: Json): Json {
    return this.#write(sortConflicts(value), [])
  }

  text(text: string): string {
    return replaceAll(text, [
      [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uid) => this.#uid(uid)],
      [/\b10\.0\.\d+\.\d+\b/g, (address) => numbered(this.#addresses, address, 'ip')],
      [
        /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| \+0000 UTC)(?: m=\+\d+\.\d+)?/g,
        () => '<time>',
      ],
      [/(?<=resource version: \d+ )\(\d+\)/g, () => '(<now>)'],
      [/(?<=current: )\d+/g, () => '<now>'],
      [/(?<=resourceVersion\\*":\\*")\d+/g, (version) => this.#version(Number(version))],
      [/(?<=ResourceVersion in [a-z ]+ \()\d+/g, (version) => this.#version(Number(version))],
      [/(?<=[Rr]esourceVersion[^,]{0,24}: )\d+/g, (version) => this.#version(Number(version))],
      [/(?<=provided nodePort|nodePorts? |port: )\d{5}/g, () => '<port>'],
      [new RegExp(this.#id, 'g'), () => '{id}'],
      ...[...this.#generated].map(
        ([name, written]) => [new RegExp(name, 'g'), () => written] as const,
      ),
    ])
  }

  #write(value: Json, path: readonly string[]): Json {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item: Json) => this.#write(item, [...path, '#']))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        const special = this.#special(key, child, path, value)
        return [this.text(key), special ?? this.#write(child, [...path, key])]
      }),
    )
  }

  #special(
    key: string,
    child: Json,
    path: readonly string[],
    parent: JsonObject,
  ): Json | undefined {
    const inMetadata = path.at(-1) === 'metadata'
    if (key === 'resourceVersion' && inMetadata && typeof child === 'string') {
      return 'name' in parent ? this.#version(Number(child)) : '<now>'
    }
    if (key === 'managedFields' && inMetadata && Array.isArray(child)) {
      return this.#write(child.toSorted(byManager), [...path, key])
    }
    if (key === 'cells' && Array.isArray(child)) return child.map((cell: Json) => this.#cell(cell))
    if (key === 'continue' && inMetadata && child !== '') return '<continue>'
    if (key === 'storageVersionHash') return '<hash>'
    if (key === 'nodePort' && typeof child === 'number' && child >= 30_000) return '<port>'
    return undefined
  }

  /** Tables tell how old a thing is. */
  #cell(cell: Json): Json {
    return typeof cell === 'string' && /^\d+s$/.test(cell) ? '<age>' : this.#write(cell, [])
  }

  #version(version: number): string {
    if (version === 0) return '0'
    if (!this.#versions.has(version)) return '<version>'
    const rank = [...this.#versions].filter((other) => other <= version).length
    return `<version ${rank}>`
  }

  #uid(uid: string): string {
    return numbered(this.#uids, uid, 'uid')
  }

  #seeGeneratedName({ metadata }: JsonObject): void {
    if (!isObject(metadata)) return
    const { generateName, name } = metadata
    if (typeof generateName !== 'string' || typeof name !== 'string' || name === '') return
    if (name.startsWith(generateName)) this.#generated.set(name, `${generateName}<generated>`)
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The version of an object; lists and bookmarks have no name. */
function versionOf({ metadata }: JsonObject): number | undefined {
  if (!isObject(metadata) || !('name' in metadata)) return undefined
  const { resourceVersion } = metadata
  return typeof resourceVersion === 'string' ? Number(resourceVersion) : undefined
}

/** The server sorts by operation and then by the second of the write, so the order depends on the clock. */
function byManager(a: Json, b: Json): number {
  const [first, second] = [sortKey(a), sortKey(b)]
  return first < second ? -1 : Number(first > second)
}

function sortKey(entry: Json): string {
  if (!isObject(entry)) return ''
  const { operation = '', manager = '', apiVersion = '', subresource = '' } = entry
  return JSON.stringify([operation, manager, apiVersion, subresource])
}

/** The server tells conflicts with several managers in the order of a Go map, which is none. */
function sortConflicts(value: Json): Json {
  if (!isObject(value) || typeof value['message'] !== 'string' || !isObject(value['details'])) {
    return value
  }
  const [, head, blocks] = /^(Apply failed with .*?: )(.*)$/s.exec(value['message']) ?? []
  const { causes } = value['details']
  if (head === undefined || blocks === undefined || !Array.isArray(causes)) return value
  const sorted = `${blocks}\n`.split(/^(?=conflicts? with )/m).toSorted()
  return {
    ...value,
    message: head + sorted.join('').trimEnd(),
    details: { ...value['details'], causes: causes.toSorted(byText) },
  }
}

function byText(a: Json, b: Json): number {
  const [first, second] = [JSON.stringify(a), JSON.stringify(b)]
  return first < second ? -1 : Number(first > second)
}

function numbered(seen: Map<string, string>, value: string, what: string): string {
  const known = seen.get(value) ?? `<${what} ${seen.size + 1}>`
  seen.set(value, known)
  return known
}

type Replacement = readonly [RegExp, (found: string) => string]

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((now, [pattern, write]) => now.replaceAll(pattern, write), text)
}
