import { fieldOf, isJsonObject, type Json } from '../../objects/json.ts'
import { parseQuantity } from '../../objects/quantity/parse-quantity.ts'
import { printQuantity } from '../../objects/quantity/print-quantity.ts'
import {
  addQuantities,
  compareQuantities,
  nano,
  type Quantity,
} from '../../objects/quantity/quantity.ts'

/** Amounts by the name of the resource. */
export type ResourceList = ReadonlyMap<string, Quantity>

/** The amounts in a field of an object; what is no amount was refused before. */
export function resourcesIn(value: Json | undefined, field: string): ResourceList {
  const list = fieldOf(value, field)
  if (!isJsonObject(list)) return new Map()
  return new Map(
    Object.entries(list).flatMap(([name, amount]) =>
      amount === undefined || amount === null ? [] : [[name, quantityOf(amount)] as const],
    ),
  )
}

function quantityOf(value: Json): Quantity {
  return parseQuantity(typeof value === 'string' ? value : JSON.stringify(value))
}

/** So many things. */
export function countOf(count: number): Quantity {
  return { nanos: BigInt(count) * nano, format: 'DecimalSI' }
}

/** The sums of both. */
export function addLists(a: ResourceList, b: ResourceList): ResourceList {
  return merge(a, b, addQuantities)
}

/** The larger of both. */
export function largestOf(a: ResourceList, b: ResourceList): ResourceList {
  return merge(a, b, (left, right) => (compareQuantities(left, right) < 0 ? right : left))
}

function merge(
  a: ResourceList,
  b: ResourceList,
  both: (a: Quantity, b: Quantity) => Quantity,
): ResourceList {
  const merged = new Map(a)
  for (const [name, amount] of b) {
    const known = merged.get(name)
    merged.set(name, known === undefined ? amount : both(known, amount))
  }
  return merged
}

/** The list as an object has it. */
export function writeList(list: ResourceList): Record<string, string> {
  return Object.fromEntries([...list].map(([name, amount]) => [name, printQuantity(amount)]))
}

/** The list as a refusal shows it: `cpu=1,pods=2`. */
export function showList(list: ResourceList): string {
  return [...list]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => `${name}=${printQuantity(amount)}`)
    .join(',')
}
