import type { Entry } from './entry.ts'

/** The entries of one resource, in the order of their names' UTF-16 units. */
export class Bucket {
  readonly #entries = new Map<string, Entry>()
  readonly #names: string[] = []

  get size(): number {
    return this.#entries.size
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name)
  }

  set(entry: Entry): void {
    if (!this.#entries.has(entry.name))
      this.#names.splice(this.#position(entry.name), 0, entry.name)
    this.#entries.set(entry.name, entry)
  }

  delete(name: string): void {
    if (this.#entries.delete(name)) this.#names.splice(this.#position(name), 1)
  }

  /** The entries whose names begin with the prefix, in order. */
  *withPrefix(prefix: string): Generator<Entry> {
    for (let at = this.#position(prefix); at < this.#names.length; at++) {
      const entry = this.#entries.get(this.#names[at] ?? '')
      if (entry === undefined || !entry.name.startsWith(prefix)) return
      yield entry
    }
  }

  /** Where the name is, or would be. */
  #position(name: string): number {
    let low = 0
    let high = this.#names.length
    const last = this.#names[high - 1]
    if (last !== undefined && last < name) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#names[middle] ?? '') < name) low = middle + 1
      else high = middle
    }
    return low
  }
}
