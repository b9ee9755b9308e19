import { TypedList, type Value } from '../../../formats/value.ts'
import { cutBytes } from '../byte-capacity.ts'
import { toInt64 } from '../numbers/cast.ts'
import { panic } from '../go-panic.ts'
import { cutList } from './list-capacity.ts'

/** Go's list[start:end] with the type of the list; nil for an empty one. */
export function sliceList(
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
