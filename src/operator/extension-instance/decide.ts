import { satisfies, parseConstraint } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { describeProblems, compileJsonSchema } from '../../formats/json-schema/json-schema.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import type { Reason } from '../../kinds/conditions.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { printCanonicalJson, printJson } from '../../objects/json-text.ts'
import { RenderError } from '../../template/errors.ts'
import type { Obstacle } from '../plugin/observation.ts'
import { dependencyLabel, kubernetesAnnotation, sourceAnnotation } from './names.ts'
import {
  type ClusterSeen,
  type DependencySeen,
  type Observation,
  isObstacle,
} from './observation.ts'
import { type PluginWish, minorOf, pluginWish, saysAlready } from './plugin-spec.ts'

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
  | { readonly do: 'wait-for-plugin'; readonly message: string }
  /** It came because others needed it, and none does any more. */
  | { readonly do: 'collect' }
  | { readonly do: 'refuse'; readonly obstacle: Obstacle }
  /** Woken when what it waits for comes; what runs stays as it is. */
  | { readonly do: 'wait'; readonly reason: Reason; readonly for: readonly string[] }
  | { readonly do: 'install-needed'; readonly extensions: readonly string[] }
  | { readonly do: 'write'; readonly wish: PluginWish }
  | { readonly do: 'keep'; readonly because: string }
  | { readonly do: 'rest' }

/** What is to be done for an instance. */
export function decide(seen: Observation): Decision {
  const { instance, plugin } = seen
  if (plugin !== undefined && !plugin.isOurs) return foreignPlugin(seen)
  if (instance.metadata.deletionTimestamp !== undefined) return leave(seen)
  const isCollected = instance.metadata.labels[dependencyLabel] === 'true'
  if (isCollected && seen.neededBy.length === 0) return { do: 'collect' }
  if (!instance.spec.enabled && plugin === undefined) return { do: 'rest' }
  return decideSource(seen)
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
  if (metadata.deletionTimestamp !== undefined) return { do: 'wait-for-plugin', message }
  return { do: 'delete-plugin', because: 'deleted', message }
}

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
      return { do: 'keep', because: choice.because }
    case 'uninstall':
      return retire(seen, choice.because)
    case 'take':
      return decideMove(seen, cluster)
  }
}

function hindered(obstacle: Obstacle): Decision {
  if (obstacle.again !== 'on-event') return { do: 'refuse', obstacle }
  return { do: 'wait', reason: obstacle.reason, for: [obstacle.message] }
}

function retire({ plugin }: Observation, message: string): Decision {
  if (plugin === undefined) return { do: 'keep', because: message }
  if (plugin.plugin.metadata.deletionTimestamp !== undefined) {
    return { do: 'wait-for-plugin', message }
  }
  return { do: 'delete-plugin', because: 'retired', message }
}

function decideMove(seen: Observation, cluster: ClusterSeen): Decision {
  const { choice, plugin, extension, parameters, resolved } = seen
  if (choice.is !== 'take' || extension === undefined) return { do: 'rest' }
  if (isObstacle(parameters)) return hindered(parameters)
  const complaint = parameterProblems(extension.spec.parameters, parameters)
  if (complaint !== '') {
    const message = `the parameters are not what ${extension.metadata.name} takes: ${complaint}`
    return { do: 'refuse', obstacle: { reason: 'InvalidParameters', message, again: 'on-change' } }
  }
  const follows = followsKubernetes(seen, cluster)
  if (cluster.hold !== undefined && follows) return hindered(cluster.hold)
  // What others stand on moves first, before an upgrade of the cluster as well as after it.
  const late = seen.dependencies.filter(({ isMoving }) => isMoving)
  if (late.length > 0 && (follows || movesForTarget(seen, cluster)))
    return { do: 'wait', reason: 'Waiting', for: late.map(lateText) }
  if (isObstacle(resolved)) return hindered(resolved)
  const missing = seen.dependencies.filter(({ giver }) => giver === undefined)
  if (missing.length > 0 && plugin === undefined) return lacking(seen, missing)
  const wrong = seen.dependencies.flatMap(versionProblem)
  if (wrong.length > 0 && plugin === undefined) return { do: 'wait', reason: 'Waiting', for: wrong }
  return writeOrRest(seen, cluster)
}

