// Integers and floats of TOML, as BurntSushi's parser checks them after a generous first look.

import { parseFloat64, parseInt64 } from '../parse-number.ts'
import { quote } from '../quote.ts'
import { Sized } from '../value.ts'
import { isHex, TomlProblem } from './cursor.ts'

const specialFloats = new Set(['nan', '+nan', '-nan', 'inf', '-inf', '+inf'])

export function integerOf(text: string, line: number): Sized {
  const problem = problemIn(text, text)
  if (problem !== undefined)
    throw new TomlProblem(`Invalid integer ${quote(text)}: ${problem}`, line)
  const parsed = parseInt64(text, 0)
  if (!parsed.ok) throw new TomlProblem(`${text} is out of range for int64`, line)
  return new Sized('int64', parsed.value)
}

export function floatOf(text: string, line: number): number {
  const parts = text.split(/[.eE]/).filter((part) => part !== '')
  const problem =
    parts.map((part) => (underscoresFit(part) ? undefined : looseUnderscore)).find(isDefined) ??
    (hasLeadingZero(parts[0] ?? '') ? leadingZero : undefined) ??
    (/\.(?![0-9])/.test(text) ? "'.' must be followed by one or more digits" : undefined)
  if (problem !== undefined) throw new TomlProblem(`Invalid float ${quote(text)}: ${problem}`, line)
  const digits = text.replaceAll('_', '')
  if (digits.endsWith('nan') && specialFloats.has(digits)) return NaN
  const parsed = parseFloat64(digits)
  if (parsed.ok) return parsed.value
  throw new TomlProblem(
    parsed.fault === 'range'
      ? `${text} is out of range for float64`
      : `Invalid float value: ${quote(text)}`,
    line,
  )
}

const looseUnderscore = 'underscores must be surrounded by digits'
const leadingZero = 'cannot have leading zeroes'

function problemIn(text: string, digits: string): string | undefined {
  if (!underscoresFit(digits)) return looseUnderscore
  return hasLeadingZero(text) ? leadingZero : undefined
}

function isDefined(problem: string | undefined): boolean {
  return problem !== undefined
}

function hasLeadingZero(text: string): boolean {
  return /^0[^box]/.test(text) || /^[-+]0[^]/.test(text)
}

// The characters before an underscore and at the end must look like a digit.
function underscoresFit(text: string): boolean {
  if (specialFloats.has(text)) return true
  let afterDigit = false
  for (const char of text) {
    if (char === '_' && !afterDigit) return false
    afterDigit = isHex(char.charCodeAt(0))
  }
  return afterDigit
}
