import {
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml'
import { type PlainValue, isPlainMap, writeBlock, writeInline } from './plain-value.ts'

/** The way to a value: keys of mappings, numbers of list items. */
export type ValuePath = readonly (string | number)[]

export type TextEdit = { readonly set: PlainValue } | 'delete'

/** The changed text, or the reason why a person has to change it as text. */
export type EditedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/**
 * Changes one value in a text of YAML by splicing it at the range of its node: comments, order and every other line stay as they are. The result is
 * read again, and an edit that would change anything else is refused.
 */
export function editValuesText(text: string, path: ValuePath, edit: TextEdit): EditedText {
  const document = parse(text)
  const fault = document.errors[0]
  if (fault !== undefined) return refused(firstLine(fault.message))
  const edited =
    edit === 'delete' ? remove(text, document, path) : set(text, document, path, edit.set)
  if (edited === undefined)
    return refused('this part of the text is laid out in a way that only a person can change')
  const after = parse(edited)
  if (after.errors.length > 0 || !isExpected(document, after, path, edit)) {
    return refused('an anchor or a merge makes this value part of another one')
  }
  return { ok: true, text: edited }
}

/** The value of a text, as JSON has it. */
export function readValuesText(text: string): PlainValue | undefined {
  const document = parse(text)
  return document.errors.length > 0 ? undefined : (document.toJS() as PlainValue)
}

/** The first fault of a text; undefined when it can be read. */
export function faultOf(text: string): string | undefined {
  const [fault] = parse(text).errors
  return fault === undefined ? undefined : firstLine(fault.message)
}

type Reading = ReturnType<typeof parseDocument>

const keptReadings = 2
const readings = new Map<string, Reading>()

/** Large texts take long to read, and a key is followed by several questions about the same text: the last readings are kept. Nothing may change them. */
function parse(text: string): Reading {
  const known = readings.get(text)
  if (known !== undefined) return known
  const document = parseDocument(text, { uniqueKeys: false, merge: true, strict: false })
  readings.set(text, document)
  for (const old of [...readings.keys()].slice(0, -keptReadings)) readings.delete(old)
  return document
}

type Parsed = Pick<Document, 'contents' | 'toJS'>

interface EditedSource {
  readonly text: string
  readonly newline: string
}

function set(
  text: string,
  { contents }: Parsed,
  path: ValuePath,
  value: PlainValue,
): string | undefined {
  const place = { text, newline: text.includes('\r\n') ? '\r\n' : '\n' }
  if (path.length === 0) return undefined
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return appendLines(place, text.length, nested(path, value), 0)
  }
  return setIn(place, contents, path, value)
}

function setIn(
  place: EditedSource,
  node: Node,
  path: ValuePath,
  value: PlainValue,
): string | undefined {
  const [key = '', ...rest] = path
  if (isMap(node)) {
    const pair = node.items.findLast((one) => keyText(one) === String(key))
    if (pair === undefined) return insertPair(place, node, nested(path, value))
    return setChild(place, childOf(place, node, pair), rest, value)
  }
  if (!isSeq(node) || typeof key !== 'number') return undefined
  const item = node.items[key] as Node | undefined
  if (item === undefined) return insertItem(place, node, nestedValue(rest, value))
  const column = columnOf(place.text, item.range?.[0] ?? 0)
  return setChild(
    place,
    { node: item, isFlow: node.flow === true, indent: column - 2 },
    rest,
    value,
  )
}

interface Child {
  readonly node: Node
  readonly isFlow: boolean
  /** The column of the key or dash that it belongs to. */
  readonly indent: number
  /** Where a value goes that is not written yet. */
  readonly gap?: number
}

function childOf(place: EditedSource, parent: YAMLMap, pair: Pair): Child {
  const start = (pair.key as Node).range?.[0] ?? 0
  const end = (pair.key as Node).range?.[1] ?? 0
  const indent = columnOf(place.text, start)
  const colon = place.text.indexOf(':', end) + 1
  return { node: pair.value as Node, isFlow: parent.flow === true, indent, gap: colon }
}

