/** A circle of needs through a plugin, itself first and last; empty when there is none. */
export function findCycle(
  key: string,
  needsOf: (key: string) => readonly string[],
): readonly string[] {
  const seen = new Set<string>()
  const visit = (at: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of needsOf(at)) {
      if (next === key) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = visit(next, [...path, next])
      if (found !== undefined) return found
    }
    return undefined
  }
  return visit(key, [key]) ?? []
}
