import { TypedList, type Value } from '../../formats/value.ts'
import { toInt64 } from './cast.ts'
import { panic } from './go-panic.ts'

/** Go's list[start:end] with the type of the list; nil for an empty one. */
export function sliceList(list: Value, bounds: readonly Value[]): Value {
  const items =
    list instanceof TypedList ? (list.items ?? []) : (list as readonly Value[] | Uint8Array)
  if (items.length === 0) return null
  const start = bounds.length > 0 ? toInt64(bounds[0]) : 0n
  const end = bounds.length > 1 ? toInt64(bounds[1]) : BigInt(items.length)
  if (start < 0n || end < start || end > BigInt(items.length)) {
    throw panic('reflect.Value.Slice: slice index out of bounds')
  }
  const part = items.slice(Number(start), Number(end))
  return list instanceof TypedList ? new TypedList(list.type, part as readonly Value[]) : part
}
