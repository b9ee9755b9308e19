import { Sized, TypedList, type Value } from '../../../formats/value.ts'
import { parseInt64 } from '../../../formats/parse-number.ts'
import { formatValue } from '../../fmt/sprint.ts'
import type { CallScope, FuncMap, TemplateFunc } from '../../func.ts'
import { toFloat64, toInt64 } from './cast.ts'
import { spendItems } from '../cost.ts'
import { define, defineVariadic } from '../define.ts'
import { runtimeError } from '../go-panic.ts'
import { roundFloat } from './round.ts'

const biggest = defineVariadic(['interface {}'], 'interface {}', ([first], rest) =>
  int64(rest.map(toInt64).reduce((a, b) => (b > a ? b : a), toInt64(first))),
)

/** Whole numbers of 64 bits, which wrap around as Go's do, and rounding. */
export const mathFunctions: FuncMap = {
  int: define(['interface {}'], ([value]) => toInt64(value)),
  int64: define(['interface {}'], ([value]) => int64(toInt64(value))),
  float64: define(['interface {}'], ([value]) => toFloat64(value)),
  // Beyond the range Atoi gives the nearest number beside the error that Sprig drops.
  atoi: define(['string'], ([text]) => parseInt64(text, 10).value),
  toDecimal: define(['interface {}'], ([value], { spend }) => int64(readOctal(value, spend))),
  add: defineVariadic([], 'interface {}', (_, values) =>
    int64(values.map(toInt64).reduce((a, b) => a + b, 0n)),
  ),
  add1: define(['interface {}'], ([value]) => int64(toInt64(value) + 1n)),
  sub: binary((a, b) => a - b),
  mul: defineVariadic(['interface {}'], 'interface {}', ([first], rest) =>
    int64(rest.map(toInt64).reduce((a, b) => BigInt.asIntN(64, a * b), toInt64(first))),
  ),
  div: binary((a, b) => a / nonZero(b)),
  mod: binary((a, b) => a % nonZero(b)),
  max: biggest,
  biggest,
  min: defineVariadic(['interface {}'], 'interface {}', ([first], rest) =>
    int64(rest.map(toInt64).reduce((a, b) => (b < a ? b : a), toInt64(first))),
  ),
  floor: define(['interface {}'], ([value]) => Math.floor(toFloat64(value))),
  ceil: define(['interface {}'], ([value]) => Math.ceil(toFloat64(value))),
  round: defineVariadic(['interface {}', 'int'], 'float64', ([value, places], [roundOn]) =>
    roundFloat(toFloat64(value), Number(places), roundOn ?? 0.5),
  ),
  until: define(['int'], ([count], scope) =>
    intList(steps(0n, count, count < 0n ? -1n : 1n, scope)),
  ),
  untilStep: define(['int', 'int', 'int'], ([start, stop, step], scope) =>
    intList(steps(start, stop, step, scope)),
  ),
  seq: defineVariadic([], 'int', (_, numbers, scope) => sequence(numbers, scope).join(' ')),
}

function int64(value: bigint): Sized {
  return new Sized('int64', BigInt.asIntN(64, value))
}

function binary(operate: (a: bigint, b: bigint) => bigint): TemplateFunc {
  return define(['interface {}', 'interface {}'], ([a, b]) =>
    int64(operate(toInt64(a), toInt64(b))),
  )
}

function nonZero(divisor: bigint): bigint {
  if (divisor === 0n) throw runtimeError('integer divide by zero')
  return divisor
}

function readOctal(value: Value, spend: (steps: number) => void): bigint {
  const parsed = parseInt64(formatValue(value, spend), 8)
  return parsed.ok ? parsed.value : 0n
}

function intList(numbers: readonly bigint[]): TypedList {
  return new TypedList('[]int', numbers)
}

/** The numbers from `start` to before `stop`; none when `step` leads away from it. */
function steps(start: bigint, stop: bigint, step: bigint, scope: CallScope): readonly bigint[] {
  const distance = stop - start
  if (step === 0n || distance === 0n || distance < 0n !== step < 0n) return []
  spendItems(scope, Math.ceil(Number(distance) / Number(step)))
  const numbers: bigint[] = []
  for (let at = start; step < 0n ? at > stop : at < stop; at += step) numbers.push(at)
  return numbers
}

/** `seq last`, `seq first last`, `seq first step last`, both ends included, as the shell's seq. */
function sequence(numbers: readonly bigint[], scope: CallScope): readonly bigint[] {
  const [one = 1n, two = 1n, three = 1n] = numbers
  switch (numbers.length) {
    case 1:
      return through(1n, one, one < 1n ? -1n : 1n, scope)
    case 2:
      return through(one, two, two < one ? -1n : 1n, scope)
    case 3:
      return through(one, three, two, scope)
    default:
      return []
  }
}

function through(first: bigint, last: bigint, step: bigint, scope: CallScope): readonly bigint[] {
  // A step the wrong way gives nothing at all, not even the first number.
  if (last < first && step > 0n) return []
  return steps(first, BigInt.asIntN(64, last < first ? last - 1n : last + 1n), step, scope)
}
