import { fieldOf, type Json, type JsonObject } from '../../objects/json.ts'
import { numberAt, textAt } from '../../objects/kube-object.ts'
import { ageColumn, ageOf, nameColumn, type PrinterColumn } from '../registry/table.ts'

/** The columns that a definition asks for; the age when it asks for none. */
export function customColumns(declared: readonly Json[]): readonly PrinterColumn[] {
  if (declared.length === 0) return [nameColumn, { ...ageColumn, type: 'date' }]
  return [nameColumn, ...declared.map(readColumn)]
}

function readColumn(column: Json): PrinterColumn {
  const type = textAt(column, ['type'])
  const path = stepsOf(textAt(column, ['jsonPath']))
  return {
    name: textAt(column, ['name']),
    type,
    format: textAt(column, ['format']),
    description:
      textAt(column, ['description']) ||
      `Custom resource definition column (in JSONPath format): ${textAt(column, ['jsonPath'])}`,
    priority: numberAt(column, ['priority']) ?? 0,
    cell: (object, now) => cellOf(valuesAt(object, path), type, now),
  }
}

const every = Symbol('every item')

type PathStep = string | number | typeof every | { readonly field: string; readonly is: string }

const stepPattern =
  /\.(?<name>[^.[\]]+)|\['(?<quoted>[^']+)'\]|\[(?<index>\d+)\]|\[(?<star>\*)\]|\[\?\(@\.(?<field>[^=]+)==["'](?<is>[^"']*)["']\)\]/g

/** Fields, indexes, every item, and the item with a field of a given value: what definitions use. */
function stepsOf(path: string): readonly PathStep[] {
  return [...path.replaceAll(String.raw`\.`, '\u0000').matchAll(stepPattern)].map((found) => {
    const { name, quoted, index, star, field, is } = found.groups ?? {}
    if (index !== undefined) return Number(index)
    if (star !== undefined) return every
    if (field !== undefined && is !== undefined) return { field: field.trim(), is }
    return (name ?? quoted ?? '').replaceAll('\u0000', '.')
  })
}

function valuesAt(object: JsonObject, steps: readonly PathStep[]): readonly Json[] {
  let values: readonly Json[] = [object]
  for (const step of steps) values = values.flatMap((value) => follow(value, step))
  return values
}

function follow(value: Json, step: PathStep): readonly Json[] {
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  if (step === every) return items
  if (typeof step === 'number') return items.slice(step, step + 1)
  if (typeof step === 'object') {
    return items.filter((item) => fieldOf(item, step.field) === step.is)
  }
  const found = fieldOf(value, step)
  return found === undefined ? [] : [found]
}

function cellOf(values: readonly Json[], type: string, now: Date): Json {
  const [first] = values
  if (first === undefined) return null
  if (type === 'date') return ageOf(first, now)
  if (type === 'string') {
    return values
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(',')
  }
  if (type === 'integer') return typeof first === 'number' ? Math.trunc(first) : null
  return first
}
