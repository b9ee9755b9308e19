import { invalid, type FieldError } from '../field-errors.ts'
import type { StructuralSchema } from './structural-schema.ts'

/** The errors of a number. */
export function checkNumber(
  value: number,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const errors: FieldError[] = []
  const say = (text: string) =>
    errors.push(invalid(path, value, `${path} in body should be ${text}`))
  if (maximum !== undefined) {
    if (exclusiveMaximum === true && value >= maximum) say(`less than ${maximum}`)
    else if (value > maximum) say(`less than or equal to ${maximum}`)
  }
  if (minimum !== undefined) {
    if (exclusiveMinimum === true && value <= minimum) say(`greater than ${minimum}`)
    else if (value < minimum) say(`greater than or equal to ${minimum}`)
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    say(`a multiple of ${multipleOf}`)
  }
  const most = schema.format === 'int32' ? 2 ** 31 : 2 ** 63
  if (schema.type === 'integer' && (value >= most || value < -most)) {
    const detail = `Checked value must be of type integer with format ${schema.format ?? ''} in ${path}`
    errors.push({ type: 'invalid', field: '<nil>', value: '', detail })
  }
  return errors
}