function setChild(
  place: EditedSource,
  child: Child,
  rest: ValuePath,
  value: PlainValue,
): string | undefined {
  const { node } = child
  if (node === null || ('anchor' in node && node.anchor !== undefined)) return undefined
  if (rest.length === 0) return replaceValue(place, child, value)
  const isEmptyFlow = isCollection(node) && node.flow === true && node.items.length === 0
  if (isCollection(node) && !isEmptyFlow) return setIn(place, node, rest, value)
  const isNothing = isScalar(node) && node.value === null
  if (!isNothing && !isEmptyFlow) return undefined
  return replaceValue(place, child, nestedValue(rest, value))
}

/** Puts a value in the place of the old one. The rest of the line, such as a comment, stays. */
function replaceValue(place: EditedSource, child: Child, value: PlainValue): string | undefined {
  const { node, isFlow, indent, gap } = child
  const { text, newline } = place
  const [start = 0, end = 0] = node.range ?? []
  if (isFlow) return splice(text, start, end, writeInline(value))
  const isBlockCollection = isCollection(node) && node.flow !== true
  const style = isScalar(node) ? node.type : undefined
  const isInline = !isLarge(value)
  if (isBlockCollection) {
    if (gap === undefined) return undefined
    const from = lineEnd(text, gap)
    const body = isInline ? undefined : writeBlock(value, indent + 2).join(newline) + newline
    if (body === undefined) {
      const kept = splice(text, from, contentEnd(text, node), newline)
      return splice(kept, gap, gap, ` ${writeInline(value)}`)
    }
    return splice(text, from + newline.length, contentEnd(text, node), body)
  }
  if (isInline) {
    const literal = writeInline(value, typeof style === 'string' ? style : 'PLAIN')
    // A value that is not written yet goes behind its colon; a block of text ends with its own line.
    if (start === end) return splice(text, gap ?? start, gap ?? start, ` ${literal}`)
    const wasBlock = style === 'BLOCK_LITERAL' || style === 'BLOCK_FOLDED'
    return splice(text, start, end, wasBlock ? literal + newline : literal)
  }
  if (gap === undefined) {
    // An empty mapping or list of a list begins beside its dash.
    const body = writeBlock(value, indent + 2)
      .join(newline)
      .trimStart()
    return isCollection(node) ? splice(text, start, end, body) : undefined
  }
  const lines = newline + writeBlock(value, indent + 2).join(newline)
  const rest = text.slice(Math.max(end, gap), lineEnd(text, Math.max(end, gap)))
  // The comment of the line stays behind the key.
  const line = text.slice(0, gap) + rest.trimEnd().replace(/^(?=\S)/, ' ')
  return line + lines + text.slice(lineEnd(text, Math.max(end, gap)))
}

function insertPair(place: EditedSource, map: YAMLMap, value: PlainValue): string | undefined {
  if (!isPlainMap(value)) return undefined
  const { text } = place
  if (map.flow === true) return insertFlow(text, map, writeInline(value).slice(1, -1))
  const first = map.items[0]
  const indent = columnOf(text, (first?.key as Node | undefined)?.range?.[0] ?? 0)
  return appendLines(place, contentEnd(text, map), value, indent)
}

function insertItem(place: EditedSource, list: YAMLSeq, value: PlainValue): string | undefined {
  const { text } = place
  if (list.flow === true) return insertFlow(text, list, writeInline(value))
  const indent = columnOf(text, list.range?.[0] ?? 0)
  return appendLines(place, contentEnd(text, list), [value], indent)
}

