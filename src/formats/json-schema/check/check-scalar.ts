import { runesOf } from '../../go-string.ts'
import type { Regexp } from '../../regexp.ts'
import { compareDecimals, type Decimal, isMultiple, toFloat } from '../numbers/decimal.ts'
import { singleQuote } from '../display.ts'
import { JsonSchemaError } from '../errors.ts'
import type { Findings } from './findings.ts'
import { decimalOf, type NumberValue } from '../numbers/json-number.ts'
import { printFloat, printInteger } from '../numbers/print-number.ts'
import type { BoundKeyword } from '../schema.ts'

/** Instructions of a regular expression that one step pays for. */
const workPerStep = 32

/** The keywords for strings. */
export function checkText(findings: Findings, text: string): void {
  const { counts, pattern } = findings.frame.schema
  const least = counts.get('minLength') ?? 0
  const most = counts.get('maxLength') ?? Infinity
  if (least > 0 || most < text.length) {
    const length = runesOf(text).length
    if (length < least) {
      findings.report(() => `minLength: got ${printInteger(length)}, want ${printInteger(least)}`)
    }
    if (length > most) {
      findings.report(() => `maxLength: got ${printInteger(length)}, want ${printInteger(most)}`)
    }
  }
  if (pattern === undefined) return
  findings.frame.budget.spend(matchCost(pattern, text))
  if (pattern.matches(text)) return
  findings.report(
    () => `${singleQuote(text)} does not match pattern ${singleQuote(pattern.source)}`,
  )
}

/** The steps that a search for a pattern in a text costs at most. */
export function matchCost({ size }: Regexp, text: string): number {
  return Math.ceil((text.length * size) / workPerStep)
}

const violates: Readonly<Record<BoundKeyword, (value: Decimal, bound: Decimal) => boolean>> = {
  minimum: (value, bound) => compareDecimals(value, bound) < 0,
  maximum: (value, bound) => compareDecimals(value, bound) > 0,
  exclusiveMinimum: (value, bound) => compareDecimals(value, bound) <= 0,
  exclusiveMaximum: (value, bound) => compareDecimals(value, bound) >= 0,
  multipleOf: (value, bound) => !isMultiple(value, bound),
}

/** The keywords for numbers. */
export function checkNumber(findings: Findings, value: NumberValue): void {
  const { bounds } = findings.frame.schema
  if (bounds.size === 0) return
  const number = decimalOf(value)
  if (number === undefined) {
    throw new JsonSchemaError('limit', `number with an exponent that is out of range`)
  }
  for (const [keyword, bound] of bounds) {
    if (!violates[keyword](number, bound)) continue
    const got = () => printFloat(toFloat(number))
    findings.report(() => `${keyword}: got ${got()}, want ${printFloat(toFloat(bound))}`)
  }
}