function movesForTarget({ plugin, choice }: Observation, { target }: ClusterSeen): boolean {
  if (target === undefined || plugin === undefined || choice.is !== 'take') return false
  return currentKeyOf({ plugin }) !== choice.offer.key
}

function lateText({ extension }: DependencySeen): string {
  return `extension ${extension}, which follows Kubernetes first`
}

// Whether the source is another one because the cluster is.
function followsKubernetes(seen: Observation, cluster: ClusterSeen): boolean {
  const { plugin, choice } = seen
  if (plugin === undefined || choice.is !== 'take') return false
  const chosenFor = plugin.plugin.metadata.annotations[kubernetesAnnotation]
  return currentKeyOf(seen) !== choice.offer.key && chosenFor !== minorOf(cluster)
}

/** Which source the plugin was written from. */
export function currentKeyOf({ plugin }: Pick<Observation, 'plugin'>): string | undefined {
  return plugin?.plugin.metadata.annotations[sourceAnnotation]
}

function lacking({ instance }: Observation, missing: readonly DependencySeen[]): Decision {
  const extensions = missing.map(({ extension }) => extension)
  if (instance.spec.dependencies === 'install') return { do: 'install-needed', extensions }
  const lines = extensions.map((name) => `extension ${name}, which has no instance on the cluster`)
  return { do: 'wait', reason: 'Waiting', for: lines }
}

function versionProblem({ extension, range, giver }: DependencySeen): string[] {
  const version = giver?.status.version
  if (giver === undefined || range === undefined) return []
  if (version === undefined) return [`extension ${extension}, whose version is not chosen yet`]
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version)
  const fits = constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)
  return fits ? [] : [`extension ${extension} in version ${range}, which is ${version}`]
}

function writeOrRest(seen: Observation, cluster: ClusterSeen): Decision {
  const { instance, extension, choice, resolved, parameters, globals, plugin } = seen
  if (choice.is !== 'take' || extension === undefined || isObstacle(parameters))
    return { do: 'rest' }
  const needs = needsOf(seen)
  try {
    const wish = pluginWish({
      instance,
      extension,
      cluster,
      offer: choice.offer,
      resolved: isObstacle(resolved) ? undefined : resolved,
      parameters,
      globals,
      needs,
      before: plugin?.plugin,
    })
    const isSame = plugin !== undefined && saysAlready(plugin.plugin, wish)
    if (isSame && secretText(wish) === seen.writtenValues) return { do: 'rest' }
    return { do: 'write', wish }
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = `the values document of ${choice.offer.key} fails: ${error.message}`
    return { do: 'refuse', obstacle: { reason: 'InvalidParameters', message, again: 'on-change' } }
  }
}

// What is installed keeps what it needs: who gives it cannot go before it, also when it is asked to.
function needsOf({ dependencies, plugin }: Observation): readonly string[] {
  const given = dependencies.flatMap(({ giver }) =>
    giver === undefined ? [] : [`${giver.metadata.namespace}/${giver.metadata.name}`],
  )
  const isLost = dependencies.some(({ giver }) => giver === undefined)
  const before = isLost ? (plugin?.plugin.spec.dependsOn ?? []) : []
  return [...new Set([...given, ...before.flatMap((one) => one.plugin ?? [])])]
}

/** One text for what a Secret holds; undefined when there is none. */
export function secretText({ secret }: Pick<PluginWish, 'secret'>): string | undefined {
  return secret === undefined ? undefined : printCanonicalJson(secret)
}

const schemaAddress = 'file:///parameters.schema.json'

function parameterProblems(schema: JsonRecord | undefined, parameters: JsonRecord): string {
  if (schema === undefined) return ''
  return describeProblems(compiledOf(schema), decodeJson(printJson(parameters), 'map')).join('; ')
}

const compiledSchemas = new WeakMap<JsonRecord, ReturnType<typeof compileJsonSchema>>()

// Once for each state of an Extension: thousands of instances may be of one.
function compiledOf(schema: JsonRecord): ReturnType<typeof compileJsonSchema> {
  const known = compiledSchemas.get(schema) ?? compileJsonSchema(printJson(schema), schemaAddress)
  compiledSchemas.set(schema, known)
  return known
}
