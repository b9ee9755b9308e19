const small = Array.from({ length: 1024 }, (_, index) => BigInt(index))

/** A Go int; the small ones that indexes are made of come from a table. */
export function smallInteger(value: number): bigint {
  return small[value] ?? BigInt(value)
}
