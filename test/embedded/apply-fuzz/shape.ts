import type { Json, JsonObject } from '../../conformance/kube/row.ts'
import type { Random } from './random.ts'

/** Makes a random value. */
export type Shape = (random: Random) => Json

type Fields = Readonly<Record<string, Shape>>

const shareOfOptional = 0.35

export function one(...values: readonly [Json, ...Json[]]): Shape {
  return (random) => random.pick(values)
}

/** Fields that must be there, and fields that may. */
export function struct(required: Fields, optional: Fields = {}): Shape {
  return (random) => {
    const drawn: Record<string, Json> = {}
    for (const [name, shape] of Object.entries(required)) drawn[name] = shape(random)
    for (const [name, shape] of Object.entries(optional)) {
      if (random.chance(shareOfOptional)) drawn[name] = shape(random)
    }
    return drawn
  }
}

/** Items drawn one by one; those with the same identity as an earlier one are left out. */
export function list(
  item: Shape,
  most = 3,
  identity: (item: Json) => string = JSON.stringify,
): Shape {
  return (random) => {
    const items = Array.from({ length: random.below(most + 1) }, () => item(random))
    const seen = new Set<string>()
    return items.filter((one) => {
      const id = identity(one)
      return seen.has(id) ? false : (seen.add(id), true)
    })
  }
}

/** A list whose items are known by some of their fields; at least one when told so. */
export function keyed(keys: readonly string[], item: Shape, least = 0): Shape {
  const identity = (one: Json) =>
    JSON.stringify(keys.map((key) => (one as JsonObject)[key] ?? null))
  const draw = list(item, 3, identity)
  return (random) => {
    const items = draw(random) as readonly Json[]
    return items.length >= least ? items : [item(random)]
  }
}

/** A map from names to values. */
export function map(names: readonly [string, ...string[]], value: Shape): Shape {
  return (random) =>
    Object.fromEntries(
      Array.from({ length: 1 + random.below(3) }, () => [random.pick(names), value(random)]),
    )
}
