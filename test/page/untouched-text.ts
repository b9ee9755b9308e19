import { type Node, type Pair, isCollection, isMap, isScalar, isSeq, parseDocument } from 'yaml'

type ValuePath = readonly (string | number)[]

interface Span {
  readonly from: number
  readonly to: number
}

/** Where a value stands in a text. */
interface NodeText {
  readonly node: Node | null
  /** From the start of its first line to the start of the line after its last one. */
  readonly lines: Span
  /** The characters of the value alone, with the space before it. */
  readonly value: Span
}

/**
 * Two texts of YAML without that which edits of these paths may change: the characters of the values, and the lines of keys that only one text has.
 * All that is left has to be the same, byte for byte.
 */
export function untouchedTexts(
  before: string,
  after: string,
  paths: readonly ValuePath[],
): { readonly before: string; readonly after: string } {
  const texts = [before, after].map((text) => (text.endsWith('\n') ? text : `${text}\n`))
  const [old = '', fresh = ''] = texts
  const [one, other] = [placesIn(old), placesIn(fresh)]
  const spans = paths.map((path) => {
    const ways = [one(path), other(path)] as const
    return { old: spanOf(path, ...ways), fresh: spanOf(path, ways[1], ways[0]) }
  })
  return {
    before: without(
      old,
      spans.map((span) => span.old),
    ),
    after: without(
      fresh,
      spans.map((span) => span.fresh),
    ),
  }
}

/** The places on the way to a path, as far as the text has it. */
function placesIn(text: string): (path: ValuePath) => readonly NodeText[] {
  const { contents } = parseDocument(text, { uniqueKeys: false, merge: true, strict: false })
  const whole = { from: 0, to: text.length }
  return (path) => {
    const places: NodeText[] = [{ node: contents, lines: whole, value: whole }]
    for (const key of path) {
      const place = childOf(text, places.at(-1)?.node ?? null, key)
      if (place === undefined) break
      places.push(place)
    }
    return places
  }
}

function childOf(text: string, parent: Node | null, key: string | number): NodeText | undefined {
  if (isMap(parent)) {
    const pair = parent.items.findLast((one) => keyOf(one) === String(key))
    if (pair === undefined) return undefined
    const [start = 0, end = 0] = (pair.key as Node).range ?? []
    return placeOf(text, pair.value as Node | null, start, text.indexOf(':', end) + 1)
  }
  const item = isSeq(parent) ? (parent.items[Number(key)] as Node | undefined) : undefined
  const start = item?.range?.[0] ?? 0
  return item === undefined ? undefined : placeOf(text, item, start, start)
}

function placeOf(text: string, node: Node | null, start: number, gap: number): NodeText {
  const [first = gap, last = gap] = node?.range ?? []
  const isWritten = node !== null && last > first && last > gap
  let to = isWritten ? last : gap
  const from = text.lastIndexOf('\n', start - 1) + 1
  const isLineOver = to > gap && text[to - 1] === '\n'
  const lines = { from, to: isLineOver ? to : text.indexOf('\n', to) + 1 }
  // The end of the line is no part of a value that fills lines.
  if (isLineOver) to -= text[to - 2] === '\r' ? 2 : 1
  return { node, lines, value: { from: gap, to } }
}

/** The part of one text that an edit of a path may have changed, by how far both have the path. */
function spanOf(path: ValuePath, own: readonly NodeText[], others: readonly NodeText[]): Span {
  const nothing = { from: 0, to: 0 }
  const depth = Math.min(own.length, others.length)
  const [mine, theirs] = [own[depth - 1], others[depth - 1]]
  if (depth - 1 === path.length) return mine?.value ?? nothing
  if (isOpen(mine) && isOpen(theirs)) return own[depth]?.lines ?? nothing
  return mine?.value ?? nothing
}

/** Whether keys can be added to it as lines of their own. A text without any value can take them. */
function isOpen(place: NodeText | undefined): boolean {
  const node = place?.node ?? null
  if (place?.lines.from === 0 && (node === null || (isScalar(node) && node.value === null)))
    return place.value.from === 0
  return isCollection(node) && node.flow !== true && node.items.length > 0
}

function without(text: string, spans: readonly Span[]): string {
  let [left, at] = ['', 0]
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from > at) left += text.slice(at, from)
    at = Math.max(at, to)
  }
  return left + text.slice(at)
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? (key.source ?? String(key.value)) : ''
}
