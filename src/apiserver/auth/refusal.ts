import { StatusError } from '../errors.ts'
import type { User } from '../registry/user.ts'
import { forbidden } from '../status-errors.ts'
import type { Access } from './access.ts'

/** The error for a user who has no right to an access; a reason comes after it. */
export function refusalOf(user: User, access: Access, reason = ''): StatusError {
  const who = `User ${JSON.stringify(user.name)} cannot ${access.verb}`
  const because = reason === '' ? '' : `: ${reason}`
  if (access.what === 'path') {
    const message = `forbidden: ${who} path ${JSON.stringify(access.path)}${because}`
    return new StatusError(403, 'Forbidden', message, { details: {} })
  }
  const { group, resource, subresource, namespace, name } = access
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  const where =
    namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const why = `${who} resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)} ${where}`
  return forbidden({ group, resource }, name, `${why}${because}`)
}
