import { fromBinary, toBinary } from '../byte-string.ts'
import { escapeUrl } from '../url/escape.ts'
import type { Value } from '../value.ts'
import { JsonSchemaError } from './errors.ts'
import { asArray, asObject } from './json-type.ts'

/** A place in a document: its URL, and a JSON pointer without percent escapes. */
export interface Location {
  readonly url: string
  readonly pointer: string
}

/** A location as messages show it. */
export function locationText({ url, pointer }: Location): string {
  return `${url}#${escapePointer(pointer)}`
}

/** The percent-encoded pointer; slashes stay. */
export function escapePointer(pointer: string): string {
  return pointer
    .split('/')
    .map((token) => fromBinary(escapeUrl(toBinary(token), 'segment')))
    .join('/')
}

/** A pointer one or two tokens longer. */
export function pointerTo(pointer: string, token: string, second?: string): string {
  const longer = `${pointer}/${escapeToken(token)}`
  return second === undefined ? longer : `${longer}/${escapeToken(second)}`
}

export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/** The value that a document has at a location. */
export function lookUp(document: Value, location: Location): Value {
  let value = document
  for (const token of location.pointer.split('/').slice(1)) {
    if (/~(?![01])/.test(token)) {
      throw new JsonSchemaError('reference', `invalid json-pointer "${locationText(location)}"`)
    }
    const next = memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    if (next === undefined) {
      throw new JsonSchemaError(
        'reference',
        `json-pointer in "${locationText(location)}" not found`,
      )
    }
    value = next
  }
  return value
}

function memberOf(value: Value, token: string): Value {
  const object = asObject(value)
  if (object !== undefined) return object.get(token)
  // Go's Atoi takes a sign and leading zeros.
  const index = /^[+-]?[0-9]+$/.test(token) ? Number(token) : -1
  return asArray(value)?.[index]
}
