import type { Environment } from '@marcbachmann/cel-js'
import { parseQuantity } from '../../../../objects/quantity/parse-quantity.ts'
import {
  addQuantities,
  compareQuantities,
  nano,
  subtractQuantities,
  type Quantity,
} from '../../../../objects/quantity/quantity.ts'

/** The library tells types apart by their constructors. */
class Amount {
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    this.quantity = quantity
  }
}

/** Kubernetes' quantities. */
export function registerQuantities(environment: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  environment.registerType('kubernetes.Quantity', Amount)
  const compare = (a: Amount, b: Amount) => compareQuantities(a.quantity, b.quantity)
  const nanosOf = ({ quantity }: Amount) => quantity.nanos
  environment.registerOperator(
    'kubernetes.Quantity == kubernetes.Quantity',
    (a: Amount, b: Amount) => compare(a, b) === 0,
  )
  add('quantity(string): kubernetes.Quantity', (text: string) => new Amount(parseQuantity(text)))
  add('isQuantity(string): bool', isQuantity)
  const method = (signature: string, handler: (...args: never[]) => unknown) =>
    add(`kubernetes.Quantity.${signature}`, handler)
  method('isGreaterThan(kubernetes.Quantity): bool', (a: Amount, b: Amount) => compare(a, b) > 0)
  method('isLessThan(kubernetes.Quantity): bool', (a: Amount, b: Amount) => compare(a, b) < 0)
  method('compareTo(kubernetes.Quantity): int', (a: Amount, b: Amount) => BigInt(compare(a, b)))
  method('sign(): int', (a: Amount) =>
    BigInt(compareQuantities(a.quantity, { ...a.quantity, nanos: 0n })),
  )
  method('isInteger(): bool', (a: Amount) => nanosOf(a) % nano === 0n)
  method('asApproximateFloat(): double', (a: Amount) => Number(nanosOf(a)) / Number(nano))
  method('asInteger(): int', (a: Amount) => {
    if (nanosOf(a) % nano !== 0n) throw new Error('cannot convert value to integer')
    return nanosOf(a) / nano
  })
  for (const [name, combine] of [
    ['add', addQuantities],
    ['sub', subtractQuantities],
  ] as const) {
    method(`${name}(kubernetes.Quantity): kubernetes.Quantity`, (a: Amount, b: Amount) => {
      return new Amount(combine(a.quantity, b.quantity))
    })
    method(`${name}(int): kubernetes.Quantity`, (a: Amount, b: bigint) => {
      return new Amount(combine(a.quantity, { nanos: b * nano, format: 'DecimalSI' }))
    })
  }
}

function isQuantity(text: string): boolean {
  try {
    parseQuantity(text)
    return true
  } catch {
    return false
  }
}
