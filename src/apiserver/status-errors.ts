import { StatusError, type StatusCause, type StatusDetails } from './errors.ts'

// The failures of the API, with the texts of Kubernetes' own server.

/** A resource as errors name it. */
export interface GroupResource {
  readonly group: string
  readonly resource: string
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message)
}

export function unauthorized(message = 'Unauthorized'): StatusError {
  return new StatusError(401, 'Unauthorized', message)
}

/** Something about one object is not allowed. */
export function forbidden(of: GroupResource, name: string, why: string): StatusError {
  const what = name === '' ? qualified(of) : `${qualified(of)} ${quoted(name)}`
  return new StatusError(403, 'Forbidden', `${what} is forbidden: ${why}`, {
    details: detailsOf(of, name),
  })
}

export function notFound(of: GroupResource, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${qualified(of)} ${quoted(name)} not found`, {
    details: detailsOf(of, name),
  })
}

/** Nothing is served at the path. */
export function nothingServed(): StatusError {
  const message = 'the server could not find the requested resource'
  return new StatusError(404, 'NotFound', message, { details: {} })
}

export function methodNotAllowed(): StatusError {
  const message = 'the server does not allow this method on the requested resource'
  return new StatusError(405, 'MethodNotAllowed', message, { details: {} })
}

export function alreadyExists(of: GroupResource, name: string): StatusError {
  return new StatusError(409, 'AlreadyExists', `${qualified(of)} ${quoted(name)} already exists`, {
    details: detailsOf(of, name),
  })
}

/** 409: the object is not as the writer thought; `causes` names fields that others own. */
export function conflict(
  of: GroupResource,
  name: string,
  why: string,
  causes: readonly StatusCause[] = [],
): StatusError {
  const message = `Operation cannot be fulfilled on ${qualified(of)} ${quoted(name)}: ${why}`
  return new StatusError(409, 'Conflict', message, {
    details: { ...detailsOf(of, name), ...(causes.length > 0 && { causes }) },
  })
}

/** The message for an update whose resourceVersion is not the current one. */
export const modifiedMeanwhile =
  'the object has been modified; please apply your changes to the latest version and try again'

/** 410: the version that was asked for is no longer in the history, so the client has to list again. */
export function expired(message: string): StatusError {
  return new StatusError(410, 'Expired', message)
}

/** 413: the body has more than `limit` bytes. */
export function tooLarge(limit: number): StatusError {
  const message = `Request entity is too large: limit is ${limit}`
  return new StatusError(413, 'RequestEntityTooLarge', message)
}

export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const list = accepted.join(', ')
  const message = `the body of the request was in an unknown format - accepted media types include: ${list}`
  return new StatusError(415, 'UnsupportedMediaType', message)
}

export function internalError(message: string, cause?: unknown): StatusError {
  return new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
    cause,
  })
}

/** `pods`, or with a group `deployments.apps`. */
function qualified(of: GroupResource): string {
  return of.group === '' ? of.resource : `${of.resource}.${of.group}`
}

function detailsOf(of: GroupResource, name: string): StatusDetails {
  return {
    ...(name !== '' && { name }),
    ...(of.group !== '' && { group: of.group }),
    kind: of.resource,
  }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
