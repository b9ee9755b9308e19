// Which lines of an output are gone in another one, document by document.

/** A document of an output by its template, with where its lines are. */
export interface DocumentText {
  readonly path: string
  readonly id: string
  /** The number of its first line in the output. */
  readonly first: number
  /** Without the blank lines at its end, which belong to what Helm writes around documents. */
  readonly lines: readonly string[]
  readonly allLines: readonly string[]
}

const header = /^# Source: (.*)$/

export function documentsOf(output: string): DocumentText[] {
  const lines = output.split('\n')
  const starts = lines.flatMap((line, index) =>
    line === '---' && header.test(lines[index + 1] ?? '') ? [index] : [],
  )
  return starts.map((start, index) => {
    const allLines = lines.slice(start + 2, starts[index + 1] ?? lines.length)
    const own = allLines.slice(0, allLines.length - trailingBlanks(allLines))
    const path = header.exec(lines[start + 1] ?? '')?.[1] ?? ''
    const kind = own.find((line) => line.startsWith('kind:')) ?? ''
    const name = own.find((line) => line.startsWith('  name:')) ?? ''
    return { path, id: `${kind} ${name}`, first: start + 2, lines: own, allLines }
  })
}

/** A document and what has become of it. */
export interface DocumentPair {
  readonly before: DocumentText
  /** Undefined when it is gone. */
  readonly after: DocumentText | undefined
}

/**
 * Documents of one template: equal ones, then those of one kind and name, then what is left in its
 * order where as many are left on both sides, then those that share a line.
 */
export function pairDocuments(
  before: readonly DocumentText[],
  after: readonly DocumentText[],
): DocumentPair[] {
  const others = Map.groupBy(after, (one) => one.path)
  return [...Map.groupBy(before, (one) => one.path)].flatMap(([path, documents]) => {
    const pairs = new Map<DocumentText, DocumentText>()
    const left = [...(others.get(path) ?? [])]
    const take = (isSame: (one: DocumentText, other: DocumentText) => boolean) => {
      for (const one of documents.filter((document) => !pairs.has(document))) {
        const index = left.findIndex((other) => isSame(one, other))
        const [found] = index < 0 ? [] : left.splice(index, 1)
        if (found !== undefined) pairs.set(one, found)
      }
    }
    take((one, other) => textOf(one) === textOf(other))
    take((one, other) => one.id === other.id)
    if (left.length === documents.length - pairs.size) take(() => true)
    take((one, other) => other.lines.some((line) => line !== '' && one.lines.includes(line)))
    return documents.map((one) => ({ before: one, after: pairs.get(one) }))
  })
}

function textOf({ lines }: DocumentText): string {
  return lines.join('\n')
}

function trailingBlanks(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.length - 1 - last
}

/** The lines of the first text, by index, that a shortest edit to the second one takes away. */
export function goneLines(before: readonly string[], after: readonly string[]): number[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const a = before.slice(start, before.length - end)
  const b = after.slice(start, after.length - end)
  return longestCommon(a, b).map((index) => index + start)
}

/** Indexes of `a` that are in no longest common subsequence found. */
function longestCommon(a: readonly string[], b: readonly string[]): number[] {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const both = a[i] === b[j]
      lengths[i * width + j] = both
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
    }
  }
  const gone: number[] = []
  let j = 0
  for (let i = 0; i < a.length; i++) {
    while (j < b.length && a[i] !== b[j] && lengths[i * width + j] === lengths[i * width + j + 1])
      j++
    if (j < b.length && a[i] === b[j]) j++
    else gone.push(i)
  }
  return gone
}

/** Whether the kept lines can all be found in a text, in their order. */
export function isSubsequence(kept: readonly string[], text: readonly string[]): boolean {
  let at = 0
  for (const line of kept) {
    while (at < text.length && text[at] !== line) at++
    if (at++ >= text.length) return false
  }
  return true
}
