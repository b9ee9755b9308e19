import { GoObject, type Value } from '../../formats/value.ts'
import { formatValue } from '../fmt/sprint.ts'
import { KubeVersion } from '../objects/capabilities.ts'

/** The text that an action writes for a value. */
export function printed(value: Value, spend: (steps: number) => void): string {
  if (typeof value === 'string') return value
  if (value === undefined) return '<no value>'
  return value instanceof GoObject ? printedObject(value) : formatValue(value, spend)
}

/** Actions follow pointers, and see the methods that only a pointer has. */
function printedObject(value: GoObject): string {
  if (value instanceof KubeVersion && !value.isCopy) return value.addressText()
  const text = formatValue(value)
  return value.kind === 'ptr' && value.text() === undefined ? text.replace(/^&/, '') : text
}
