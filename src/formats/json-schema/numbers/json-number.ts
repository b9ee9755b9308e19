import { GoObject, Sized, type GoObjectKind, type Value } from '../../value.ts'
import { type Decimal, parseDecimal } from './decimal.ts'

/** A number of a schema as it was written: Go's json.Number. */
export class JsonNumber extends GoObject {
  readonly type = 'json.Number'
  readonly kind: GoObjectKind = 'struct'
  readonly literal: string

  constructor(literal: string) {
    super()
    this.literal = literal
  }

  override text(): string {
    return this.literal
  }
}

/** Values that JSON Schema calls numbers. */
export type NumberValue = number | bigint | Sized | JsonNumber

export function isNumber(value: Value): value is NumberValue {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Sized ||
    value instanceof JsonNumber
  )
}

/** The exact value of what Go prints for a number; undefined where that is too large for big.Rat. */
export function decimalOf(value: NumberValue): Decimal | undefined {
  if (value instanceof JsonNumber) return parseDecimal(value.literal)
  return parseDecimal(String(value instanceof Sized ? value.value : value))
}
