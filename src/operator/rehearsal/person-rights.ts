import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { Rights } from '../clusters/account-rights.ts'
import { accountOf, actingAs } from '../clusters/account.ts'

/**
 * The rights of accounts, asked for by a person. One who may not act as the account sees everything here that the person may
 * see anyway.
 */
export function personRights(client: KubeClient, platformNamespace: string): Rights {
  return {
    may: async (actor, action, signal) => {
      if (accountOf(actor, { platformNamespace }) === undefined) return true
      try {
        return await reviewAccess(actingAs(client, actor, { platformNamespace }), action, signal)
      } catch (error) {
        if (isKubeError(error, 'forbidden')) return true
        throw error
      }
    },
  }
}
