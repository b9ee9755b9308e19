import type { Environment } from '@marcbachmann/cel-js'
import { equalInRules } from '../equal-in-rules.ts'
import type { Meter } from '../meter.ts'

type Sortable = number | bigint | string | boolean | Date
type List = readonly Sortable[]

/** The type of `sets` in a rule; the library tells types apart by their constructors. */
class Sets {
  readonly name = 'sets'
}

/** Kubernetes' functions of lists, and sets. */
export function registerLists(environment: Environment, meter: Meter): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  add('list<T>.isSorted(): bool', (list: List) =>
    list.every((one, at) => at === 0 || !(one < (list[at - 1] ?? one))),
  )
  add('list<int>.sum(): int', (list: readonly bigint[]) => list.reduce((sum, one) => sum + one, 0n))
  add('list<double>.sum(): double', (list: readonly number[]) =>
    list.reduce((sum, one) => sum + one, 0),
  )
  add('list<T>.min(): T', (list: List) => extreme(list, 'min', (a, b) => a < b))
  add('list<T>.max(): T', (list: List) => extreme(list, 'max', (a, b) => a > b))
  add('list<T>.indexOf(T): int', (list: List, wanted: unknown) =>
    BigInt(list.findIndex((one) => equalInRules(one, wanted))),
  )
  add('list<T>.lastIndexOf(T): int', (list: List, wanted: unknown) =>
    BigInt(list.findLastIndex((one) => equalInRules(one, wanted))),
  )
  const holds = (a: List, b: List): boolean => {
    meter.charge(a.length * b.length)
    return b.every((one) => has(a, one))
  }
  environment.registerType('Sets', Sets).registerConstant('sets', 'Sets', new Sets())
  add('Sets.contains(list<T>, list<T>): bool', (_: Sets, a: List, b: List) => holds(a, b))
  add('Sets.equivalent(list<T>, list<T>): bool', (_: Sets, a: List, b: List) => {
    return holds(a, b) && holds(b, a)
  })
  add('Sets.intersects(list<T>, list<T>): bool', (_: Sets, a: List, b: List) => {
    meter.charge(a.length * b.length)
    return a.some((one) => has(b, one))
  })
}

function extreme(
  list: List,
  name: string,
  isBetter: (a: Sortable, b: Sortable) => boolean,
): Sortable {
  const [first] = list
  if (first === undefined) throw new Error(`${name} called on empty list`)
  return list.reduce((best, one) => (isBetter(one, best) ? one : best), first)
}

function has(list: List, wanted: unknown): boolean {
  return list.some((one) => equalInRules(one, wanted))
}
