import { compareStrings } from '../../../formats/go-string.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { textOfJson } from '../../registry/encode.ts'
import { invalid, invalidObject } from '../../field-errors.ts'
import { TypeFault } from '../../kinds/type-fault.ts'
import { textIn, type Draft } from '../../registry/draft.ts'
import { badRequest } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { unknownConversion } from './decode.ts'
import { mostCharacters, mostProblems } from './duplicate-fields.ts'
import type { WriteOptions } from '../verbs/write-options.ts'

type Problems = readonly string[]

/** Adds the fields that were sent twice to what else is wrong. */
export type AddTwice = (problems: Problems) => Problems

/** Brings what a client sent into the form of its kind and fills in what was left out. */
export function normaliseSent(
  call: Call,
  object: Draft,
  options: WriteOptions,
  addTwice: AddTwice,
): void {
  const { kind, version } = call.served.resource
  const prefix = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: `
  const problems = addTwice(withRefusal(() => shape(call, object), prefix))
  call.served.strategy.dropNulls?.(object)
  if (options.fieldValidation === 'Strict' && problems.length > 0) {
    throw badRequest(`${prefix}strict decoding error: ${problems.join(', ')}`)
  }
  finish(call, object, options, problems)
}

/** The same for the result of a patch; its errors name the patch. */
export function normalisePatched(
  call: Call,
  object: Draft,
  options: WriteOptions,
  patch: { readonly shown: Json; readonly isStrategic: boolean },
): void {
  const shown = patch.isStrategic ? goMap(patch.shown) : printSorted(patch.shown)
  const refuse = (why: string) =>
    invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, why)])
  checkKind(call, object, refuse)
  let problems: Problems
  try {
    problems = shape(call, object)
  } catch (error) {
    if (!(error instanceof TypeFault)) throw error
    throw refuse(patch.isStrategic ? error.short : error.message)
  }
  call.served.strategy.dropNulls?.(object)
  if (options.fieldValidation === 'Strict' && problems.length > 0) {
    throw refuse(`strict decoding error: ${problems.join(', ')}`)
  }
  finish(call, object, options, problems)
}

/** The same for what an apply made of a configuration. */
export function normaliseApplied(
  call: Call,
  object: Draft,
  _config: JsonObject,
  options: WriteOptions,
): void {
  const problems = withRefusal(() => shape(call, object), '')
  finish(call, object, options, problems)
}

function shape(call: Call, object: Draft): Problems {
  const problems: string[] = []
  let characters = 0
  call.served.strategy.normalise?.(object, (path) => {
    if (problems.length >= mostProblems || characters > mostCharacters) return
    characters += path.length
    problems.push(`unknown field ${JSON.stringify(path)}`)
  })
  return call.served.isCustom ? problems.toSorted(compareStrings) : problems
}

function finish(call: Call, object: Draft, options: WriteOptions, problems: Problems): void {
  if (options.fieldValidation === 'Warn') for (const problem of problems) call.warnings.add(problem)
  call.served.strategy.complete?.(object)
}

function withRefusal(work: () => Problems, prefix: string): Problems {
  try {
    return work()
  } catch (error) {
    if (error instanceof TypeFault) throw badRequest(prefix + error.message)
    throw error
  }
}

function checkKind(call: Call, object: Draft, refuse: (why: string) => Error): void {
  const { kind } = call.served.resource
  const found = textIn(object, 'kind')
  if (found === kind && textIn(object, 'apiVersion') === call.served.apiVersion) return
  if (found === kind) throw refuse(`no kind ${JSON.stringify(kind)} is registered for version`)
  throw refuse(unknownConversion({ apiVersion: call.served.apiVersion, kind }, found))
}

/** The outermost fields are sorted, what is in them is as it was. */
function printSorted(value: Json): string {
  if (!isJsonObject(value)) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return textOfJson(Object.fromEntries(entries))
}

/** Go's `%+v` of a map. */
function goMap(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(goMap).join(' ')}]`
  if (typeof value !== 'object' || value === null) return value === null ? '<nil>' : String(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `map[${entries.map(([name, inner]) => `${name}:${goMap(inner)}`).join(' ')}]`
}
