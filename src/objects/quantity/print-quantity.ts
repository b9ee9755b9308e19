import { binarySuffixes, decimalSuffixes } from './parse-quantity.ts'
import { nano, type Quantity, type QuantityFormat } from './quantity.ts'

/** A quantity as Kubernetes prints it. */
export function printQuantity(quantity: Quantity): string {
  return quantity.text ?? canonicalQuantity(quantity)
}

// The canonical form: no fraction, the largest suffix that leaves no digits out.
function canonicalQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0'
  const isWhole = nanos % nano === 0n
  const isSmall = nanos > -1024n * nano && nanos < 1024n * nano
  if (format === 'BinarySI' && isWhole && !isSmall) return printBinary(nanos / nano)
  return printDecimal(nanos, format === 'BinarySI' ? 'DecimalSI' : format)
}

function printBinary(value: bigint): string {
  const { left, times } = strip(value, 1024n)
  return `${left}${nameOf(binarySuffixes, times * 10)}`
}

function printDecimal(nanos: bigint, format: Exclude<QuantityFormat, 'BinarySI'>): string {
  const { left, times } = strip(nanos, 10n)
  const exponent = times - 9
  // Suffixes exist for every third power.
  const extra = ((exponent % 3) + 3) % 3
  const number = left * 10n ** BigInt(extra)
  const power = exponent - extra
  if (format === 'DecimalSI') return `${number}${nameOf(decimalSuffixes, power)}`
  return power === 0 ? `${number}` : `${number}e${power}`
}

function strip(value: bigint, factor: bigint): { readonly left: bigint; readonly times: number } {
  let left = value
  let times = 0
  while (left % factor === 0n) {
    left /= factor
    times++
  }
  return { left, times }
}

// Beyond the largest suffix Kubernetes prints none.
function nameOf(suffixes: ReadonlyMap<string, number>, exponent: number): string {
  for (const [name, power] of suffixes) if (power === exponent) return name
  return ''
}
