import { equalJson, fieldOf, isJsonObject, type JsonObject } from '../../../objects/json.ts'
import { forbiddenField, invalid, type FieldError } from '../../field-errors.ts'
import { isConfigKey } from '../../registry/name-rules.ts'

/** The errors in the data of a config map or a secret. */
export function checkData(object: JsonObject): readonly FieldError[] {
  return ['data', 'binaryData'].flatMap((field) => {
    const data = fieldOf(object, field)
    if (!isJsonObject(data)) return []
    const binary = field === 'data' ? fieldOf(object, 'binaryData') : undefined
    return Object.keys(data).flatMap((key) => {
      const here = `${field}[${key}]`
      const faults = [...isConfigKey(key)]
      if (fieldOf(binary, key) !== undefined) faults.push('duplicate of key present in binaryData')
      return faults.map((fault) => invalid(here, key, fault))
    })
  })
}

/** The errors of an update of data; immutable data stays immutable, and stays as it is. */
export function checkDataUpdate(object: JsonObject, old: JsonObject): readonly FieldError[] {
  if (fieldOf(old, 'immutable') !== true) return checkData(object)
  const detail = 'field is immutable when `immutable` is set'
  const errors: FieldError[] = []
  if (fieldOf(object, 'immutable') !== true) errors.push(forbiddenField('immutable', detail))
  for (const field of ['data', 'binaryData']) {
    if (!equalJson(fieldOf(object, field), fieldOf(old, field))) {
      errors.push(forbiddenField(field, detail))
    }
  }
  return [...errors, ...checkData(object)]
}
