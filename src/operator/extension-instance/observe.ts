import { type Choice, type Wishes, chooseSource } from '../../catalog/choice/choose-source.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { getObject } from '../../kube/get-object.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { parseDuration } from '../duration.ts'
import { obstacleOf } from '../errors.ts'
import { checkExtension } from '../extension/check-extension.ts'
import { mergeValues } from '../plugin/merge-values.ts'
import type { Obstacle } from '../plugin/observation.ts'
import { dataOf } from '../plugin/prepare.ts'
import { resourceOf } from '../plugin/watched-objects.ts'
import { globalsOf } from '../profile/globals-of.ts'
import { matchingProfiles } from '../profile/matching-profiles.ts'
import { currentKeyOf, secretText } from './decide.ts'
import {
  dependencyLabel,
  finalizer,
  kubernetesAnnotation,
  sourceAnnotation,
  versionAnnotation,
} from './names.ts'
import {
  type ClusterSeen,
  type DependencySeen,
  type Globals,
  type Observation,
  type PluginSeen,
  type ResolvedTag,
  isObstacle,
} from './observation.ts'
import { minorOf, secretNameOf } from './plugin-spec.ts'
import { seeCluster } from './see-cluster.ts'
import { tagWish } from './source-fit.ts'
import type { InstanceWorld } from './world.ts'

