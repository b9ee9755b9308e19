// The reads of templates, as sets that are made once: thousands of lines share a few hundred of
// them.
import type { ValuesPath } from './values-path.ts'

/** A look at the values: at what stands there, or only at whether something does, and of what kind. */
export interface Read {
  readonly path: ValuesPath
  readonly kind: 'value' | 'presence'
}

/** An unordered set of reads. Equal sets of one ReadSets are the same object. */
export interface ReadSet {
  readonly id: number
  readonly reads: readonly Read[]
  /** The reads by number, ascending. */
  readonly members: readonly number[]
}

export const noReads: ReadSet = { id: 0, reads: [], members: [] }

/** Makes the sets of one render. */
export class ReadSets {
  private readonly reads: Read[] = []
  private readonly single = {
    value: new Map<ValuesPath, ReadSet>(),
    presence: new Map<ValuesPath, ReadSet>(),
  }
  private readonly sets = new Map<string, ReadSet>()
  private readonly unions = new Map<number, Map<number, ReadSet>>()
  private nextId = 1

  of(path: ValuesPath, kind: Read['kind']): ReadSet {
    const known = this.single[kind].get(path)
    if (known !== undefined) return known
    this.reads.push({ path, kind })
    const made = this.intern([this.reads.length - 1])
    this.single[kind].set(path, made)
    return made
  }

  union(a: ReadSet, b: ReadSet): ReadSet {
    if (a === b || b.id === 0) return a
    if (a.id === 0) return b
    const [low, high] = a.id < b.id ? [a, b] : [b, a]
    let known = this.unions.get(low.id)
    if (known === undefined) this.unions.set(low.id, (known = new Map()))
    let union = known.get(high.id)
    if (union === undefined) known.set(high.id, (union = this.all([low, high])))
    return union
  }

  /** Whether one set only says that the container is there in which the other one read something. */
  isImplied(container: ReadSet, inside: ReadSet): boolean {
    if (container.id === 0) return true
    const [only, ...more] = container.reads
    if (only?.kind !== 'presence' || more.length > 0) return false
    return inside.reads.some(({ path }) => path.parent === only.path)
  }

  /** The same looks, but only at whether something is there and of what kind. */
  asPresence(set: ReadSet): ReadSet {
    return this.all(set.reads.map(({ path }) => this.of(path, 'presence')))
  }

  /** The union of many at once. */
  all(sets: Iterable<ReadSet>): ReadSet {
    const members = new Set<number>()
    for (const set of sets) for (const member of set.members) members.add(member)
    return members.size === 0 ? noReads : this.intern([...members].toSorted((a, b) => a - b))
  }

  private intern(members: readonly number[]): ReadSet {
    const key = members.join(',')
    const known = this.sets.get(key)
    if (known !== undefined) return known
    const reads = members.map((member) => this.reads[member] as Read)
    const made = { id: this.nextId++, reads, members }
    this.sets.set(key, made)
    return made
  }
}
