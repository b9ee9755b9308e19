/** Finds the name that somebody who typed `word` most likely meant, if any is near enough. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  // A third of the letters may be wrong: 'isntall' is still install, 'foo' is not 'get'.
  let limit = Math.floor(word.length / 3) + 1
  let nearest: string | undefined
  for (const name of names) {
    const distance = editDistance(word, name)
    if (distance >= limit) continue
    limit = distance
    nearest = name
  }
  return nearest ?? names.find((name) => word.length > 2 && name.startsWith(word))
}

/** Insertions, deletions, replacements and swaps of neighbours each count one. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Infinity,
      )
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, to.length)
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Infinity
}
