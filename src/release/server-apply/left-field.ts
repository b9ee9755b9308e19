import { printId } from '../desired/object-id.ts'
import type { ObjectName } from '../release.ts'
import type { FieldConflict } from './field-conflict.ts'

/** Says that a field of an object was left to somebody else. */
export function leftFieldLine(id: ObjectName, { field, manager }: FieldConflict): string {
  return `${field}${placeIn(id)} ${manager}`
}

/** Whether a line of `leftFieldLine` is about an object. */
export function isLeftFieldOf(id: ObjectName, line: string): boolean {
  return line.includes(placeIn(id))
}

function placeIn(id: ObjectName): string {
  return ` of ${printId(id)} is left to`
}
