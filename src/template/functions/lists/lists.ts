import { toInt64 } from '../numbers/cast.ts'
import { cutBytes } from '../byte-capacity.ts'
import { compareStrings, joinStrings } from '../../../formats/go-string.ts'
import {
  isList,
  isMap,
  itemsOf,
  listType,
  Sized,
  TypedList,
  typeOf,
  type Value,
} from '../../../formats/value.ts'
import type { CallScope, FuncMap, TemplateFunc } from '../../func.ts'
import { spendItems } from '../cost.ts'
import { deepEqual } from '../dicts/deep-equal.ts'
import { define, defineVariadic } from '../define.ts'
import { nilDereference, panic, badLength } from '../go-panic.ts'
import { isEmpty, kindOf } from '../reflection/kinds.ts'
import { asAppended, grownCapacity, withCapacity, withoutRoom, cutList } from './list-capacity.ts'
import { elementsOf, isGiven, strval, strvals } from '../strval.ts'

const list = defineVariadic([], 'interface {}', (_, values) => withoutRoom(values))
const push = define(['interface {}', 'interface {}'], ([items, item], scope) => {
  const before = itemsFor(items, 'Cannot push on type', scope)
  return asAppended([...before, item])
})
const prepend = define(['interface {}', 'interface {}'], ([items, item], scope) => {
  const after = itemsFor(items, 'Cannot prepend on type', scope)
  return withCapacity([item, ...after], after.length === 0 ? 1 : grownCapacity(1, after.length))
})
const first = onList('first', (items) => items[0] ?? null)
const last = onList('last', (items) => items.at(-1) ?? null)
const rest = onList('rest', (items) => nilWhenEmpty(items) ?? withoutRoom(items.slice(1)))
const initial = onList('initial', (items) => nilWhenEmpty(items) ?? withoutRoom(items.slice(0, -1)))
const reverse = onList('reverse', (items) => withoutRoom(items.toReversed()))
const uniq = onList('uniq', withoutRepeats)
const compact = define(['interface {}'], ([items], scope) =>
  itemsFor(items, 'Cannot compact on type', scope).filter((item) => !isEmpty(item)),
)
const without = defineVariadic(['interface {}'], 'interface {}', ([items], unwanted, scope) => {
  const found = itemsFor(items, 'Cannot find without on type', scope)
  scope.spend(found.length * unwanted.length)
  return found.filter((item) => !unwanted.some((other) => deepEqual(other, item, scope)))
})
const has = define(
  ['interface {}', 'interface {}'],
  ([needle, items], scope) =>
    isGiven(items) &&
    itemsFor(items, 'Cannot find has on type', scope).some((item) =>
      deepEqual(needle, item, scope),
    ),
)
const slice = defineVariadic(['interface {}'], 'interface {}', ([items], bounds, scope) => {
  itemsFor(items, 'list should be type of slice or array but', scope)
  return sliceList(items as readonly Value[], bounds)
})
const chunk = define(['int', 'interface {}'], ([size, items], scope) =>
  chunkList(itemsFor(items, 'Cannot chunk type', scope), Number(size)),
)

/** Functions on lists of every type. The must twins fail with the same texts. */
export const listFunctions: FuncMap = {
  list,
  tuple: list,
  append: push,
  mustAppend: push,
  push,
  mustPush: push,
  prepend,
  mustPrepend: prepend,
  first,
  mustFirst: first,
  last,
  mustLast: last,
  rest,
  mustRest: rest,
  initial,
  mustInitial: initial,
  reverse,
  mustReverse: reverse,
  uniq,
  mustUniq: uniq,
  compact,
  mustCompact: compact,
  without,
  mustWithout: without,
  has,
  mustHas: has,
  slice,
  mustSlice: slice,
  chunk,
  mustChunk: chunk,
  concat: defineVariadic([], 'interface {}', (_, lists, scope) => concatLists(lists, scope)),
  join: define(['string', 'interface {}'], ([separator, items], scope) =>
    joinStrings([strvals(items, scope).join(separator)]),
  ),
  toStrings: define(['interface {}'], ([items], scope) => textList(items, scope)),
  sortAlpha: define(['interface {}'], ([items], scope) => sortTexts(items, scope)),
}

/** The elements of a list; fails as Sprig does, whose texts end in the kind that was found. */
function itemsFor(value: Value, complaint: string, scope: CallScope): readonly Value[] {
  if (!isGiven(value)) throw nilDereference()
  const items = elementsOf(value)
  if (items === undefined) throw panic(`${complaint} ${kindOf(value)}`)
  spendItems(scope, items.length)
  return items
}

function onList(
  name: string,
  answer: (items: readonly Value[], scope: CallScope) => Value,
): TemplateFunc {
  return define(['interface {}'], ([items], scope) =>
    answer(itemsFor(items, `Cannot find ${name} on type`, scope), scope),
  )
}