function insertFlow(text: string, node: YAMLMap | YAMLSeq, words: string): string | undefined {
  const [start = 0, end = 0] = node.range ?? []
  const last = node.items.at(-1) as Node | Pair | undefined
  if (last === undefined) return splice(text, start + 1, end - 1, words)
  const node2 = ('value' in last && 'key' in last ? (last.value ?? last.key) : last) as Node
  const at = node2.range?.[1] ?? end - 1
  return splice(text, at, at, `, ${words}`)
}

/** Writes lines behind everything that belongs to a mapping or list. */
function appendLines(
  { text, newline }: EditedSource,
  at: number,
  value: PlainValue,
  indent: number,
): string {
  const before = text.slice(0, at)
  const gap = before === '' || before.endsWith('\n') ? '' : newline
  const lines = writeBlock(value, indent).join(newline) + newline
  return before + gap + lines + text.slice(at)
}

function remove(text: string, { contents }: Parsed, path: ValuePath): string | undefined {
  const parents: Node[] = []
  let node = contents as Node | null | undefined
  for (const key of path) {
    if (!isCollection(node)) return text
    parents.push(node)
    node = node.get(key, true) as Node | undefined
    if (node === undefined && !hasKey(parents.at(-1), key)) return text
  }
  // A mapping whose last key goes would read as null, which takes defaults away: it goes as well.
  let depth = path.length - 1
  while (
    depth > 0 &&
    isMap(parents[depth]) &&
    isMap(parents[depth - 1]) &&
    sizeOf(parents[depth]) === 1
  )
    depth--
  const parent = parents[depth]
  const key = path[depth] ?? ''
  if (isSeq(parent) && parent.items.length === 1 && depth > 0) {
    const above = path.slice(0, depth)
    return set(text, { contents, toJS: () => undefined }, above, [])
  }
  return isCollection(parent) ? cut(text, parent, key) : undefined
}

function hasKey(node: Node | undefined, key: string | number): boolean {
  return isMap(node) && node.items.some((pair) => keyText(pair) === String(key))
}

function sizeOf(node: Node | undefined): number {
  return isCollection(node) ? node.items.length : 0
}

function cut(
  text: string,
  parent: YAMLMap | YAMLSeq | Node,
  key: string | number,
): string | undefined {
  if (!isCollection(parent)) return undefined
  const items = parent.items as (Pair | Node)[]
  const at = isSeq(parent)
    ? Number(key)
    : items.findLastIndex((pair) => keyText(pair as Pair) === String(key))
  const item = items[at]
  if (item === undefined) return text
  const [start, end] = spanOf(item)
  if (parent.flow === true) {
    const next = items[at + 1]
    if (next !== undefined) return splice(text, start, spanOf(next)[0], '')
    const previous = items[at - 1]
    return splice(text, previous === undefined ? start : spanOf(previous)[1], end, '')
  }
  const line = text.lastIndexOf('\n', start - 1) + 1
  const head = text.slice(line, start)
  const stop = Math.max(lineStartAfter(text, end), end)
  // The first key of a list item shares its line with the dash.
  if (isMap(parent) && /^\s*-\s+(?:-\s+)*$/.test(head)) {
    const next = items[at + 1]
    return next === undefined ? undefined : splice(text, start, spanOf(next)[0], '')
  }
  return splice(text, line, stop, '')
}

function spanOf(item: Pair | Node): readonly [number, number] {
  if ('key' in item) {
    const key = item.key as Node
    const value = item.value as Node | null
    return [key.range?.[0] ?? 0, value?.range?.[1] ?? key.range?.[1] ?? 0]
  }
  return [item.range?.[0] ?? 0, item.range?.[1] ?? 0]
}

/** Whether the new text differs from the old one in the one value and nowhere else. */
function isExpected(before: Parsed, after: Parsed, path: ValuePath, edit: TextEdit): boolean {
  const expected = structuredClone(before.toJS() as PlainValue) ?? {}
  const found = (after.toJS() as PlainValue) ?? {}
  return JSON.stringify(editedValue(expected, path, edit)) === JSON.stringify(found)
}

