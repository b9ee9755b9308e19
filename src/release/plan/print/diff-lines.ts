/** A line of two texts beside each other. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly line: string
}

/** Lines around a change that are shown with it. */
const context = 3

/** Texts with more lines than this are not compared line by line: that is quadratic. */
const mostLines = 2000

/** How two texts differ, line by line; what is far from any change is left out. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const start = countSame(before, after)
  const end = countSame(before.slice(start).toReversed(), after.slice(start).toReversed())
  const old = before.slice(start, before.length - end)
  const young = after.slice(start, after.length - end)
  const lead = before.slice(Math.max(0, start - context), start)
  const trail = before.slice(before.length - end, before.length - end + context)
  return nearChanges([...lead.map(same), ...compare(old, young), ...trail.map(same)])
}

function countSame(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((line, index) => line !== b[index])
  return at === -1 ? Math.min(a.length, b.length) : at
}

function same(line: string): DiffLine {
  return { sign: ' ', line }
}

// The longest common subsequence, read from a table of its lengths.
function compare(old: readonly string[], young: readonly string[]): readonly DiffLine[] {
  const gone = old.map((line): DiffLine => ({ sign: '-', line }))
  const come = young.map((line): DiffLine => ({ sign: '+', line }))
  if (old.length > mostLines || young.length > mostLines) return [...gone, ...come]
  const width = young.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < young.length) {
    const goneLine = gone[i]
    const comeLine = come[j]
    if (goneLine !== undefined && comeLine !== undefined && goneLine.line === comeLine.line) {
      lines.push(same(goneLine.line))
      i++
      j++
    } else if (goneLine !== undefined && (comeLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(goneLine)
      i++
    } else if (comeLine !== undefined) {
      lines.push(comeLine)
      j++
    }
  }
  return lines
}

function nearChanges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const changed = lines.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]))
  const near = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, k) => at - context + k)),
  )
  return lines.flatMap((line, at) => {
    if (near.has(at)) return [line]
    return near.has(at - 1) ? [same('…')] : []
  })
}
