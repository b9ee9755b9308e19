import { satisfies, parseConstraint } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { isWanted } from '../../catalog/choice/choose-source.ts'
import type { Offer } from '../../catalog/choice/offer.ts'
import type { Reason } from '../../kinds/conditions.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { RenderError } from '../../template/errors.ts'
import { isInstalled } from '../is-installed.ts'
import type { Obstacle } from '../plugin/observation.ts'
import { dependencyLabel, kubernetesAnnotation, sourceAnnotation } from './names.ts'
import {
  type ClusterSeen,
  type DependencySeen,
  type Observation,
  isObstacle,
} from './observation.ts'
import { parameterProblems } from './parameter-problems.ts'
import {
  type PluginWish,
  documentOf,
  lacksValues,
  pluginWish,
  runningOffer,
  saysAlready,
  secretNameOf,
} from './plugin-spec.ts'
import { takesSecrets } from './takes-secrets.ts'

export type Decision =
  /** Everything is gone: so may the instance. */
  | { readonly do: 'let-go' }
  /** The plugin goes first, and its release with it. */
  | {
      readonly do: 'delete-plugin'
      readonly because: 'deleted' | 'retired'
      readonly message: string
    }
  /** The plugin is on its way out. */
  | { readonly do: 'wait-for-plugin'; readonly message: string; readonly reason?: Reason }
  /** It came because others needed it, and none does any more. */
  | { readonly do: 'collect' }
  | { readonly do: 'refuse'; readonly obstacle: Obstacle; readonly others?: 'are applied' }
  /** Woken when what it waits for comes; what runs stays as it is. */
  | {
      readonly do: 'wait'
      readonly reason: Reason
      readonly for: readonly string[]
      /** What runs has everything else that was said of it. */
      readonly others?: 'are applied'
    }
  | {
      readonly do: 'install-needed'
      readonly needs: readonly Need[]
      readonly others?: 'are applied'
    }
  | {
      readonly do: 'write'
      readonly wish: PluginWish
      /** Why this is not yet what was chosen, but what runs with what else was said of it. */
      readonly hindered?: Hindrance
    }
  /** The plugin is uninstalled; everything else of it stays. */
  | { readonly do: 'switch-off' }
  /** There is nothing that could be kept as it is, and nothing to come. */
  | { readonly do: 'stay-away'; readonly because: string }
  | { readonly do: 'rest' }

/** An extension, and which versions of it will do. */
export interface Need {
  readonly extension: string
  readonly range: string | undefined
}

/** What is to be done for an instance. */
export function decide(seen: Observation): Decision {
  const { instance, plugin } = seen
  if (plugin !== undefined && !plugin.isOurs) return foreignPlugin(seen)
  if (instance.metadata.deletionTimestamp !== undefined) return leave(seen)
  if (isCollected(instance) && seen.neededBy.length === 0) return { do: 'collect' }
  // Whatever else is wrong: who switches off wants it gone.
  if (!instance.spec.enabled)
    return plugin?.plugin.spec.enabled === true ? { do: 'switch-off' } : { do: 'rest' }
  return decideSource(seen)
}

/** Whether it came because others need it, and nobody has said anything of it since: then it goes with them. */
export function isCollected({ metadata }: ExtensionInstance): boolean {
  return metadata.labels[dependencyLabel] === 'true' && metadata.generation === 1
}

function foreignPlugin({ instance, hasFinalizer }: Observation): Decision {
  const { name, namespace, deletionTimestamp } = instance.metadata
  if (deletionTimestamp !== undefined) return hasFinalizer ? { do: 'let-go' } : { do: 'rest' }
  const message = `there is a Plugin ${namespace}/${name} already that is not of this instance: delete it, or name the instance otherwise`
  return { do: 'refuse', obstacle: { reason: 'Conflict', message, again: 'on-event' } }
}

