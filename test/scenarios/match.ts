/** Stands for anything within a line of expected output, such as an age or a generated name. */
const anything = '<*>'

/** Whether what was printed is what a scenario expects, line by line. */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
  return (
    expected.length === actual.length &&
    expected.every((line, index) => matchesLine(line, actual[index] ?? ''))
  )
}

/** The expectation from now on: lines that hold keep how they were written, so that `<*>` survives an update. */
export function updateLines(
  expected: readonly string[],
  actual: readonly string[],
): readonly string[] {
  return actual.map((line) => expected.find((old) => matchesLine(old, line)) ?? line)
}

function matchesLine(expected: string, actual: string): boolean {
  const parts = expected.split(anything)
  const [first = '', ...rest] = parts
  if (rest.length === 0) return expected === actual
  if (!actual.startsWith(first)) return false
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast ? actual.length - piece.length : actual.indexOf(piece, at)
    if (found < at || !actual.startsWith(piece, found)) return false
    at = found + piece.length
  }
  return true
}
