// Numbers as golang.org/x/text/message prints them for English: digits in groups of three, and a power
// of ten with raised digits from a million on.

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A whole number, as %d. */
export function printInteger(value: number): string {
  return grouped(String(value))
}

/** A float64, as %v. */
export function printFloat(value: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '-∞' : '∞'
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 6) return `${mantissa}×10${raise(exponent)}`
  const [whole = '', fraction] = String(value).split('.')
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`
}

function raise(exponent: number): string {
  const digits = String(Math.abs(exponent)).padStart(2, '0')
  const text = Array.from(digits, (digit) => raised[Number(digit)]).join('')
  return exponent < 0 ? `⁻${text}` : text
}

function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, ',')
}
