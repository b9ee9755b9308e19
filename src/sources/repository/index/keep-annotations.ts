// An index may carry whole changelogs in its annotations. A table keeps what a catalogue shows.

const ours = 'outrigger.dev/'
const others: ReadonlySet<string> = new Set([
  'plugins.kubegems.io/category',
  'plugins.kubegems.io/main-category',
  'artifacthub.io/category',
])

const mostAnnotations = 16
const mostLetters = 512

/** The annotations of a chart that a catalogue reads, as `KEY=VALUE`; long ones are left out. */
export function keepAnnotations(
  annotations: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  if (annotations === undefined) return []
  const kept: string[] = []
  for (const [key, value] of annotations) {
    if (!key.startsWith(ours) && !others.has(key)) continue
    const line = `${key}=${value}`
    if (line.length <= mostLetters && kept.length < mostAnnotations) kept.push(line)
  }
  return kept
}
