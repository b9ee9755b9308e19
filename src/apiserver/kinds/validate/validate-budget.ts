import { fieldOf, type JsonObject } from '../../../objects/json.ts'
import { invalid, type FieldError } from '../../field-errors.ts'

const notPercent =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

/** The errors of a budget of disruptions. */
export function checkBudget(object: JsonObject): readonly FieldError[] {
  const spec = fieldOf(object, 'spec')
  const errors: FieldError[] = []
  const [least, most] = [fieldOf(spec, 'minAvailable'), fieldOf(spec, 'maxUnavailable')]
  if (least !== undefined && most !== undefined) {
    const detail = 'minAvailable and maxUnavailable cannot be both set'
    errors.push(invalid('spec', spec ?? null, detail))
  }
  for (const [field, value] of Object.entries({ minAvailable: least, maxUnavailable: most })) {
    if (typeof value === 'string' && !/^[0-9]+%$/.test(value)) {
      errors.push(invalid(`spec.${field}`, value, notPercent))
    } else if (typeof value === 'number' && value < 0) {
      errors.push(invalid(`spec.${field}`, value, 'must be greater than or equal to 0'))
    }
  }
  return errors
}
