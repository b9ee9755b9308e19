import type { DeniedRight } from '../../src/server/contract.ts'
import { ApiError } from './api-client.ts'

/** The error that the server would answer for want of a right, where the page knows it before it asks. */
export function denied(right: DeniedRight): ApiError {
  const detail = `you lack the right to ${right.verb} ${right.resource}`
  const problem = { type: 'about:blank', title: '', status: 403, detail, reason: 'Forbidden' }
  return new ApiError({ ...problem, denied: right })
}
