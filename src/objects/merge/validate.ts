import { isJsonList, isJsonObject } from '../json.ts'
import type { Json, JsonList, JsonObject } from '../json.ts'
import { ObjectsError } from '../errors.ts'
import { typeOfField } from '../schema/schema-type.ts'
import type { ListType, MapType, ScalarType, SchemaType } from '../schema/schema-type.ts'
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
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  if (lines.length <= 1) return lines[0]
  return ['errors:', ...lines.map((line) => `  ${line}`)].join('\n')
}

interface Problem {
  readonly path: string
  readonly message: string
}

function problemsOf(value: Json, type: SchemaType, duplicates: Duplicates): readonly Problem[] {
  const shape = shapeOf(type, value)
  if (value === null) return []
  if (shape === undefined) return [problem('schema error: invalid atom: inlined')]
  if (shape.is === 'scalar') return scalarProblems(value, shape.type)
  if (shape.is === 'map') return mapProblems(value, shape.type, duplicates)
  return listProblems(value, shape.type, duplicates)
}

function scalarProblems(value: Json, type: ScalarType): readonly Problem[] {
  const kind = goKindOf(value)
  switch (type) {
    case 'numeric':
      if (kind === 'int64' || kind === 'float64') return []
      return [problem(`expected numeric (int or float), got ${kind}`)]
    case 'string':
      if (kind === 'string') return []
      return [problem(`expected string, got &value.valueUnstructured{Value:${goSyntaxOf(value)}}`)]
    case 'boolean':
      return kind === 'bool' ? [] : [problem(`expected boolean, got &{${goTextOf(value)}}`)]
    case 'untyped':
      if (!isJsonObject(value) && !isJsonList(value)) return []
      return [problem(`expected any scalar, got &{${goTextOf(value)}}`)]
  }
}

function mapProblems(value: Json, type: MapType, duplicates: Duplicates): readonly Problem[] {
  if (!isJsonObject(value)) return [problem(`expected map, got &{${goTextOf(value)}}`)]
  return fieldProblems(value, type, duplicates)
}

function fieldProblems(map: JsonObject, type: MapType, duplicates: Duplicates): readonly Problem[] {
  const found: Problem[] = []
  for (const [name, value] of Object.entries(map)) {
    const path = printElement(fieldElement(name))
    const fieldType = typeOfField(type, name)
    // The server stops at the first field that is not declared.
    if (fieldType === undefined)
      return [...found, { path, message: 'field not declared in schema' }]
    found.push(...below(path, problemsOf(value, fieldType(), duplicates)))
  }
  return found
}

function listProblems(value: Json, type: ListType, duplicates: Duplicates): readonly Problem[] {
  if (!isJsonList(value)) return [problem(`expected list, got &{${goTextOf(value)}}`)]
  return type.atomic
    ? value.flatMap((item, at) => below(`[${at}]`, problemsOf(item, type.item(), duplicates)))
    : itemProblems(value, type, duplicates)
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
    found.push(...below(printElement(element), problemsOf(item, type.item(), duplicates)))
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
