import { TypedList, type Value } from '../../../formats/value.ts'
import { badLength } from '../go-panic.ts'
import { withoutRoom } from './list-capacity.ts'

/** Lists of `size` elements, the last one with what is left. Odd sizes fall out as in Sprig's arithmetic. */
export function chunkList(items: readonly Value[], size: number): TypedList {
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
