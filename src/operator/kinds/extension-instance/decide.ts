import type { Decision, Hindrance } from './decision.ts'
import { askFit, chosenFor, currentKeyOf, isCollected } from './choose.ts'
import { lacking, versionProblem, waitForLate } from './dependencies.ts'
import { writeOrRest } from './write-or-rest.ts'
import { isObstacle, type Obstacle } from '../../pass/obstacle.ts'
import { isWanted } from '../../../catalog/choice/choose-source.ts'
import type { Offer } from '../../../catalog/choice/offer.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import { isInstalled } from '../../pass/is-installed.ts'
import type { ClusterSeen, DependencySeen, Observation, Question } from './observation.ts'
import { parameterProblems } from './parameters/parameter-problems.ts'
import { documentOf, lacksValues, runningOffer } from './desired-plugin.ts'

/** Decides what is done for an instance. */
export function decide(seen: Question): Decision {
  const { instance, plugin } = seen
  if (plugin !== undefined && !plugin.isOurs) return foreignPlugin(seen)
  if (instance.metadata.deletionTimestamp !== undefined) return leave(seen)
  // An instance does not lose its release because of a spec that does not stay.
  if (seen.enforcing !== undefined) return waitForProfile(seen.enforcing)
  if (isCollected(instance) && seen.neededBy.length === 0) return { do: 'collect' }
  // Switching off goes before every other problem: the user wants it gone.
  if (!instance.spec.enabled)
    return plugin?.plugin.spec.enabled === true ? { do: 'switch-off' } : { do: 'rest' }
  return decideSource(seen)
}

function waitForProfile(profile: string): Decision {
  const line = `Profile ${profile}, which enforces another spec and puts it back`
  return { do: 'wait', reason: 'Waiting', for: [line] }
}

function foreignPlugin({ instance, hasFinalizer }: Observation): Decision {
  const { name, namespace, deletionTimestamp } = instance.metadata
  if (deletionTimestamp !== undefined)
    return hasFinalizer ? { do: 'remove-finalizer' } : { do: 'rest' }
  const message = `there is a Plugin ${namespace}/${name} already that is not of this instance: delete it, or name the instance otherwise`
  return { do: 'refuse', obstacle: { reason: 'Conflict', message, again: 'on-event' } }
}

function leave({ plugin, hasFinalizer }: Observation): Decision {
  if (plugin === undefined) return hasFinalizer ? { do: 'remove-finalizer' } : { do: 'rest' }
  const { metadata } = plugin.plugin
  const message = `its Plugin ${metadata.namespace}/${metadata.name} is being uninstalled`
  if (metadata.deletionTimestamp === undefined)
    return { do: 'delete-plugin', because: 'deleted', message }
  const ready = plugin.plugin.status.conditions?.find(({ type }) => type === 'Ready')
  const reason = hindrances.find((one) => one === ready?.reason)
  if (ready === undefined || reason === undefined) return { do: 'wait-for-plugin', message }
  return { do: 'wait-for-plugin', message: `${message}: ${ready.message}`, reason }
}

/** Why a Plugin may be unable to go. */
const hindrances: readonly Reason[] = [
  'ClusterNotFound',
  'ClusterUnreachable',
  'NeededByOthers',
  'UninstallFailed',
  'Forbidden',
  'AccountMissing',
]

function decideSource(seen: Question): Decision {
  const { instance, extension, problems, cluster, choice } = seen
  const { extension: name } = instance.spec
  if (extension === undefined) {
    return {
      do: 'wait',
      reason: 'ExtensionNotFound',
      for: [`Extension ${name}, which does not exist`],
    }
  }
  if (!seen.isVisible) {
    const line = `Extension ${name}, which is not for namespace ${instance.metadata.namespace}`
    return { do: 'wait', reason: 'NotVisible', for: [line] }
  }
  if (problems.length > 0) {
    const line = `Extension ${name}, which is not valid: ${problems.join('; ')}`
    return { do: 'wait', reason: 'InvalidSpec', for: [line] }
  }
  if (isObstacle(cluster)) return hindered(cluster)
  if (seen.fit.is === 'not-asked') return askFit(seen, extension, cluster)
  switch (choice.is) {
    case 'none':
      return { do: 'wait', reason: 'NoSource', for: [choice.because] }
    case 'keep':
      if (seen.plugin === undefined) return { do: 'stay-away', because: choice.because }
      return decideMove(seen, cluster)
    case 'uninstall':
      return retire(seen, choice.because)
    case 'take':
      return decideMove(seen, cluster)
  }
}

function hindered(obstacle: Obstacle): Hindrance {
  if (obstacle.again !== 'on-event') return { do: 'refuse', obstacle }
  return { do: 'wait', reason: obstacle.reason, for: [obstacle.message] }
}

