import type { Entry } from './entry.ts'
import { SortedNames } from './sorted-names.ts'

/** The entries of one resource, in the order of their names' UTF-16 units. */
export class Bucket {
  readonly #entries = new Map<string, Entry>()
  readonly #names = new SortedNames()

  get size(): number {
    return this.#entries.size
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name)
  }

  set(entry: Entry): void {
    if (!this.#entries.has(entry.name)) this.#names.add(entry.name)
    this.#entries.set(entry.name, entry)
  }

  delete(name: string): void {
    if (this.#entries.delete(name)) this.#names.delete(name)
  }

  /** The entries whose names begin with the prefix, in order. */
  *withPrefix(prefix: string): Generator<Entry> {
    for (const name of this.#names.from(prefix)) {
      const entry = this.#entries.get(name)
      if (entry === undefined || !name.startsWith(prefix)) return
      yield entry
    }
  }
}
