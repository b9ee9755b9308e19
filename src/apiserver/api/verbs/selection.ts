import { ObjectsError } from '../../../objects/errors.ts'
import type { Json, JsonObject } from '../../../objects/json.ts'
import { labelsOf, readPath } from '../../../objects/kube-object.ts'
import { parseFieldSelector, type FieldTerm } from '../../../objects/selector/field-selector.ts'
import { matchesLabels } from '../../../objects/selector/label-selector.ts'
import { parseLabelSelector } from '../../../objects/selector/parse-label-selector.ts'
import type { StatusError } from '../../errors.ts'
import type { Served } from '../../registry/served.ts'
import { badRequest } from '../../status-errors.ts'

/** Which objects a list or a watch is about. */
export interface Selection {
  readonly isEverything: boolean
  readonly matches: (object: JsonObject) => boolean
}

type Test = (object: JsonObject) => boolean

/** Reads the selectors of a query. */
export function readSelection(query: URLSearchParams, served: Served, name: string): Selection {
  const tests = [
    ...labelTests(query.get('labelSelector') ?? ''),
    ...fieldTests(query.get('fieldSelector') ?? '', served),
    ...(name === '' ? [] : [named(name)]),
  ]
  return {
    isEverything: tests.length === 0,
    matches: (object) => tests.every((test) => test(object)),
  }
}

function labelTests(text: string): readonly Test[] {
  if (text === '') return []
  const selector = parsed(() => parseLabelSelector(text))
  return [(object) => matchesLabels(selector, labelsOf(object))]
}

const everyKind: Readonly<Record<string, readonly string[]>> = {
  'metadata.name': ['metadata', 'name'],
  'metadata.namespace': ['metadata', 'namespace'],
}

function fieldTests(text: string, served: Served): readonly Test[] {
  if (text === '') return []
  return parsed(() => parseFieldSelector(text)).map((term) => fieldTest(term, served))
}

/** The value that Go has in an unset field of a built-in kind, where that is not the empty text. */
const zeros: Readonly<Record<string, Json>> = {
  'spec.hostNetwork': false,
  'spec.unschedulable': false,
  'status.replicas': 0,
  'status.successful': 0,
}

function fieldTest({ field, operator, value }: FieldTerm, served: Served): Test {
  const path = { ...everyKind, ...served.strategy.selectableFields }[field]
  if (path === undefined) throw unknownField(field, served)
  const absent = served.isCustom ? undefined : zeros[field]
  const isEqual: Test = (object) => shown(readPath(object, path) ?? absent) === value
  return operator === '!=' ? (object) => !isEqual(object) : isEqual
}

function unknownField(field: string, served: Served): StatusError {
  if (served.isCustom || served.strategy.selectableFields !== undefined) {
    return badRequest(`field label not supported: ${field}`)
  }
  return badRequest(
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  )
}

function named(name: string): Test {
  return (object) => readPath(object, ['metadata', 'name']) === name
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ObjectsError) throw badRequest(error.message)
    throw error
  }
}

function shown(value: Json | undefined): string {
  if (value === undefined || typeof value === 'string') return value ?? ''
  return JSON.stringify(value)
}
