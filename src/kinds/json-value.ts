/** A value of JSON. `objects/json.ts` has the same shape, but lies above this folder. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | JsonRecord

export interface JsonRecord {
  readonly [field: string]: JsonValue
}

/** Whether a value is an object, neither a list nor null. */
export function isJsonRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
