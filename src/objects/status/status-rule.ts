import type { JsonObject } from '../json.ts'
import { readPath } from '../kube-object.ts'
import type { StatusReport } from './status.ts'

/** The rule that derives the status of one kind; undefined when the object says nothing. */
export type StatusRule = (object: JsonObject, now: Date) => StatusReport | undefined

/** The integer at a path; a fraction is none. */
export function integerAt(object: JsonObject, path: readonly string[]): number | undefined {
  const value = readPath(object, path)
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** The integer below spec or status, with the value that its absence means. */
export function count(object: JsonObject, path: string, otherwise: number): number {
  return integerAt(object, path.split('.')) ?? otherwise
}
