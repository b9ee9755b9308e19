import type { Value } from '../../../formats/value.ts'
import type { FuncMap, TemplateFunc } from '../../func.ts'
import { toFloat64 } from './cast.ts'
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  toDecimal,
  toFloat,
} from './decimal.ts'
import { define, defineVariadic } from '../define.ts'

/** Floats, calculated as decimals so that 0.1 and 0.2 make 0.3. */
export const floatFunctions: FuncMap = {
  addf: defineVariadic([], 'interface {}', (_, values) => calculate(0, values, addDecimals)),
  add1f: define(['interface {}'], ([value]) => calculate(value, [1n], addDecimals)),
  subf: chain(subtractDecimals),
  mulf: chain(multiplyDecimals),
  divf: chain(divideDecimals),
  maxf: defineVariadic(['interface {}'], 'interface {}', ([first], rest) =>
    rest.map(toFloat64).reduce(largerFloat, toFloat64(first)),
  ),
  minf: defineVariadic(['interface {}'], 'interface {}', ([first], rest) =>
    rest.map(toFloat64).reduce((a, b) => -largerFloat(-a, -b), toFloat64(first)),
  ),
}

type Operation = (a: Decimal, b: Decimal) => Decimal

function chain(operation: Operation): TemplateFunc {
  return defineVariadic(['interface {}'], 'interface {}', ([first], rest, scope) => {
    scope.spend(rest.length)
    return calculate(first, rest, operation)
  })
}

function calculate(first: Value, rest: readonly Value[], operation: Operation): number {
  return toFloat(
    rest.map((value) => toDecimal(toFloat64(value))).reduce(operation, toDecimal(toFloat64(first))),
  )
}

/** Go's math.Max: infinity beats NaN. */
function largerFloat(a: number, b: number): number {
  return a === Infinity || b === Infinity ? Infinity : Math.max(a, b)
}
