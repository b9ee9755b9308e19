import { apiGroup } from '../../kinds/group.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import type { Action } from '../../kube/objects/review-access.ts'
import { splitKey } from '../../controller/object-store.ts'

/**
 * The action that an account needs a right for, to depend on a plugin of another namespace or to
 * hold it.
 */
export function pluginAction(verb: 'get' | 'hold', key: string): Action {
  return { verb, group: apiGroup, resource: pluginKind.plural, ...splitKey(key) }
}