/** Reads everything that a pass needs to know. */
export async function observe(
  instance: ExtensionInstance,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<Observation> {
  const { metadata, spec } = instance
  const extension = world.extensions.value(spec.extension)
  const cluster = seeCluster(instance, world)
  const plugin = seePlugin(instance, world)
  const isLeaving = metadata.deletionTimestamp !== undefined
  const labels = isObstacle(cluster) ? {} : cluster.labels
  const globals = globalsOf(matchingProfiles(world.profiles.values(), labels))
  const parameters = isLeaving ? {} : await parametersOf(instance, world, signal)
  const known = { instance, extension, cluster, plugin, parameters, globals }
  const { choice, obstacle } = await choiceFor(known, world, signal)
  return {
    instance,
    hasFinalizer: metadata.finalizers.includes(finalizer),
    extension,
    problems:
      extension === undefined
        ? []
        : checkExtension(extension, (name) => world.extensions.value(name)),
    cluster,
    plugin,
    choice,
    parameters,
    resolved: isLeaving
      ? undefined
      : (obstacle ?? (await resolveTag(choice, known, world, signal))),
    dependencies: (extension?.spec.dependsOn ?? []).map(({ extension: name, version }) => {
      const giver = giverOf(name, instance, world)
      return {
        extension: name,
        range: version,
        giver,
        isMoving: giver !== undefined && isMoving(giver, world),
      }
    }),
    neededBy: metadata.labels[dependencyLabel] === 'true' ? neededBy(instance, world) : [],
    globals,
    writtenValues: await writtenValues(instance, plugin, world, signal),
  }
}

function seePlugin(
  { metadata }: ExtensionInstance,
  { plugins }: InstanceWorld,
): PluginSeen | undefined {
  const known = plugins.at(`${metadata.namespace}/${metadata.name}`)
  if (known?.parsed.ok !== true) return undefined
  const owners = known.object.metadata['ownerReferences']
  const isOurs =
    Array.isArray(owners) &&
    owners.some((owner: { readonly uid?: unknown }) => owner.uid === metadata.uid)
  return { plugin: known.parsed.value, isOurs }
}

interface ChoiceKnown {
  readonly instance: ExtensionInstance
  readonly extension: Extension | undefined
  readonly cluster: ClusterSeen | Obstacle
  readonly plugin: PluginSeen | undefined
  readonly parameters: JsonRecord | Obstacle
  readonly globals: Globals
}

interface Chosen {
  readonly choice: Choice
  /** Why it is not known whether what was chosen fits. */
  readonly obstacle?: Obstacle
}

// What is chosen by its range may say of itself that it cannot be there: then the next best is.
async function choiceFor(
  known: ChoiceKnown,
  { fit }: InstanceWorld,
  signal: AbortSignal,
): Promise<Chosen> {
  const { instance, extension, cluster, parameters, globals } = known
  if (extension === undefined) {
    return { choice: { is: 'none', because: 'there is no such Extension' } }
  }
  if (isObstacle(cluster)) return { choice: { is: 'none', because: cluster.message } }
  const unfit = new Map<string, string>()
  for (;;) {
    const choice = chooseSource(extension.spec, {
      ...wishesOf(known, cluster),
      unfit: ({ key }) => unfit.get(key),
    })
    if (choice.is !== 'take' || isObstacle(parameters)) return { choice }
    const { offer } = choice
    if (unfit.has(offer.key) || isProven(offer.key, known, cluster)) return { choice }
    const question = { offer, instance, extension, cluster, parameters, globals: globals.values }
    const why = await fit.whyNot(question, signal)
    if (why === undefined) return { choice }
    if (typeof why !== 'string') return { choice, obstacle: why }
    unfit.set(offer.key, why)
  }
}

function wishesOf(
  { instance, plugin }: Pick<ChoiceKnown, 'instance' | 'plugin'>,
  cluster: ClusterSeen,
): Wishes {
  const { spec, status } = instance
  const notes = plugin?.isOurs === true ? plugin.plugin.metadata.annotations : {}
  // A plugin that is gone was the one that the status tells of.
  const version = notes[versionAnnotation] ?? status.version
  const key = notes[sourceAnnotation] ?? status.source
  return {
    kubernetes: cluster.version,
    upgrade: spec.upgrade,
    ...(cluster.target === undefined ? {} : { target: cluster.target }),
    ...(spec.version === undefined ? {} : { version: spec.version }),
    ...(version === undefined || key === undefined ? {} : { current: { version, key } }),
  }
}

// What is installed was found to fit this version of Kubernetes; what it renders to is its Plugin's to tell.
function isProven(key: string, { instance, plugin }: ChoiceKnown, cluster: ClusterSeen): boolean {
  if (instance.metadata.deletionTimestamp !== undefined) return true
  if (plugin?.isOurs !== true) return false
  const { metadata, status } = plugin.plugin
  const isInstalled = status.conditions?.some(
    ({ type, status: is }) => type === 'Installed' && is === 'True',
  )
  const isSame = metadata.annotations[sourceAnnotation] === key
  const isFor = metadata.annotations[kubernetesAnnotation] === minorOf(cluster)
  return isInstalled === true && isSame && isFor
}

async function parametersOf(
  { spec, metadata }: ExtensionInstance,
  { client, watched }: InstanceWorld,
  signal: AbortSignal,
): Promise<JsonRecord | Obstacle> {
  const { namespace } = metadata
  try {
    const sources = await Promise.all(
      spec.parametersFrom.map(async (from) => {
        // Asked for the watch that comes with it: a change of the object is a change of the parameters.
        await watched.versionOf(from.kind, namespace, from.name, signal)
        const target = { resource: resourceOf(from.kind), namespace, name: from.name }
        const found = await getObject(client, target, {}, signal)
        return { from, data: found && dataOf(found) }
      }),
    )
    const missing = sources.find(({ from, data }) => data === undefined && !from.optional)?.from
    if (missing !== undefined) {
      const message = `${missing.kind} ${namespace}/${missing.name}, which holds parameters and does not exist`
      return { reason: 'ValuesNotFound', message, again: 'on-event' }
    }
    const inline = {
      ...(spec.parameters === undefined ? {} : { values: spec.parameters }),
      ...(spec.parametersText === undefined ? {} : { valuesText: spec.parametersText }),
    }
    return jsonOfTable(mergeValues(inline, sources))
  } catch (error) {
    if (signal.aborted) throw error
    return { ...obstacleOf(error, 'InvalidParameters'), reason: 'InvalidParameters' }
  }
}

/** The digest of the tag that was chosen; undefined when it has none. */
export async function resolveTag(
  choice: Choice,
  { extension, instance }: Pick<ChoiceKnown, 'extension' | 'instance'>,
  { sources, client }: InstanceWorld,
  signal: AbortSignal,
): Promise<ResolvedTag | Obstacle | undefined> {
  if (choice.is !== 'take' || choice.offer.tag === undefined || extension === undefined) {
    return undefined
  }
  const { offer } = choice
  try {
    const loaded = await sources.load(tagWish(offer, choice.offer.tag, extension), signal)
    const { address, digest } = loaded
    const { digest: before, lookedAt } = instance.status
    const age = lookedAt === undefined ? Infinity : client.clock.now() - Date.parse(lookedAt)
    const isFresh = before === digest && age < parseDuration(extension.spec.interval) + slack
    const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return { address, digest, lookedAt: isFresh ? (lookedAt ?? now) : now }
  } catch (error) {
    if (signal.aborted) throw error
    return obstacleOf(error, 'SourceNotFound')
  }
}

// What is written down has no milliseconds: what is kept of a source is surely old when this is over.
const slack = 1000

// What it holds is found out when it moves itself.
function isMoving(giver: ExtensionInstance, world: InstanceWorld): boolean {
  const plugin = seePlugin(giver, world)
  const cluster = seeCluster(giver, world)
  const extension = world.extensions.value(giver.spec.extension)
  if (plugin?.isOurs !== true || extension === undefined || isObstacle(cluster)) return false
  const choice = chooseSource(extension.spec, wishesOf({ instance: giver, plugin }, cluster))
  return choice.is === 'take' && choice.offer.key !== currentKeyOf({ plugin })
}

/** Instances on the same cluster; those of the same namespace first, then the oldest. */
function giverOf(
  extension: string,
  instance: ExtensionInstance,
  world: InstanceWorld,
): DependencySeen['giver'] {
  const place = placeOf(instance, world)
  return world.instances
    .by('extension', extension)
    .filter((one) => placeOf(one, world) === place)
    .filter(({ metadata, spec }) => metadata.deletionTimestamp === undefined && spec.enabled)
    .toSorted((one, other) => rankOf(one, instance).localeCompare(rankOf(other, instance)))[0]
}

function rankOf({ metadata }: ExtensionInstance, asker: ExtensionInstance): string {
  const isNear = metadata.namespace === asker.metadata.namespace
  return `${isNear ? 0 : 1} ${metadata.creationTimestamp} ${metadata.namespace}/${metadata.name}`
}

/** The cluster of an instance by name; empty for the operator's own, however it is named. */
function placeOf({ spec }: ExtensionInstance, { clusters }: InstanceWorld): string {
  const isOwn = spec.cluster !== undefined && clusters.value(spec.cluster)?.spec.inCluster === true
  return isOwn ? '' : (spec.cluster ?? '')
}

function neededBy(instance: ExtensionInstance, world: InstanceWorld): readonly string[] {
  const place = placeOf(instance, world)
  return world.instances.values().flatMap((one) => {
    const { metadata, spec } = one
    if (metadata.deletionTimestamp !== undefined || !spec.enabled) return []
    if (placeOf(one, world) !== place) return []
    const needs = world.extensions.value(spec.extension)?.spec.dependsOn ?? []
    const isNeeded = needs.some(({ extension }) => extension === instance.spec.extension)
    return isNeeded ? [`${metadata.namespace}/${metadata.name}`] : []
  })
}

async function writtenValues(
  instance: ExtensionInstance,
  plugin: PluginSeen | undefined,
  { client }: InstanceWorld,
  signal: AbortSignal,
): Promise<string | undefined> {
  const name = secretNameOf(instance)
  if (plugin?.plugin.spec.valuesFrom.some((one) => one.name === name) !== true) return undefined
  const { namespace } = instance.metadata
  const found = await getObject(
    client,
    { resource: resourceOf('Secret'), namespace, name },
    {},
    signal,
  )
  return found === undefined ? undefined : secretText({ secret: dataOf(found) })
}