function leave({ plugin, hasFinalizer }: Observation): Decision {
  if (plugin === undefined) return hasFinalizer ? { do: 'let-go' } : { do: 'rest' }
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

function decideSource(seen: Observation): Decision {
  const { instance, extension, problems, cluster, choice } = seen
  const { extension: name } = instance.spec
  if (extension === undefined) {
    return {
      do: 'wait',
      reason: 'ExtensionNotFound',
      for: [`Extension ${name}, which does not exist`],
    }
  }
  if (problems.length > 0) {
    const line = `Extension ${name}, which is not valid: ${problems.join('; ')}`
    return { do: 'wait', reason: 'InvalidSpec', for: [line] }
  }
  if (isObstacle(cluster)) return hindered(cluster)
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

/** What keeps from taking a source. */
export type Hindrance = Extract<Decision, { readonly do: 'refuse' | 'wait' | 'install-needed' }>

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

function decideMove(seen: Observation, cluster: ClusterSeen): Decision {
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
  // What runs is as it is to be for now, and who asks is told what for.
  const isHeld = decision.do === 'rest' && isBehind(seen, cluster) && cluster.hold === undefined
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
  if (cluster.hold !== undefined && follows) return hindered(cluster.hold)
  // What others stand on moves first, before an upgrade of the cluster as well as after it.
  const movesEarly = isOther && plugin !== undefined && cluster.target !== undefined
  if (late.length > 0 && (follows || movesEarly)) return waitForLate(late)
  if (isObstacle(resolved)) return hindered(resolved)
  // What runs goes on without; what comes, comes back or becomes another does not.
  const isComing = plugin?.plugin.spec.enabled !== true || !isInstalled(plugin.plugin)
  const isChanging = isComing || (offer !== undefined && currentKeyOf(seen) !== offer.key)
  if (!isChanging) return undefined
  const missing = seen.dependencies.filter(({ giver }) => giver === undefined)
  if (missing.length > 0) return lacking(seen, missing)
  const wrong = seen.dependencies.flatMap(versionProblem)
  return wrong.length > 0 ? { do: 'wait', reason: 'Waiting', for: wrong } : undefined
}

// What is no longer listed follows nothing.
function isBehind(seen: Observation, cluster: ClusterSeen): boolean {
  const isListed = seen.plugin !== undefined && seen.choice.is === 'take'
  return isListed && chosenFor(seen) !== cluster.version
}

// Sources may be of one chart and differ in what they make of parameters.
function isOtherSource(seen: Observation, { key, kind, values }: Offer): boolean {
  if (currentKeyOf(seen) !== key || seen.plugin?.plugin.spec.kind !== kind) return true
  return documentOf(seen.plugin.plugin, seen.writtenValues?.data ?? {}) !== values
}

function waitForLate(late: readonly DependencySeen[]): Hindrance {
  return { do: 'wait', reason: 'Waiting', for: late.map(lateText) }
}

// What runs takes what is said of it, with the source that it has, while another one cannot be taken.
function meanwhile(seen: Observation, cluster: ClusterSeen, hindrance: Hindrance): Decision {
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
  const isHeld = cluster.hold !== undefined || late.length > 0 || seen.choice.is === 'keep'
  return before === undefined || !isHeld ? cluster : { ...cluster, version: before }
}

function lateText({ extension }: DependencySeen): string {
  return `extension ${extension}, which follows Kubernetes first`
}

/** Which version of Kubernetes the plugin was written for. */
export function chosenFor({ plugin }: Pick<Observation, 'plugin'>): string | undefined {
  return plugin?.plugin.metadata.annotations[kubernetesAnnotation]
}

/** Which source the plugin was written from. */
export function currentKeyOf({ plugin }: Pick<Observation, 'plugin'>): string | undefined {
  return plugin?.plugin.metadata.annotations[sourceAnnotation]
}

function lacking({ instance }: Observation, missing: readonly DependencySeen[]): Hindrance {
  const needs = missing.filter(({ holder }) => holder === undefined)
  if (instance.spec.dependencies === 'install' && needs.length > 0)
    return { do: 'install-needed', needs }
  return { do: 'wait', reason: 'Waiting', for: missing.map(missingText) }
}

function missingText({ extension, holder }: DependencySeen): string {
  if (holder === undefined) return `extension ${extension}, which has no instance on the cluster`
  const { metadata, spec } = holder
  const name = `${metadata.namespace}/${metadata.name}`
  if (metadata.deletionTimestamp !== undefined)
    return `extension ${extension}, whose instance ${name} is being deleted`
  if (spec.extension === extension && !spec.enabled)
    return `extension ${extension}, whose instance ${name} is disabled`
  return `extension ${extension}, which has no instance on the cluster; ${name} is one of ${spec.extension}`
}

function versionProblem({ extension, range, giver }: DependencySeen): string[] {
  const version = giver?.status.version
  if (giver === undefined || range === undefined) return []
  if (version === undefined) return [`extension ${extension}, which is not installed yet`]
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version)
  const fits = constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)
  return fits ? [] : [`extension ${extension} in version ${range}, which is ${version}`]
}

interface Running {
  readonly offer: Offer
  readonly needs: readonly string[]
}

function writeOrRest(seen: Observation, cluster: ClusterSeen, running?: Running): Decision {
  const { instance, extension, resolved, parameters, globals, plugin, writtenValues } = seen
  const offer = running?.offer ?? wantedOffer(seen)
  if (offer === undefined || extension === undefined || isObstacle(parameters))
    return { do: 'rest' }
  const needs = running?.needs ?? needsOf(seen)
  try {
    const wish = pluginWish({
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
    const isSame = plugin !== undefined && saysAlready(plugin.plugin, wish)
    if (wish.secret !== undefined && writtenValues?.isOurs === false) return foreignSecret(instance)
    const ours = writtenValues?.isOurs === true ? writtenValues.data : undefined
    if (isSame && holdsAlready(ours, wish.secret)) return { do: 'rest' }
    return { do: 'write', wish }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = `the values document of ${offer.key} fails${failureText(error, instance)}`
    return { do: 'refuse', obstacle: { reason: 'InvalidParameters', message, again: 'on-change' } }
  }
}

// What is no longer listed is not touched, but takes what somebody says of it.
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

// What is installed keeps what it needs: who gives it cannot go before it, also when it is asked to.
function needsOf({ dependencies, plugin }: Observation): readonly string[] {
  // Nor does one that never came take the place of one that runs.
  const runs = plugin !== undefined && isInstalled(plugin.plugin)
  const given = dependencies.flatMap(({ giver, standing }) => {
    const isOld = runs && standing !== undefined && (giver === undefined || !isInstalled(giver))
    if (isOld) return [standing]
    return giver === undefined ? [] : [`${giver.metadata.namespace}/${giver.metadata.name}`]
  })
  const isLost = given.length < dependencies.length
  const before = isLost ? (plugin?.plugin.spec.dependsOn ?? []) : []
  return [...new Set([...given, ...before.flatMap((one) => one.plugin ?? [])])]
}

// What the plugin had before may still be in it.
function holdsAlready(ours: PluginWish['secret'], wanted: PluginWish['secret']): boolean {
  if (wanted === undefined) return ours === undefined
  return Object.entries(wanted).every(([key, text]) => ours?.[key] === text)
}
