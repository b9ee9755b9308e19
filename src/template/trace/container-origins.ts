import { NamedMap, TypedList, type Value } from '../../formats/value.ts'
import { nowhere, type Provenance } from './provenance.ts'
import { noReads, type ReadSet, type ReadSets } from './read-set.ts'
import type { ValuesPath } from './values-path.ts'

export type Key = string | number

/** Where the entries of one map or list come from. */
export interface ContainerOrigins {
  /** The place in the values that it is, as long as `entries` do not say otherwise. */
  readonly path: ValuesPath | undefined
  readonly entries: Map<Key, Provenance>
  /** The reads that every entry depends on in addition. */
  rest: ReadSet
  /** The reads that decided that other keys are missing. */
  absent: ReadSet
}

type Container = ReadonlyMap<string, Value> | readonly Value[] | TypedList

export function isContainer(value: Value): value is Container {
  return value instanceof Map || Array.isArray(value) || value instanceof TypedList
}

/** The entries of a map or list with their keys. */
export function entriesOf(value: Container): Iterable<readonly [Key, Value]> {
  if (value instanceof Map) return value
  return (
    ((value instanceof TypedList ? value.items : value) as readonly Value[] | undefined) ?? []
  ).entries()
}

/** The origins of all containers of one render, kept beside them because values must stay as they are. */
export class OriginStore {
  private readonly sets: ReadSets
  private readonly known = new WeakMap<object, ContainerOrigins>()

  constructor(sets: ReadSets) {
    this.sets = sets
  }

  /** The origins of a container; undefined where it does not depend on the values. */
  find(container: Container): ContainerOrigins | undefined {
    return this.known.get(identityOf(container))
  }

  /** Says that two containers are views of one. */
  share(view: Value, original: Value): void {
    if (!isContainer(view) || !isContainer(original) || view === original) return
    this.known.set(identityOf(view), this.need(original))
  }

  /** The origins of a container, made where there is none. */
  need(container: Container, path?: ValuesPath): ContainerOrigins {
    const id = identityOf(container)
    let origins = this.known.get(id)
    if (origins === undefined) {
      origins = { path, entries: new Map(), rest: noReads, absent: noReads }
      this.known.set(id, origins)
    }
    return origins
  }

  /** Where an entry comes from; `value` is the entry, undefined for a key that is not there. */
  entry(container: Container, key: Key, value: Value): Provenance {
    const origins = this.find(container)
    if (origins === undefined) return nowhere
    const found = this.entryOf(origins, key, value)
    if (found.reads.id !== 0 && isContainer(value) && this.find(value) === undefined) {
      this.need(value).rest = found.reads
    }
    return found
  }

  private entryOf(origins: ContainerOrigins, key: Key, value: Value): Provenance {
    const own = origins.entries.get(key)
    if (own !== undefined) return this.adding(own, origins.rest)
    if (origins.path === undefined) {
      return {
        reads: value === undefined ? this.sets.union(origins.rest, origins.absent) : origins.rest,
      }
    }
    const kind = value === undefined || isContainer(value) ? 'presence' : 'value'
    return { reads: this.sets.union(this.sets.of(origins.path.child(key), kind), origins.rest) }
  }

  /**
   * The reads that decided that an entry is there, where more did than those of the container
   * itself.
   */
  presence(container: Container, key: Key): ReadSet {
    const origins = this.find(container)
    if (origins === undefined) return noReads
    return this.sets.union(origins.entries.get(key)?.presence ?? noReads, origins.rest)
  }

  /** Everything inside a container: the place in the values, or the union of what its entries depend on. */
  deep(value: Value, seen = new Set<Value>()): ReadSet {
    if (!isContainer(value) || seen.has(value)) return noReads
    seen.add(value)
    const origins = this.find(value)
    if (origins?.path !== undefined && this.isPristine(value)) {
      return this.sets.union(this.sets.of(origins.path, 'value'), origins.rest)
    }
    const inside: ReadSet[] = origins === undefined ? [] : [origins.rest, origins.absent]
    for (const [key, entry] of entriesOf(value)) {
      inside.push(this.entry(value, key, entry).reads, this.deep(entry, seen))
    }
    return this.sets.all(inside)
  }

  /** Whether all of a container is still what the values had there. */
  private isPristine(value: Value): boolean {
    if (!isContainer(value)) return true
    const origins = this.find(value)
    if (origins?.path === undefined || origins.entries.size > 0) return false
    for (const [key, entry] of entriesOf(value)) {
      if (!isContainer(entry)) continue
      if (this.find(entry)?.path !== origins.path.child(key) || !this.isPristine(entry))
        return false
    }
    return true
  }

  /** Gives a copy of a container what is known of the original, at every depth. */
  copy(copy: Value, original: Value): void {
    if (!isContainer(copy) || !isContainer(original) || copy === original) return
    const from = this.find(original)
    const originals = new Map<Key, Value>(entriesOf(original) as Iterable<[Key, Value]>)
    if (from !== undefined) {
      const into = this.need(copy)
      into.rest = from.rest
      into.absent = from.absent
      for (const [key, value] of originals) into.entries.set(key, this.entryOf(from, key, value))
      if (from.path !== undefined)
        into.absent = this.sets.union(into.absent, this.sets.of(from.path, 'presence'))
    }
    for (const [key, entry] of entriesOf(copy)) this.copy(entry, originals.get(key))
  }

  /** A function that puts the knowledge about a container back to its present state. */
  snapshot(container: Container): () => void {
    const origins = this.find(container)
    if (origins === undefined) return () => this.known.delete(identityOf(container))
    const { rest, absent } = origins
    const entries = new Map(origins.entries)
    return () => {
      origins.entries.clear()
      for (const [key, from] of entries) origins.entries.set(key, from)
      origins.rest = rest
      origins.absent = absent
    }
  }

  /** Records a new entry. */
  set(container: Container, key: Key, from: Provenance): void {
    if (from === nowhere && this.find(container) === undefined) return
    this.need(container).entries.set(key, from)
  }

  /** Adds reads to one entry, or to all where the key is not known. */
  add(container: Container, key: Key | undefined, reads: ReadSet): void {
    if (reads.id === 0) return
    const origins = this.need(container)
    if (key === undefined) {
      origins.rest = this.sets.union(origins.rest, reads)
      return
    }
    const value = entryValue(container, key)
    origins.entries.set(key, this.adding(this.entryOf(origins, key, value), reads))
  }

  /** The provenance with more reads, on every line of a text. */
  adding(from: Provenance, reads: ReadSet): Provenance {
    if (reads.id === 0) return from
    const lines = from.lines?.map((line) => ({
      ...line,
      reads: this.sets.union(line.reads, reads),
    }))
    return {
      ...from,
      reads: this.sets.union(from.reads, reads),
      ...(lines === undefined ? {} : { lines }),
      ...(from.presence === undefined ? {} : { presence: this.sets.union(from.presence, reads) }),
    }
  }
}

function entryValue(container: Container, key: Key): Value {
  if (container instanceof Map) return container.get(String(key))
  return typeof key === 'number' ? [...entriesOf(container)][key]?.[1] : undefined
}

/** `.Values` is a named map over the plain one that its parent chart sees. */
function identityOf(container: Container): object {
  return container instanceof NamedMap ? container.plain : container
}
