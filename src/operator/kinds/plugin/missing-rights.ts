import type { Obstacle } from '../../pass/obstacle.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Action } from '../../../kube/objects/review-access.ts'
import { obstacleOf } from '../../pass/obstacle-of.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import { type ActingPlatform, accountOf } from '../../clusters/account.ts'
import type { ReleasePlace } from '../../clusters/release-objects.ts'
import { resourceOf } from '../../pass/watched-objects.ts'
import type { PluginReads } from './context.ts'

/** A right that is missing: to what, in words, and what it would be for. */
export interface MissingRight extends Action {
  readonly shown: string
  readonly why: string
}

/** Tells which account needs which right, in the same words whether or not there is such a thing. */
export function forbidden(
  { shown, why, verb, group, resource, namespace }: MissingRight,
  plugin: Plugin,
  platform: ActingPlatform,
): Obstacle {
  const account = accountOf(plugin, platform) ?? ''
  const who = `service account ${plugin.metadata.namespace}/${account}`
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  const kind = group === '' ? resource : `${resource}.${group}`
  const message = `${who} may not ${verb} ${shown}${where}, ${why}: allow it the verb ${verb} on ${kind}${where}`
  return { reason: 'Forbidden', message, again: 'on-event' }
}

/** Why an account may not know of releases where its plugin's is to be; undefined when it may. */
export async function recordsRefusal(
  plugin: Plugin,
  {
    place: { namespace },
    target,
  }: { readonly place: ReleasePlace; readonly target: TargetCluster },
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  if (namespace === plugin.metadata.namespace) return undefined
  const action = { verb: 'list', group: '', resource: 'secrets', namespace }
  const why = 'where the records of its release are'
  try {
    if (await target.rights.may(plugin, action, signal)) return undefined
    return forbidden({ ...action, shown: 'Secrets', why }, plugin, target)
  } catch (error) {
    if (signal.aborted) throw error
    return obstacleOf(error, 'ClusterUnreachable')
  }
}

/** Why an account may not know of the objects that values come from; undefined when it may. */
export async function valuesRefusal(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const { namespace } = plugin.metadata
  for (const { kind, name } of plugin.spec.valuesFrom) {
    const action = { verb: 'get', group: '', resource: resourceOf(kind).resource, namespace, name }
    if (await context.rights.may(plugin, action, signal)) continue
    const why = 'which valuesFrom names'
    return forbidden({ ...action, shown: `${kind} ${name}`, why }, plugin, context)
  }
  return undefined
}
