import { JsonReader } from '../json/read.ts'
import type { Value } from '../value.ts'
import { JsonSchemaError } from './errors.ts'
import { JsonNumber } from './numbers/json-number.ts'

/** Reads the text of a schema; numbers stay as they were written. Errors have the words of Go's json.Decoder. */
export function readDocument(text: string): Value {
  const reader = new LiteralReader(text)
  const value = readOne(reader, text)
  const rest = text.slice(reader.end)
  if (/[^ \t\r\n]/.test(rest)) {
    const isAdjacent = !/^[ \t\r\n]/.test(rest)
    const isOpenEnded = !(value instanceof Map) && !Array.isArray(value)
    const found = isAdjacent && isOpenEnded ? ` '${rest[0]}'` : ''
    throw new JsonSchemaError('syntax', `invalid character${found} after top-level value`)
  }
  return value
}

function readOne(reader: JsonReader, text: string): Value {
  try {
    return reader.readOne()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const isAtEnd = reader.end >= text.length
    const isBlank = /^[ \t\r\n]*$/.test(text)
    const message = isBlank ? 'EOF' : isAtEnd ? 'unexpected EOF' : error.message
    throw new JsonSchemaError('syntax', message, { cause: error })
  }
}

class LiteralReader extends JsonReader {
  protected override convert(literal: string): Value {
    return new JsonNumber(literal)
  }
}