/** A value with an edit, for one that is in no text yet. */
export function editedValue(value: PlainValue, path: ValuePath, edit: TextEdit): PlainValue {
  return edit === 'delete' ? without(value, path) : withValue(value, path, edit.set)
}

function withValue(value: PlainValue, path: ValuePath, leaf: PlainValue): PlainValue {
  const [key, ...rest] = path
  if (key === undefined) return leaf
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? value : []
    return key < list.length
      ? list.with(key, withValue(list[key] ?? null, rest, leaf))
      : [...list, withValue(null, rest, leaf)]
  }
  const map = isPlainMap(value) ? value : {}
  return { ...map, [key]: withValue(map[key] ?? null, rest, leaf) }
}

function without(value: PlainValue, path: ValuePath): PlainValue {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(value)) {
    const at = Number(key)
    return rest.length === 0
      ? value.filter((_, index) => index !== at)
      : value.with(at, without(value[at] ?? null, rest))
  }
  if (!isPlainMap(value) || !(key in value)) return value
  const { [key]: child, ...others } = value
  if (rest.length === 0) return others
  const left = without(child ?? null, rest)
  const isGone = isPlainMap(left) && Object.keys(left).length === 0
  return isGone && isPlainMap(child) && Object.keys(child).length > 0
    ? others
    : { ...value, [key]: left }
}

function nested([key = '', ...rest]: ValuePath, value: PlainValue): PlainValue {
  return typeof key === 'number' ? [nestedValue(rest, value)] : { [key]: nestedValue(rest, value) }
}

function nestedValue(path: ValuePath, value: PlainValue): PlainValue {
  return path.length === 0 ? value : nested(path, value)
}

function keyText({ key }: Pair): string {
  if (isScalar(key)) return key.source ?? String(key.value)
  return isAlias(key) ? `*${key.source}` : ''
}

/** Whether a value is written over several lines. */
function isLarge(value: PlainValue): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isPlainMap(value) && Object.keys(value).length > 0
}

function contentEnd(text: string, node: Node): number {
  const nothing = lastKeyWithoutValue(node)
  if (nothing !== undefined) return endOfComments(text, nothing)
  const end = node.range?.[1] ?? text.length
  // Behind a comment the parser counts the indentation of the next line, too.
  const start = text.lastIndexOf('\n', end - 1) + 1
  return text.slice(start, end).trim() === '' ? start : lineStartAfter(text, end)
}

/** The last key in a mapping or list if it has no value: the parser places that behind all comments that follow. */
function lastKeyWithoutValue(node: unknown): Node | undefined {
  if (!isCollection(node) || node.flow === true) return undefined
  const last = node.items.at(-1) as Pair | Node | undefined
  if (last === undefined || !('key' in last)) return lastKeyWithoutValue(last)
  const [start, end] = (last.value as Node | null)?.range ?? []
  return start === end ? (last.key as Node) : lastKeyWithoutValue(last.value)
}

/** The line after a key and the comments below it that are not further left. */
function endOfComments(text: string, key: Node): number {
  const [start = 0, end = 0] = key.range ?? []
  const comments = new RegExp(`(?: {${columnOf(text, start)},}#.*(?:\\n|$))*`, 'y')
  comments.lastIndex = lineStartAfter(text, end)
  return comments.lastIndex + (comments.exec(text)?.[0].length ?? 0)
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  if (found === -1) return text.length
  return text[found - 1] === '\r' ? found - 1 : found
}

/** The start of the next line; the same place when it is a start already. */
function lineStartAfter(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at
  const found = text.indexOf('\n', at)
  return found === -1 ? text.length : found + 1
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1)
}

function splice(text: string, start: number, end: number, words: string): string {
  return text.slice(0, start) + words + text.slice(end)
}

function refused(problem: string): EditedText {
  return { ok: false, problem }
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.replace(/:$/, '') ?? text
}
