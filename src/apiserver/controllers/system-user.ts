import type { WriteContext } from '../registry/registry.ts'
import type { User } from '../registry/user.ts'
import type { Served } from '../registry/served.ts'
import { StatusError } from '../errors.ts'

/** The user that the server is where it acts by itself. */
const systemUser: User = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:masters'],
  extra: {},
}

/** A write of the server's own. */
export function systemContext(served: Served, namespace: string, subresource = ''): WriteContext {
  return {
    served,
    subresource,
    namespace,
    user: systemUser,
    manager: 'kube-apiserver',
    dryRun: false,
    options: {},
    warn: () => {},
  }
}

/** Somebody else may have deleted meanwhile what a controller wanted to change; then there is nothing to do. */
export async function unlessGone<Result>(
  work: () => Promise<Result>,
  codes: readonly number[] = [404, 409],
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StatusError && codes.includes(error.code)) return undefined
    throw error
  }
}
