import type { JsonObject } from '../../objects/json.ts'
import { badRequest } from '../status-errors.ts'

// Query parameters as Kubernetes reads them: the last word on what is a number or a boolean.

/** A whole number; undefined when it is not given. */
export function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (!/^[-+]?\d+$/.test(text)) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
  }
  return Number(text)
}

/** Given, and neither empty nor a word for no; undefined when it is not given. */
export function booleanIn(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  return text !== '0' && text.toLowerCase() !== 'false'
}

/** Delete options that came in the query, as a body would have them. */
export function deleteOptionsIn(query: URLSearchParams): JsonObject {
  const grace = integerIn(query, 'gracePeriodSeconds')
  const orphan = booleanIn(query, 'orphanDependents')
  const policy = query.get('propagationPolicy')
  const dryRun = query.getAll('dryRun')
  return {
    ...(grace !== undefined && { gracePeriodSeconds: grace }),
    ...(orphan !== undefined && { orphanDependents: orphan }),
    ...(policy !== null && { propagationPolicy: policy }),
    ...(dryRun.length > 0 && { dryRun }),
  }
}
