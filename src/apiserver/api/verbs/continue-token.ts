import type { StatusError } from '../../errors.ts'
import { badRequest } from '../../status-errors.ts'

/** Where a list goes on: at which revision (-1: the present one) and from which name. */
export interface ContinueToken {
  readonly revision: number
  /** Inclusive; a name that no object can have stands for "after the object of that name". */
  readonly start: string
}

const version = 'meta.k8s.io/v1'

export function writeContinue({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: version, rv: revision, start })).toString('base64url')
}

/** Reads the token of a page. Throws a StatusError for a token that is not ours. */
export function readContinue(token: string): ContinueToken {
  const illegal = /[^A-Za-z0-9_-]/.exec(token)
  if (illegal !== null) throw refuse(`: illegal base64 data at input byte ${illegal.index}`)
  let parsed: { v?: unknown; rv?: unknown; start?: unknown }
  try {
    parsed = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as typeof parsed
  } catch {
    const [first = ''] = Buffer.from(token, 'base64url').toString('latin1')
    throw refuse(`: invalid character '${first}' looking for beginning of value`)
  }
  if (parsed.v !== version) {
    throw refuse(
      `: server does not recognize this encoded version ${JSON.stringify(parsed.v ?? '')}`,
    )
  }
  if (typeof parsed.rv !== 'number' || parsed.rv === 0) {
    throw refuse(': incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  }
  if (typeof parsed.start !== 'string' || parsed.start === '') {
    throw refuse(': encoded start key empty (version meta.k8s.io/v1)')
  }
  return { revision: parsed.rv, start: parsed.start }
}

function refuse(why: string): StatusError {
  return badRequest(`invalid continue token: continue key is not valid${why}`)
}
