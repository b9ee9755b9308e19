import { compareStrings } from '../formats/go-string.ts'
import { isJsonList, isJsonObject, type Json } from './json.ts'

/** A text that two values share exactly where `equalJson` holds, to find values in a map or a set. */
export function identityOf(value: Json | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number')
    return Number.isInteger(value) ? BigInt(value).toString() : String(value)
  if (typeof value === 'bigint') return value.toString()
  if (isJsonList(value)) return `[${value.map(identityOf).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => compareStrings(a, b))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${identityOf(inner)}`).join(',')}}`
}

/** The values without repeats, the first of each kept. */
export function uniqueJson<Value extends Json>(values: readonly Value[]): readonly Value[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const identity = identityOf(value)
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
}

/** The values that are not among others. */
export function withoutJson(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const unwanted = new Set(others.map(identityOf))
  return values.filter((value) => !unwanted.has(identityOf(value)))
}

/** The first item for each value of a field. */
export function indexByField<Item extends Json>(
  items: readonly Item[],
  fieldIn: (item: Item) => Json | undefined,
): Map<string, number> {
  const places = new Map<string, number>()
  for (const [at, item] of items.entries()) {
    const identity = identityOf(fieldIn(item))
    if (!places.has(identity)) places.set(identity, at)
  }
  return places
}