function nilWhenEmpty(items: readonly Value[]): Value {
  return items.length === 0 ? new TypedList(listType, undefined) : undefined
}

function withoutRepeats(items: readonly Value[], scope: CallScope): readonly Value[] {
  const seen = new Set<Value>()
  const alike = new Map<string, Value[]>()
  return items.filter((item) => {
    // Nil is one value to Go, written in two ways here.
    const plain = item ?? null
    if (typeof plain !== 'object' || plain === null) {
      // NaN is not equal to itself.
      if (seen.has(plain) && !Number.isNaN(plain)) return false
      seen.add(plain)
      return true
    }
    const likeness = likenessOf(plain)
    const others = alike.get(likeness) ?? []
    scope.spend(others.length)
    if (others.some((other) => deepEqual(plain, other, scope))) return false
    alike.set(likeness, others)
    others.push(plain)
    return true
  })
}

const likenessParts = 8

/** A text that equal values share, and most others do not. */
function likenessOf(value: Value, depth = 0): string {
  if (value === null || value === undefined) return 'nil'
  if (typeof value === 'string') return `${value.length} ${value.slice(0, 64)}`
  if (typeof value !== 'object') return String(value)
  const type = typeOf(value)
  if (value instanceof Sized) return `${type} ${value.value}`
  if (depth > 2) return type
  if (isMap(value)) {
    if (value.size > likenessParts) return `${type} ${value.size}`
    const keys = [...value.keys()].toSorted()
    return `${type} ${keys.map((key) => `${key}:${likenessOf(value.get(key), depth + 1)}`).join()}`
  }
  if (!isList(value)) return type
  const items = itemsOf(value)
  const first = items.slice(0, likenessParts).map((item) => likenessOf(item, depth + 1))
  return `${type} ${items.length} ${first.join()}`
}

function concatLists(lists: readonly Value[], scope: CallScope): Value {
  const items = lists.flatMap((part) => {
    const found = isGiven(part) ? elementsOf(part) : undefined
    if (!isGiven(part)) throw nilDereference()
    if (found === undefined) throw panic(`Cannot concat type ${kindOf(part)} as list`)
    spendItems(scope, found.length)
    return found
  })
  return nilWhenEmpty(items) ?? items
}

function sortTexts(value: Value, scope: CallScope): Value {
  if (elementsOf(value) === undefined)
    return new TypedList('[]string', [strval(value, scope.spend)])
  const texts = textList(value, scope)
  chargeSort(itemsOf(texts) as readonly string[], scope)
  // Go sorts a []string where it is, and whoever else has it sees the new order.
  // oxlint-disable-next-line unicorn/no-array-sort
  ;(itemsOf(texts) as string[]).sort(compareStrings)
  return texts
}

/** Characters that one step pays for each time a text is compared. */
const comparedPerStep = 64

function chargeSort(texts: readonly string[], scope: CallScope): void {
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const comparisons = Math.ceil(Math.log2(texts.length + 1))
  scope.spend(comparisons * (texts.length + characters / comparedPerStep))
}

/** The texts of a list; nils leave room where they would have been. */
function textList(value: Value, scope: CallScope): TypedList {
  if (value instanceof TypedList && value.type === '[]string') return value
  const texts = strvals(value, scope)
  return new TypedList('[]string', withCapacity(texts, elementsOf(value)?.length ?? texts.length))
}

/** Lists of `size` elements, the last one with what is left. Odd sizes fall out as in Sprig's arithmetic. */
function chunkList(items: readonly Value[], size: number): TypedList {
  const count = Math.floor((items.length - 1) / size) + 1
  if (!(count >= 0 && count <= items.length + 1)) throw badLength()
  const chunks = Array.from({ length: count }, (_, index) => {
    const left = items.length % size
    const length = index < count - 1 || left === 0 ? size : left
    if (length < 0) throw badLength()
    return withoutRoom(items.slice(index * size, index * size + length))
  })
  return new TypedList('[][]interface {}', chunks)
}

/** Go's list[start:end] with the type of the list; nil for an empty one. */
function sliceList(
  list: readonly Value[] | TypedList | Uint8Array,
  bounds: readonly Value[],
): Value {
  const length = list instanceof TypedList ? (list.items?.length ?? 0) : list.length
  if (length === 0) return null
  const start = bounds.length > 0 ? toInt64(bounds[0]) : 0n
  const end = bounds.length > 1 ? toInt64(bounds[1]) : BigInt(length)
  const part = list instanceof Uint8Array ? cutBytes(list, start, end) : cutList(list, start, end)
  if (part === undefined) throw panic('reflect.Value.Slice: slice index out of bounds')
  return list instanceof TypedList ? new TypedList(list.type, part as readonly Value[]) : part
}
