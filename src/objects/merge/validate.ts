import { isJsonList, isJsonObject, type Json, type JsonList, type JsonObject } from '../json.ts'
import { ObjectsError } from '../errors.ts'
import {
  typeOfField,
  type ListType,
  type MapType,
  type ScalarType,
  type SchemaType,
} from '../schema/schema-type.ts'
import { goKindOf, goSyntaxOf, goTextOf } from './go-value.ts'
import { elementOfItem } from './list-items.ts'
import { shapeOf } from './narrow-type.ts'
import { fieldElement, printElement } from './path-element.ts'

export type Duplicates = 'allowed' | 'refused'

/**
 * Says in the API server's words why a value does not fit its type, or nothing when it does. Only
 * what merging needs is checked: fields that are not declared, and lists, maps and scalars in place.
 */
export function whyInvalid(
  value: Json,
  type: SchemaType,
  duplicates: Duplicates,
): string | undefined {
  const problems = problemsOf(value, type, duplicates)
  if (problems.length === 0) return undefined
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  if (lines.length <= 1) return lines[0]
  return ['errors:', ...lines.map((line) => `  ${line}`)].join('\n')
}

interface Problem {
  readonly path: string
  readonly message: string
}

// Nearly everything is fine, and this is asked at each write: nothing is made and no path is printed before there is a problem.
const none: readonly Problem[] = []

function problemsOf(value: Json, type: SchemaType, duplicates: Duplicates): readonly Problem[] {
  const shape = shapeOf(type, value)
  if (value === null) return none
  if (shape === undefined) return [problem('schema error: invalid atom: inlined')]
  if (shape.is === 'scalar') return scalarProblems(value, shape.type)
  if (shape.is === 'map') return mapProblems(value, shape.type, duplicates)
  return listProblems(value, shape.type, duplicates)
}

function scalarProblems(value: Json, type: ScalarType): readonly Problem[] {
  const kind = goKindOf(value)
  switch (type) {
    case 'numeric':
      if (kind === 'int64' || kind === 'float64') return none
      return [problem(`expected numeric (int or float), got ${kind}`)]
    case 'string':
      if (kind === 'string') return none
      return [problem(`expected string, got &value.valueUnstructured{Value:${goSyntaxOf(value)}}`)]
    case 'boolean':
      return kind === 'bool' ? none : [problem(`expected boolean, got &{${goTextOf(value)}}`)]
    case 'untyped':
      if (!isJsonObject(value) && !isJsonList(value)) return none
      return [problem(`expected any scalar, got &{${goTextOf(value)}}`)]
  }
}

function mapProblems(value: Json, type: MapType, duplicates: Duplicates): readonly Problem[] {
  if (!isJsonObject(value)) return [problem(`expected map, got &{${goTextOf(value)}}`)]
  return fieldProblems(value, type, duplicates)
}

function fieldProblems(map: JsonObject, type: MapType, duplicates: Duplicates): readonly Problem[] {
  let found = none
  for (const name of Object.keys(map)) {
    const fieldType = typeOfField(type, name)
    // The server stops at the first field that is not declared.
    if (fieldType === undefined) {
      const path = printElement(fieldElement(name))
      return [...found, { path, message: 'field not declared in schema' }]
    }
    const inside = problemsOf(map[name] ?? null, fieldType(), duplicates)
    if (inside.length > 0) found = [...found, ...below(printElement(fieldElement(name)), inside)]
  }
  return found
}

function listProblems(value: Json, type: ListType, duplicates: Duplicates): readonly Problem[] {
  if (!isJsonList(value)) return [problem(`expected list, got &{${goTextOf(value)}}`)]
  if (!type.atomic) return itemProblems(value, type, duplicates)
  let found = none
  for (const [at, item] of value.entries()) {
    const inside = problemsOf(item, type.item(), duplicates)
    if (inside.length > 0) found = [...found, ...below(`[${at}]`, inside)]
  }
  return found
}

function itemProblems(list: JsonList, type: ListType, duplicates: Duplicates): readonly Problem[] {
  const found: Problem[] = []
  const seen = new Set<string>()
  for (const [at, item] of list.entries()) {
    const element = elementOrProblem(type, item, at)
    // Without an identity, nothing below can be named either.
    if (typeof element !== 'string') return [...found, element]
    if (seen.has(element) && duplicates === 'refused')
      found.push(problem(`duplicate entries for key ${printElement(element)}`))
    seen.add(element)
    const inside = problemsOf(item, type.item(), duplicates)
    if (inside.length > 0) found.push(...below(printElement(element), inside))
  }
  return found
}

function elementOrProblem(type: ListType, item: Json, at: number): string | Problem {
  try {
    return elementOfItem(type, item)
  } catch (error) {
    if (error instanceof ObjectsError) return problem(`element ${at}: ${error.message}`)
    throw error
  }
}

function below(prefix: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ path, message }) => ({ path: prefix + path, message }))
}

function problem(message: string): Problem {
  return { path: '', message }
}
