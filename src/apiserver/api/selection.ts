import type { Json, JsonObject } from '../../objects/json.ts'
import { labelsOf, readPath } from '../../objects/kube-object.ts'
import type { Served } from '../registry/served.ts'
import { badRequest } from '../status-errors.ts'

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
    ...fieldTests(query.get('fieldSelector') ?? '', served, name),
  ]
  return {
    isEverything: tests.length === 0,
    matches: (object) => tests.every((test) => test(object)),
  }
}

function labelTests(selector: string): readonly Test[] {
  const terms = selector.split(',').filter((term) => term.trim() !== '')
  return terms.map((term) => {
    const [key = '', value = ''] = term.split(/!=|==|=/).map((part) => part.trim())
    if (term.includes('!=')) return (object) => labelsOf(object)[key] !== value
    if (term.includes('=')) return (object) => labelsOf(object)[key] === value
    return (object) => labelsOf(object)[key] !== undefined
  })
}

const everyKind: Readonly<Record<string, readonly string[]>> = {
  'metadata.name': ['metadata', 'name'],
  'metadata.namespace': ['metadata', 'namespace'],
}

function fieldTests(selector: string, served: Served, name: string): readonly Test[] {
  const terms = selector.split(',').filter((term) => term !== '')
  const tests = terms.map((term) => fieldTest(term, served))
  if (name === '') return tests
  return [...tests, (object) => readPath(object, ['metadata', 'name']) === name]
}

function fieldTest(term: string, served: Served): Test {
  const found = /^(?<field>.*?)(?<operator>!=|==|=)(?<value>.*)$/.exec(term)?.groups
  if (found === undefined) {
    throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`)
  }
  const { field = '', operator = '', value = '' } = found
  const path = { ...everyKind, ...served.strategy.selectableFields }[field]
  if (path === undefined) throw unknownField(field, served)
  const isEqual: Test = (object) => shown(readPath(object, path)) === value
  return operator === '!=' ? (object) => !isEqual(object) : isEqual
}

function unknownField(field: string, served: Served) {
  if (served.strategy.selectableFields !== undefined) {
    return badRequest(`field label not supported: ${field}`)
  }
  return badRequest(
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  )
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
