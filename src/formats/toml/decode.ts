// TOML as Helm's fromToml reads it, with BurntSushi's parser: its order of checks decides which error
// a wrong document ends with.

import { toBytes } from '../go-string.ts'
import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { TomlProblem } from './cursor.ts'
import { TomlError } from './errors.ts'
import { TomlParser } from './parser.ts'
import type { TomlDatetime } from './read-datetime.ts'
import { TomlTime } from './time.ts'

// Where the parser looks for zero bytes, which tell of UTF-16.
const headLength = 6

/**
 * Reads a TOML document into a map[string]interface {}. `timeOf` makes the value of a date or time.
 * Throws a TomlError with the parser's text.
 */
export function decodeToml(
  text: string,
  timeOf: (datetime: TomlDatetime) => Value = (datetime) => new TomlTime(datetime),
): Map<string, Value> {
  const document = withoutByteOrderMark(text)
  if (toBytes(document.slice(0, headLength)).subarray(0, headLength).includes(0))
    throw new TomlError(
      'toml: line 1: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8',
    )
  const parser = new TomlParser(document, timeOf)
  try {
    return parser.readDocument()
  } catch (error) {
    if (error instanceof TomlProblem) throw describe(error, parser.lastKey())
    if (error instanceof RangeError) throw new TomlError('toml: values are nested too deeply')
    throw error
  }
}

function describe(problem: TomlProblem, lastKey: string): TomlError {
  const key = lastKey === '' ? '' : ` (last key ${quote(lastKey)})`
  return new TomlError(`toml: line ${problem.line}${key}: ${problem.message}`, { cause: problem })
}

function withoutByteOrderMark(text: string): string {
  // The marks of UTF-16 are two bytes that are not valid UTF-8.
  if (text.startsWith('\udcff\udcfe') || text.startsWith('\udcfe\udcff')) return text.slice(2)
  return text.startsWith('\ufeff') ? text.slice(1) : text
}
