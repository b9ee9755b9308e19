import { mapType, TypedList, TypedMap, type Value } from '../../../formats/value.ts'
import { allocatedBytes } from '../allocation.ts'

// Go's slices have room behind their elements, and Sprig's slice lets templates see it: the first four
// of a list of three are those and a nil when the list was made by appending, and an error when it was
// made at its length. So lists remember how much room they would have in Go (1.26, 64 bits).

interface Room {
  /** The elements of the list that this one was cut from, or its own. */
  readonly behind: readonly Value[]
  /** Where in them this list starts. */
  readonly start: number
  readonly capacity: number
}

const rooms = new WeakMap<readonly Value[], Room>()

/** Marks a new list as made at its length: it has no room. */
export function withoutRoom<Items extends readonly Value[]>(items: Items): Items {
  return Object.preventExtensions(items)
}

/** Marks a new list as having this capacity. */
export function withCapacity<Items extends readonly Value[]>(
  items: Items,
  capacity: number,
): Items {
  // A mark costs less than an entry.
  if (capacity === items.length) return withoutRoom(items)
  rooms.set(items, { behind: items, start: 0, capacity })
  return items
}

/** Marks a new list as made by appending one by one to an empty list of this capacity. */
export function asAppendedTo<Items extends readonly Value[]>(
  items: Items,
  capacity: number,
): Items {
  return withCapacity(items, appendedCapacity(items.length, 'pointers', capacity))
}

/** Marks a new list as made by appending its last element to a full list. */
export function asAppended<Items extends readonly Value[]>(items: Items): Items {
  const capacity = grownCapacity(items.length - 1, 1)
  return capacity === appendedCapacity(items.length) ? items : withCapacity(items, capacity)
}

/** Marks a new list as a copy made with the capacity of another. */
export function withCapacityOf<Items extends readonly Value[]>(items: Items, other: Value): Items {
  const original = other instanceof TypedList ? (other.items ?? []) : (other as readonly Value[])
  const room = rooms.get(original)
  if (room !== undefined) return withCapacity(items, room.capacity)
  return Object.isExtensible(original) ? items : withoutRoom(items)
}

/** The part of a list from one place to another, which may be beyond its end; undefined beyond its room. */
export function cutList(
  list: readonly Value[] | TypedList,
  from: bigint,
  to: bigint,
): readonly Value[] | undefined {
  const { behind, start, capacity } = roomOf(list)
  if (from < 0n || to < from || to > BigInt(capacity)) return undefined
  const [first, last] = [start + Number(from), start + Number(to)]
  const part = behind.slice(first, last)
  while (part.length < last - first) part.push(zeroOf(list))
  rooms.set(part, { behind, start: first, capacity: capacity - Number(from) })
  return part
}

/** The capacity after appending `added` elements at once to a full list of that length. */
export function grownCapacity(
  length: number,
  added: number,
  type: ElementSize = 'pointers',
): number {
  const { bytes, hasPointers } = elementSizes[type]
  if (added === 1 && length <= shortLength) return Math.max(1, 2 * length)
  return Math.floor(
    allocatedBytes(wantedCapacity(length, length + added) * bytes, hasPointers) / bytes,
  )
}

/** The capacity after appending so many elements one by one to nothing, or to an empty list with room. */
export function appendedCapacity(
  length: number,
  type: ElementSize = 'pointers',
  initial = 0,
): number {
  let capacity = initial
  while (capacity < length) capacity = grownCapacity(capacity, 1, type)
  return capacity
}

/** Up to here doubling meets a size class exactly. */
const shortLength = 16

type ElementSize = keyof typeof elementSizes

/** Interfaces and strings are two words with pointers, maps one, ints one without. */
const elementSizes = {
  pointers: { bytes: 16, hasPointers: true },
  maps: { bytes: 8, hasPointers: true },
  words: { bytes: 8, hasPointers: false },
} as const

/** The tables of TOML, which its reader appends to an empty list with room. */
const tablesType = '[]map[string]interface {}'
const tablesCapacity = 4

function roomOf(list: readonly Value[] | TypedList): Room {
  const items = list instanceof TypedList ? (list.items ?? []) : list
  const known = rooms.get(items)
  if (known !== undefined) return known
  return { behind: items, start: 0, capacity: usualCapacity(list, items) }
}

/** Decoders and most functions append one by one; lists of strings are mostly made at their length. */
function usualCapacity(list: Value, items: readonly Value[]): number {
  if (!Object.isExtensible(items)) return items.length
  if (!(list instanceof TypedList)) return appendedCapacity(items.length)
  if (list.type === '[]int') return appendedCapacity(items.length, 'words')
  return list.type === tablesType
    ? appendedCapacity(items.length, 'maps', tablesCapacity)
    : items.length
}

function zeroOf(list: Value): Value {
  if (!(list instanceof TypedList)) return null
  if (list.type === tablesType) return new TypedMap(mapType, undefined)
  return list.type === '[]int' ? 0n : ''
}

/** Up to this length a list doubles, beyond it grows ever less, down to a quarter. */
const doublingLength = 256

function wantedCapacity(capacity: number, length: number): number {
  if (length > 2 * capacity) return length
  if (capacity < doublingLength) return 2 * capacity
  let wanted = capacity
  while (wanted < length) wanted += Math.floor((wanted + 3 * doublingLength) / 4)
  return wanted
}
