import { isObstacle } from '../../pass/obstacle.ts'
import type { Offer } from '../../../catalog/choice/offer.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { RenderError } from '../../../template/errors.ts'
import type { ClusterSeen, Observation, Question } from './observation.ts'
import {
  type DesiredPlugin,
  lacksValues,
  desiredPlugin,
  runningOffer,
  alreadyMatches,
  secretNameOf,
} from './desired-plugin.ts'
import { takesSecrets } from './parameters/takes-secrets.ts'
import type { Decision } from './decision.ts'
import { needsOf } from './dependencies.ts'

interface Running {
  readonly offer: Offer
  readonly needs: readonly string[]
}

export function writeOrRest(seen: Question, cluster: ClusterSeen, running?: Running): Decision {
  const { instance, extension, resolved, parameters, globals, plugin, writtenValues } = seen
  const offer = running?.offer ?? wantedOffer(seen)
  if (offer === undefined || extension === undefined || isObstacle(parameters))
    return { do: 'rest' }
  const needs = running?.needs ?? needsOf(seen)
  try {
    const desired = desiredPlugin({
      instance,
      extension,
      cluster,
      offer,
      resolved: isObstacle(resolved) || running !== undefined ? undefined : resolved,
      parameters,
      globals,
      needs,
      before: plugin?.plugin,
      salt: seen.salt,
    })
    const isSame = plugin !== undefined && alreadyMatches(plugin.plugin, desired)
    if (desired.secret !== undefined && writtenValues?.isOurs === false)
      return foreignSecret(instance)
    const ours = writtenValues?.isOurs === true ? writtenValues.data : undefined
    if (isSame && holdsAlready(ours, desired.secret)) return { do: 'rest' }
    return { do: 'write', desired }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = `the values document of ${offer.key} fails${failureText(error, instance)}`
    return { do: 'refuse', obstacle: { reason: 'InvalidParameters', message, again: 'on-change' } }
  }
}

// An instance whose version is no longer listed keeps its source, but still applies other changes.
function wantedOffer({ choice, plugin, writtenValues }: Observation): Offer | undefined {
  if (choice.is === 'take') return choice.offer
  if (choice.is !== 'keep' || plugin === undefined) return undefined
  const written = writtenValues?.data ?? {}
  return lacksValues(plugin.plugin, written) ? undefined : runningOffer(plugin.plugin, written)
}

function foreignSecret(instance: ExtensionInstance): Decision {
  const { namespace } = instance.metadata
  const message = `there is a Secret ${namespace}/${secretNameOf(instance)} already that is not of this instance: delete it, or name the instance otherwise`
  return { do: 'refuse', obstacle: { reason: 'Conflict', message, again: 'on-event' } }
}

// A document may say anything, also what it was given.
function failureText({ message }: RenderError, instance: ExtensionInstance): string {
  if (!takesSecrets(instance)) return `: ${message}`
  const at = /source\/values:\d+(?::\d+)?/.exec(message)?.[0]
  const where = at === undefined ? '' : ` at ${at}`
  return `${where}; parameters come from Secrets, so what it says is not told`
}

// The Secret may still hold the keys that the plugin had before.
function holdsAlready(ours: DesiredPlugin['secret'], wanted: DesiredPlugin['secret']): boolean {
  if (wanted === undefined) return ours === undefined
  return Object.entries(wanted).every(([key, text]) => ours?.[key] === text)
}
