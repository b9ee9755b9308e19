import { quote } from '../formats/quote.ts'
import { printCanonicalJson, printJson } from '../objects/json-text.ts'
import type { Json } from '../objects/json.ts'
import { StatusError, type StatusCause } from './errors.ts'

export type FieldErrorType =
  | 'required'
  | 'invalid'
  | 'duplicate'
  | 'unsupported'
  | 'forbidden'
  | 'too-long'
  | 'too-many'
  | 'not-found'
  | 'type'

/** One thing that is wrong with one field of an object. */
export interface FieldError {
  readonly type: FieldErrorType
  readonly field: string
  /** The value that was found there; printed only where the type of error prints it. */
  readonly value?: Json
  readonly detail: string
  /** The fields of the value are printed as they stand, as Go prints its structs. */
  readonly order?: 'kept'
}

const texts: Readonly<Record<FieldErrorType, readonly [text: string, reason: string]>> = {
  required: ['Required value', 'FieldValueRequired'],
  invalid: ['Invalid value', 'FieldValueInvalid'],
  duplicate: ['Duplicate value', 'FieldValueDuplicate'],
  unsupported: ['Unsupported value', 'FieldValueNotSupported'],
  forbidden: ['Forbidden', 'FieldValueForbidden'],
  'too-long': ['Too long', 'FieldValueTooLong'],
  'too-many': ['Too many', 'FieldValueTooMany'],
  'not-found': ['Not found', 'FieldValueNotFound'],
  type: ['Invalid value', 'FieldValueTypeInvalid'],
}

export function required(field: string, detail = ''): FieldError {
  return { type: 'required', field, detail }
}

export function invalid(field: string, value: Json, detail: string): FieldError {
  return { type: 'invalid', field, value, detail }
}

export function duplicate(field: string, value: Json): FieldError {
  return { type: 'duplicate', field, value, detail: '' }
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { type: 'forbidden', field, detail }
}

/** A value that is none of the allowed ones, which are listed in their order. */
export function unsupported(field: string, value: Json, allowed: readonly string[]): FieldError {
  const list = allowed.map((text) => JSON.stringify(text)).join(', ')
  return { type: 'unsupported', field, value, detail: `supported values: ${list}` }
}

/** The text of an error without its field, as it stands in a cause. */
function bodyOf(error: FieldError): string {
  const [text] = texts[error.type]
  const shown =
    error.value === undefined || error.type === 'required' || error.type === 'forbidden'
      ? text
      : `${text}: ${shownValue(error.value, error.order)}`
  return error.detail === '' ? shown : `${shown}: ${error.detail}`
}

function shownValue(value: Json, order: 'kept' | undefined): string {
  if (typeof value === 'string') return quote(value)
  return order === 'kept' ? printJson(value) : printCanonicalJson(value)
}

/** The error for an object that is not valid. */
export function invalidObject(
  of: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const lines = errors.map((error) => `${error.field}: ${bodyOf(error)}`)
  // Two checks may find the same error; it is reported once.
  const distinct = [...new Set(lines)]
  const list = distinct.length === 1 ? distinct.join('') : `[${distinct.join(', ')}]`
  const kind = of.group === '' ? of.kind : `${of.kind}.${of.group}`
  const causes: StatusCause[] = errors.map((error) => ({
    reason: texts[error.type][1],
    message: bodyOf(error),
    field: error.field,
  }))
  const message = `${kind} ${quote(name)} is invalid: ${list}`
  return new StatusError(422, 'Invalid', message, {
    details: {
      ...(name !== '' && { name }),
      ...(of.group !== '' && { group: of.group }),
      ...(of.kind !== '' && { kind: of.kind }),
      causes,
    },
  })
}
