import { type JsonValue, isJsonRecord } from '../../kinds/json-value.ts'
import { findNearest } from '../../std/find-nearest.ts'
import type { ProblemCause } from '../contract.ts'
import { ProblemError } from './problem.ts'

/** A fault that Ajv found, with the schema and the value that it is about. */
export interface SchemaFault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
  readonly data?: unknown
  readonly parentSchema?: unknown
}

/** The part of a request that a schema is about. A body may hold secrets: its values are not repeated. */
export type RequestPart = 'body' | 'query' | 'path' | 'header'

/** Names and values that are listed in an answer. */
const mostListed = 40
/** Characters of a value that are repeated. */
const mostRepeated = 60

/** The problem of a request that does not fit the schema of its route: the place, the value that is wanted, the one that was found. */
export function refusedRequest(part: RequestPart, faults: readonly SchemaFault[]): ProblemError {
  const causes = faults.map((fault) => causeOf(part, fault))
  const detail = causes.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new ProblemError(400, 'BadRequest', detail, { causes })
}

function causeOf(part: RequestPart, fault: SchemaFault): ProblemCause {
  const { keyword, params } = fault
  const place = `${part}${fault.instancePath.replaceAll('/', '.')}`
  if (keyword === 'required') {
    return { field: `${place}.${String(params['missingProperty'])}`, message: 'is missing' }
  }
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty'])
    return { field: `${place}.${name}`, message: unknownName(part, name, fault.parentSchema) }
  }
  return { field: place, message: `must ${wantedBy(fault)}${foundIn(part, fault)}` }
}

function unknownName(part: RequestPart, name: string, schema: unknown): string {
  // Schemas of routes are JSON.
  const known = schema as JsonValue | undefined
  const properties = isJsonRecord(known) ? known['properties'] : undefined
  const names = isJsonRecord(properties) ? Object.keys(properties) : []
  const word = part === 'query' ? 'parameter' : 'field'
  const nearest = findNearest(name, names)
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`
  const possible = names.length === 0 ? 'none is possible here' : `possible: ${listed(names)}`
  return `is no ${word} of this operation${meant === '' ? `; ${possible}` : meant}`
}

function wantedBy({ keyword, params, message = 'fit' }: SchemaFault): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'enum': {
      const values = params['allowedValues']
      return `be one of ${listed(Array.isArray(values) ? values.map(String) : [])}`
    }
    case 'type': {
      const type = String(params['type'])
      return `be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
    }
    case 'minimum':
      return `be at least ${limit}`
    case 'maximum':
      return `be at most ${limit}`
    case 'minLength':
      return `have at least ${limit} characters`
    case 'maxLength':
      return `have at most ${limit} characters`
    case 'minItems':
      return `have at least ${limit} items`
    case 'maxItems':
      return `have at most ${limit} items`
    case 'oneOf':
      return 'have exactly one of its possible forms'
    default:
      return message.replace(/^must /, '')
  }
}

function foundIn(part: RequestPart, { keyword, data }: SchemaFault): string {
  if (typeof data === 'string' && keyword.endsWith('Length')) return `, and has ${data.length}`
  if (Array.isArray(data)) return `, and ${data.length} values were found`
  if (part === 'body') return `, and ${kindOf(data)} was found`
  if (typeof data !== 'string' && typeof data !== 'number' && typeof data !== 'boolean') return ''
  const text = String(data)
  const shown = text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text
  return `, and ${typeof data === 'string' ? JSON.stringify(shown) : shown} was found`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function listed(names: readonly string[]): string {
  const more = names.length > mostListed ? ' and others' : ''
  return `${names.slice(0, mostListed).join(', ')}${more}`
}
