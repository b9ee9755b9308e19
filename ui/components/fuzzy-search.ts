import Fuse from 'fuse.js'

/** A searcher that forgives typing errors: it gives the entries that fit best first. */
export function fuzzySearch<T>(
  entries: readonly T[],
  fields: readonly {
    readonly name: string
    readonly weight: number
    readonly get: (entry: T) => string
  }[],
): (words: string) => readonly T[] {
  const fuse = new Fuse(entries, {
    keys: fields.map(({ name, weight, get }) => ({ name, weight, getFn: get })),
    threshold: 0.34,
    ignoreLocation: true,
    minMatchCharLength: 2,
  })
  return (words) =>
    words.trim() === '' ? entries : fuse.search(words.trim()).map(({ item }) => item)
}
