import { STATUS_CODES } from 'node:http'
import { type KubeError, type KubeErrorCode, isKubeError } from '../../kube/errors.ts'
import type { DeniedRight, Problem, ProblemCause, ProblemVersions } from '../contract.ts'

export interface ProblemFacts {
  /** Of a lost update: the version that the change was made from, and the one that is there. */
  readonly versions?: ProblemVersions
  readonly denied?: DeniedRight
  readonly causes?: readonly ProblemCause[]
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An error that the asker gets to see. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly reason: string
  readonly facts: ProblemFacts

  constructor(status: number, reason: string, detail: string, facts: ProblemFacts = {}) {
    super(detail, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.status = status
    this.reason = reason
    this.facts = facts
  }

  /** The document that is sent. */
  toProblem(): Problem {
    const { denied, causes, versions } = this.facts
    return {
      type: 'about:blank',
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      reason: this.reason,
      ...(denied === undefined ? {} : { denied }),
      ...(causes === undefined ? {} : { causes }),
      ...(versions === undefined ? {} : { versions }),
    }
  }
}

/** One object that was asked for is not there, or the asker may not see it: both get these words. */
export function notFound(resource: string, name: string, namespace: string): ProblemError {
  const place = namespace === '' ? '' : ` in namespace ${namespace}`
  const detail = `there is no ${resource} ${JSON.stringify(name)}${place} that you may see`
  return new ProblemError(404, 'NotFound', detail)
}

const statuses: Readonly<Partial<Record<KubeErrorCode, readonly [number, string]>>> = {
  refused: [400, 'BadRequest'],
  'bad-request': [400, 'BadRequest'],
  'not-found': [404, 'NotFound'],
  'already-exists': [409, 'AlreadyExists'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Expired'],
  invalid: [422, 'Invalid'],
  'too-large': [413, 'TooLarge'],
  'too-many-requests': [429, 'TooManyRequests'],
}

const retrySeconds = 5

/**
 * The problem that an error of the cluster is to the asker. A cluster that does not answer is 503, so that
 * clients come again; its own words are shown, because they were an answer to the asker's rights.
 */
export function problemOf(error: unknown, denied?: DeniedRight): ProblemError {
  if (error instanceof ProblemError) return error
  if (!isKubeError(error)) throw error
  const { message, causes } = refusalOf(error)
  if (error.code === 'forbidden') {
    const missing = deniedIn(message) ?? denied
    const facts = { cause: error, ...(missing === undefined ? {} : { denied: missing }) }
    return new ProblemError(403, 'Forbidden', message, facts)
  }
  const [status, reason] = statuses[error.code] ?? [503, 'ClusterUnavailable']
  const wait = String(Math.ceil((error.retryAfter ?? retrySeconds * 1000) / 1000))
  return new ProblemError(status, reason, message, {
    cause: error,
    ...(causes.length === 0 ? {} : { causes }),
    ...(status === 503 || status === 429 ? { headers: { 'retry-after': wait } } : {}),
  })
}

/** The right that the words of the cluster name: an operation may need more than one. */
function deniedIn(message: string): DeniedRight | undefined {
  const words =
    /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/.exec(
      message,
    )
  if (words === null) return undefined
  const [, verb = '', resource = '', group = '', namespace = ''] = words
  return { verb, group, resource, namespace }
}

/** The words of the cluster about a request that it refused, and the fields that they are about. */
export function refusalOf(error: KubeError): {
  readonly message: string
  readonly causes: readonly ProblemCause[]
} {
  return { message: withoutObjects(error.message), causes: causesOf(error) }
}

/** The parts that the cluster names; a field that no schema knows is named where it stands in the body. */
function causesOf({ message, causes }: KubeError): readonly ProblemCause[] {
  const unknown = /strict decoding error: (.*)$/s.exec(message)?.[1] ?? ''
  const fields = [...unknown.matchAll(/unknown field "([^"]+)"/g)].map(([, field = '']) => field)
  if (fields.length > 0) {
    const text = 'is no field of this kind; /api/v1/openapi.json has those that there are'
    return fields.map((field) => ({ field: `body.${field}`, message: text }))
  }
  return causes.map(({ field, message: text }) => ({ field, message: withoutObjects(text) }))
}

/** Characters of a quoted value that are repeated. */
const longestValue = 200

/** The words of the cluster without whole objects: it repeats the patched one, with everything that is in it. */
function withoutObjects(text: string): string {
  const values = /: Invalid value: ("(?:[^"\\]|\\.)*")/g
  const short = text.replaceAll(values, (whole, value: string) =>
    value.length > longestValue ? '' : whole,
  )
  return short.replace(/^ "" is invalid: patch: /, 'the change is invalid: ').trim()
}
