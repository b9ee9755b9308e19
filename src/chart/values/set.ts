import { numberErrorText, parseInt64 } from '../../formats/parse-number.ts'
import { quote, quoteRune } from '../../formats/quote.ts'
import { Sized, typeOf, type Value } from '../../formats/value.ts'
import { withCapacityOf, withoutRoom } from '../../template/functions/lists/list-capacity.ts'
import type { Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { RuneReader } from './rune-reader.ts'
import { isTable } from './table.ts'

/**
 * How the right side of an assignment is read: `typed` for --set, `string` for --set-string, `literal`
 * for --set-literal, `json` for --set-json, and a function for --set-file.
 */
export type SetMode =
  | { readonly kind: 'typed' | 'string' | 'literal' }
  | { readonly kind: 'json'; readonly decode: DecodeJson }
  | { readonly kind: 'file'; readonly read: (path: string) => string }

/** Decodes the JSON value at the start of a text and says where it ends. */
export type DecodeJson = (text: string) => { readonly value: Value; readonly end: number }

const maxIndex = 65_536
const maxNesting = 30

/** Carries out a line of assignments such as `a.b[0]=1,c={x,y}` on a table. */
export function assignSet(line: string, table: Table, mode: SetMode): void {
  const parse: Parse = { input: new RuneReader(line), mode }
  while (assignKey(parse, table, 0) === 'more');
}

interface Parse {
  readonly input: RuneReader
  readonly mode: SetMode
}

/** Whether the line goes on after an assignment. */
type Progress = 'more' | 'end'

function assignKey(parse: Parse, table: Table, nesting: number): Progress {
  const isLiteral = parse.mode.kind === 'literal'
  const { text: key, stop } = parse.input.readUntil(isLiteral ? '=[.' : '=[,.', !isLiteral)
  switch (stop) {
    case '=':
      return assignValue(parse, table, key)
    case '[':
      return assignIndex(parse, table, { key, nesting })
    case '.':
      return assignNested(parse, table, { key, nesting: nesting + 1 })
    case ',':
      return fail(`key ${quote(key)} has no value (cannot end with ,)`)
    default:
      return key === '' ? 'end' : fail(`key ${quote(key)} has no value`)
  }
}

function assignValue(parse: Parse, table: Table, key: string): Progress {
  const { value, progress } = readValue(parse)
  put(table, key, value)
  return progress
}

interface Step {
  readonly key: string
  readonly nesting: number
}

function assignNested(parse: Parse, table: Table, { key, nesting }: Step): Progress {
  if (nesting > maxNesting) {
    return fail(
      `value name nested level is greater than maximum supported nested level of ${maxNesting}`,
    )
  }
  const inner = table.has(key) ? tableOrFail(table.get(key)) : new Map<string, Value>()
  const progress = assignKey(parse, inner, nesting)
  if (inner.size > 0) put(table, key, inner)
  else if (progress === 'more') return fail(`key map ${quote(key)} has no value`)
  return progress
}

function assignIndex(parse: Parse, table: Table, { key, nesting }: Step): Progress {
  const index = readIndex(parse)
  if (index === undefined) return 'end'
  const list = table.has(key) ? listOrFail(table.get(key)) : []
  const item = assignItem(parse, list, { index, nesting })
  put(table, key, item.list)
  return item.progress
}

interface ItemStep {
  readonly index: number
  readonly nesting: number
}

interface Item {
  readonly list: readonly Value[]
  readonly progress: Progress
}

function assignItem(parse: Parse, list: readonly Value[], { index, nesting }: ItemStep): Item {
  if (index < 0) return fail(`negative ${index} index not allowed`)
  const { text, stop } = parse.input.readUntil('[.=', parse.mode.kind !== 'literal')
  if (text !== '') return fail(`unexpected data at end of array index: [${quoteRunes(text)}]`)
  if (stop === undefined) return { list, progress: 'end' }
  if (stop === '=') {
    const { value } = readValue(parse)
    return { list: withItem(list, index, value), progress: 'more' }
  }
  const existing = list[index]
  if (stop === '[') {
    const next = readIndex(parse)
    if (next === undefined) return { list, progress: 'end' }
    const inner = existing === null || existing === undefined ? [] : listOrFail(existing)
    const item = assignItem(parse, inner, { index: next, nesting })
    if (item.progress === 'end') return { list, progress: 'end' }
    return { list: withItem(list, index, item.list), progress: 'more' }
  }
  const inner = isTable(existing) ? existing : new Map<string, Value>()
  const progress = assignKey(parse, inner, nesting)
  // Helm drops a new item when the line ends inside it (`a[0].b=`), but not one that was there before.
  if (progress === 'end' && index >= list.length) return { list, progress }
  return { list: withItem(list, index, inner), progress }
}

/** The number before `]`; undefined when the line ends first, which Helm takes for the end of all. */
function readIndex(parse: Parse): number | undefined {
  const { text, stop } = parse.input.readUntil(']', parse.mode.kind !== 'literal')
  if (stop === undefined) return undefined
  const parsed = parseInt64(text, 10)
  if (!parsed.ok) return fail(`error parsing index: ${numberErrorText('Atoi', text, parsed.fault)}`)
  return Number(parsed.value)
}

function readValue(parse: Parse): { value: Value; progress: Progress } {
  const { input, mode } = parse
  switch (mode.kind) {
    case 'literal':
      return { value: input.readUntil('', false).text, progress: 'more' }
    case 'json':
      return { value: readJson(input, mode.decode), progress: 'more' }
    default: {
      if (input.peek() === undefined) return { value: '', progress: 'end' }
      if (input.peek() !== '{') {
        return { value: convert(input.readUntil(',', true).text, mode), progress: 'more' }
      }
      input.next()
      return { value: readList(parse, mode), progress: 'more' }
    }
  }
}

function readList({ input }: Parse, mode: SetMode): Value[] {
  const list: Value[] = []
  for (;;) {
    const { text, stop } = input.readUntil(',}', true)
    if (stop === undefined) return fail("list must terminate with '}'")
    list.push(convert(text, mode))
    if (stop === ',') continue
    if (input.peek() === ',') input.next()
    return list
  }
}

function readJson(input: RuneReader, decode: DecodeJson): Value {
  if (input.skipBlankOrComma()) return null
  const { value, end } = decode(input.rest())
  input.advance(end)
  input.skipBlankOrComma()
  return value
}

function convert(text: string, mode: SetMode): Value {
  if (mode.kind === 'file') return mode.read(text)
  return mode.kind === 'typed' ? typedValue(text) : text
}

function typedValue(text: string): Value {
  switch (text.toLowerCase()) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    case '0':
      return new Sized('int64', 0n)
  }
  if (text.startsWith('0')) return text
  const parsed = parseInt64(text, 10)
  return parsed.ok ? new Sized('int64', parsed.value) : text
}

function put(table: Table, key: string, value: Value): void {
  if (key !== '') table.set(key, value)
}

function withItem(list: readonly Value[], index: number, value: Value): Value[] {
  if (index > maxIndex) {
    return fail(`index of ${index} is greater than maximum supported index of ${maxIndex}`)
  }
  const copy = [...list]
  while (copy.length < index) copy.push(null)
  copy[index] = value
  return index < list.length ? withCapacityOf(copy, list) : withoutRoom(copy)
}

function tableOrFail(value: Value): Table {
  return isTable(value) ? value : failConversion(value, 'map[string]interface {}')
}

function listOrFail(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : failConversion(value, '[]interface {}')
}

function quoteRunes(text: string): string {
  return [...text].map((char) => quoteRune(char.codePointAt(0) ?? 0)).join(' ')
}

// The text of the Go panic that Helm turns into an error here.
function failConversion(value: Value, wanted: string): never {
  const found = value === null || value === undefined ? 'nil' : typeOf(value)
  return fail(`unable to parse key: interface conversion: interface {} is ${found}, not ${wanted}`)
}

function fail(message: string): never {
  throw new ChartError('values', message)
}
