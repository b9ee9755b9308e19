import type { KubeRequest, RequestDefaults } from './request.ts'
import type { RequestShare } from './request-gate.ts'

const serviceAccount = /^system:serviceaccount:([^:]+):/
const namespaceInPath = /\/namespaces\/([^/]+)/

/** The one that a request is for: the namespace of the account that it is made as, or else that of its object. */
export function shareOf(
  { path }: Pick<KubeRequest, 'path'>,
  { impersonation }: Pick<RequestDefaults, 'impersonation'>,
): RequestShare {
  if (impersonation === undefined)
    return { of: namespaceInPath.exec(path)?.[1] ?? '', isOther: false }
  const { user } = impersonation
  return { of: serviceAccount.exec(user)?.[1] ?? user, isOther: true }
}
