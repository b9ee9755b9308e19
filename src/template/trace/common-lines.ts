/** The most cells of a table of lengths; longer texts are compared step by step. */
const mostCells = 4_000_000

/** Pairs of equal lines of two texts, both in order: from both ends, and as many as possible between. */
export function commonLines(
  a: readonly string[],
  b: readonly string[],
): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pairs.push([start, start])
    start++
  }
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pairs.push([--endA, --endB])
  const inner = longestCommon(a.slice(start, endA), b.slice(start, endB))
  return [...pairs, ...inner.map(([i, j]): [number, number] => [i + start, j + start])]
}

function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1
  if (a.length * width > mostCells) return stepByStep(a, b)
  const lengths = new Uint32Array((a.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const isSame = a[i] === b[j]
      lengths[i * width + j] = isSame
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return pairs
}

/** How far to look for where two long texts meet again, and how many equal lines count as a meeting. */
const farthest = 400
const meeting = 3

function stepByStep(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      pairs.push([i++, j++])
      continue
    }
    const [inA, inB] = nextMeeting(a, b, i, j)
    i = inA
    j = inB
  }
  return pairs
}

function nextMeeting(
  a: readonly string[],
  b: readonly string[],
  i: number,
  j: number,
): [number, number] {
  for (let distance = 1; distance <= farthest; distance++) {
    for (let left = 0; left <= distance; left++) {
      const [inA, inB] = [i + left, j + distance - left]
      if (meets(a, b, inA, inB)) return [inA, inB]
    }
  }
  return [i + 1, j + 1]
}

function meets(a: readonly string[], b: readonly string[], i: number, j: number): boolean {
  for (let step = 0; step < meeting; step++) {
    const line = a[i + step]
    if (line === undefined || line !== b[j + step]) return false
  }
  return true
}