function retire({ plugin }: Observation, message: string): Decision {
  if (plugin === undefined) return { do: 'stay-away', because: message }
  if (plugin.plugin.metadata.deletionTimestamp !== undefined) {
    return { do: 'wait-for-plugin', message }
  }
  return { do: 'delete-plugin', because: 'retired', message }
}

function decideMove(seen: Question, cluster: ClusterSeen): Decision {
  const { extension, parameters, instance } = seen
  if (extension === undefined) return { do: 'rest' }
  if (isObstacle(parameters)) return hindered(parameters)
  const complaint = parameterProblems(extension.spec.parameters, parameters, instance)
  if (complaint !== '') {
    const message = `the parameters are not what ${extension.metadata.name} takes: ${complaint}`
    return { do: 'refuse', obstacle: { reason: 'InvalidParameters', message, again: 'on-change' } }
  }
  const late = seen.dependencies.filter(({ isMoving }) => isMoving)
  const hindrance = hindranceOf(seen, cluster, late)
  if (hindrance !== undefined) return meanwhile(seen, cluster, hindrance)
  const decision = writeOrRest(seen, stays(seen, cluster, late))
  // The plugin is as it should be for now, and the status says what the instance waits for.
  const isHeld =
    decision.do === 'rest' && isBehind(seen, cluster) && cluster.versionObstacle === undefined
  const waits = isHeld && late.length > 0
  return waits ? { ...waitForLate(late), others: 'are applied' } : decision
}

// Why the source that was chosen cannot be taken now.
function hindranceOf(
  seen: Observation,
  cluster: ClusterSeen,
  late: readonly DependencySeen[],
): Hindrance | undefined {
  const { plugin, resolved, choice } = seen
  const offer = choice.is === 'take' ? choice.offer : undefined
  const isOther = offer !== undefined && isOtherSource(seen, offer)
  const follows = isOther && isBehind(seen, cluster)
  if (cluster.versionObstacle !== undefined && follows) return hindered(cluster.versionObstacle)
  // The extensions that others depend on move first, before an upgrade of the cluster as well as
  // after it.
  const movesEarly = isOther && plugin !== undefined && cluster.target !== undefined
  if (late.length > 0 && (follows || movesEarly)) return waitForLate(late)
  if (isObstacle(resolved)) return hindered(resolved)
  // A running instance goes on without a dependency; one that is installed, enabled again or
  // changed waits for it.
  const isComing = plugin?.plugin.spec.enabled !== true || !isInstalled(plugin.plugin)
  const isChanging = isComing || (offer !== undefined && currentKeyOf(seen) !== offer.key)
  if (!isChanging) return undefined
  const missing = seen.dependencies.filter(({ provider }) => provider === undefined)
  if (missing.length > 0) return lacking(seen, missing)
  const wrong = seen.dependencies.flatMap(versionProblem)
  return wrong.length > 0 ? { do: 'wait', reason: 'Waiting', for: wrong } : undefined
}

// An instance whose version is no longer listed follows nothing.
function isBehind(seen: Observation, cluster: ClusterSeen): boolean {
  const isListed = seen.plugin !== undefined && seen.choice.is === 'take'
  return isListed && chosenFor(seen) !== cluster.version
}

// Sources may be of one chart and differ in what they make of parameters.
function isOtherSource(seen: Observation, { key, kind, values }: Offer): boolean {
  if (currentKeyOf(seen) !== key || seen.plugin?.plugin.spec.kind !== kind) return true
  return documentOf(seen.plugin.plugin, seen.writtenValues?.data ?? {}) !== values
}

// If the chosen source cannot be used yet, the instance keeps its current one and still applies
// other changes.
function meanwhile(seen: Question, cluster: ClusterSeen, hindrance: Hindrance): Decision {
  const { plugin, writtenValues } = seen
  if (plugin?.plugin.spec.enabled !== true) return hindrance
  const written = writtenValues?.data ?? {}
  // How its values were made is not known any more.
  if (lacksValues(plugin.plugin, written)) return hindrance
  const offer = runningOffer(plugin.plugin, written)
  const needs = plugin.plugin.spec.dependsOn.flatMap((one) => one.plugin ?? [])
  const version = chosenFor(seen) ?? cluster.version
  const decision = writeOrRest(seen, { ...cluster, version }, { offer, needs })
  const isAsked = isWanted(offer.version, seen.asked)
  const hindered: Hindrance = isAsked ? { ...hindrance, others: 'are applied' } : hindrance
  if (decision.do === 'write') return { ...decision, hindered }
  return decision.do === 'rest' ? hindered : decision
}

// The Kubernetes that it was chosen for goes on to count, until that may be followed and what it needs has.
function stays(
  seen: Observation,
  cluster: ClusterSeen,
  late: readonly DependencySeen[],
): ClusterSeen {
  const before = chosenFor(seen)
  const isHeld =
    cluster.versionObstacle !== undefined || late.length > 0 || seen.choice.is === 'keep'
  return before === undefined || !isHeld ? cluster : { ...cluster, version: before }
}
