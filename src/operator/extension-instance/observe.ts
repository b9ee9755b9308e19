import { randomUUID } from 'node:crypto'
import { type Choice, type Wishes, chooseSource } from '../../catalog/choice/choose-source.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { getObject } from '../../kube/get-object.ts'
import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'
import { checkExtension } from '../extension/check-extension.ts'
import { isInstalled } from '../is-installed.ts'
import type { Obstacle } from '../plugin/observation.ts'
import { dataOf } from '../plugin/prepare.ts'
import { resourceOf, stateOf } from '../plugin/watched-objects.ts'
import { globalsOf } from '../profile/globals-of.ts'
import { matchingProfiles } from '../profile/matching-profiles.ts'
import { chosenFor, currentKeyOf, isCollected } from './decide.ts'
import { isStuck } from './is-stuck.ts'
import { joinRanges } from './join-ranges.ts'
import { extensionLabel, finalizer, neededName, sourceAnnotation } from './names.ts'
import {
  type ClusterSeen,
  type DependencySeen,
  type Globals,
  type Observation,
  type PluginSeen,
  type WrittenValues,
  isObstacle,
} from './observation.ts'
import { noParameters, observeParameters } from './observe-parameters.ts'
import { minorOf, saltKey, secretNameOf } from './plugin-spec.ts'
import { resolveTag } from './resolve-tag.ts'
import { seeCluster } from './see-cluster.ts'
import { askedOf, heldDigest } from './tagged-source.ts'
import { runningOf } from './what-runs.ts'
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
  // What is not to be there needs neither parameters nor a source.
  const isLeaving = metadata.deletionTimestamp !== undefined || !spec.enabled
  const labels = isObstacle(cluster) ? {} : cluster.labels
  const globals = globalsOf(matchingProfiles(world.profiles.values(), labels))
  const given = isLeaving ? noParameters : await observeParameters(instance, world, signal)
  const { parameters } = given
  const needing = isCollected(instance) ? neededBy(instance, world) : []
  const known = { instance, extension, cluster, plugin, parameters, globals, needing }
  const { choice, obstacle } = await choiceFor(known, world, signal)
  const written = isLeaving ? undefined : await writtenValues(known, choice, world, signal)
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
    asked: askedFor(known),
    parameters,
    parameterStates: given.states,
    resolved: isLeaving
      ? undefined
      : (obstacle ?? (await resolveTag(choice, known, world, signal))),
    dependencies: (extension?.spec.dependsOn ?? []).map(({ extension: name, version }) => {
      const giver = giverOf(name, instance, world)
      return {
        extension: name,
        range: version,
        giver,
        holder:
          giver === undefined
            ? world.instances.value(`${metadata.namespace}/${neededName(name, instance)}`)
            : undefined,
        isMoving: giver !== undefined && isMoving(giver, world),
        standing: standingOn(name, plugin, world),
      }
    }),
    neededBy: needing.map(({ name }) => name),
    globals,
    salt: written?.data[saltKey] ?? randomUUID(),
    writtenValues: written,
  }
}

function seePlugin(
  { metadata }: ExtensionInstance,
  { plugins }: InstanceWorld,
): PluginSeen | undefined {
  const known = plugins.at(`${metadata.namespace}/${metadata.name}`)
  if (known?.parsed.ok !== true) return undefined
  return { plugin: known.parsed.value, isOurs: isOwnedBy(known.object, metadata.uid) }
}

function isOwnedBy(object: KubeObject, uid: string): boolean {
  const owners = object.metadata['ownerReferences']
  if (!Array.isArray(owners)) return false
  return owners.some((owner: { readonly uid?: unknown }) => owner.uid === uid)
}

interface ChoiceKnown {
  readonly instance: ExtensionInstance
  readonly extension: Extension | undefined
  readonly cluster: ClusterSeen | Obstacle
  readonly plugin: PluginSeen | undefined
  readonly parameters: JsonRecord | Obstacle
  readonly globals: Globals
  /** Who needs what came because of them. */
  readonly needing: readonly Needing[]
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
    const digest = heldDigest(offer, instance, known.plugin)
    const question = {
      offer,
      digest,
      instance,
      extension,
      cluster,
      parameters,
      globals: globals.values,
    }
    const why = await fit.whyNot(question, signal)
    if (why === undefined) return { choice }
    if (typeof why !== 'string') return { choice, obstacle: why }
    unfit.set(offer.key, why)
  }
}

// What came because of others is in the versions that they need now.
function askedFor({
  instance,
  needing,
}: Pick<ChoiceKnown, 'instance' | 'needing'>): string | undefined {
  return joinRanges(needing.flatMap(({ ranges }) => ranges)) ?? askedOf(instance).version
}

function wishesOf(
  {
    instance,
    plugin,
    extension,
    needing,
  }: Pick<ChoiceKnown, 'instance' | 'plugin' | 'extension' | 'needing'>,
  cluster: ClusterSeen,
): Wishes {
  const { spec, status } = instance
  const asked = askedFor({ instance, needing })
  // What was written and never ran binds nobody; what ran is in the status, also when its plugin is gone.
  const runs = plugin?.isOurs === true ? runningOf(plugin.plugin, extension) : undefined
  const version = runs?.version ?? status.version ?? status.retired
  const key = runs?.source ?? status.source ?? ''
  return {
    kubernetes: cluster.version,
    upgrade: spec.upgrade,
    ...(cluster.target === undefined ? {} : { target: cluster.target }),
    ...(asked === undefined ? {} : { version: asked }),
    ...(version === undefined ? {} : { current: { version, key } }),
  }
}

// What is installed was found to fit this version of Kubernetes; what it renders to is its Plugin's to tell.
function isProven(key: string, { instance, plugin }: ChoiceKnown, cluster: ClusterSeen): boolean {
  if (instance.metadata.deletionTimestamp !== undefined || !instance.spec.enabled) return true
  if (plugin?.isOurs !== true) return false
  const { metadata } = plugin.plugin
  const isSame = metadata.annotations[sourceAnnotation] === key
  const isFor = minorOf({ version: chosenFor({ plugin }) ?? '' }) === minorOf(cluster)
  return isInstalled(plugin.plugin) && isSame && isFor
}

// What it holds is found out when it moves itself.
function isMoving(giver: ExtensionInstance, world: InstanceWorld): boolean {
  const plugin = seePlugin(giver, world)
  const cluster = seeCluster(giver, world)
  const extension = world.extensions.value(giver.spec.extension)
  if (plugin?.isOurs !== true || extension === undefined || isObstacle(cluster)) return false
  if (plugin.plugin.spec.suspend) return false
  const needing = isCollected(giver) ? neededBy(giver, world) : []
  const choice = chooseSource(
    extension.spec,
    wishesOf({ instance: giver, plugin, extension, needing }, cluster),
  )
  if (choice.is !== 'take') return false
  if (giver.status.kubernetes !== cluster.version) return true
  // It has followed, also where the source that its range allows turned out not to fit.
  const { target } = cluster
  if (target === undefined || giver.status.preparedFor === target) return false
  return choice.offer.key !== currentKeyOf({ plugin })
}

function standingOn(
  extension: string,
  plugin: PluginSeen | undefined,
  { plugins }: InstanceWorld,
): string | undefined {
  const keys = plugin?.isOurs === true ? plugin.plugin.spec.dependsOn : []
  return keys
    .flatMap((one) => one.plugin ?? [])
    .find((key) => plugins.value(key)?.metadata.labels[extensionLabel] === extension)
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
    .filter(
      (one) =>
        isNear(one, instance) || instance.spec.dependencies === 'wait' || !isStuck(one.status),
    )
    .toSorted((one, other) => rankOf(one, instance).localeCompare(rankOf(other, instance)))[0]
}

function isNear(
  one: Pick<ExtensionInstance, 'metadata'>,
  other: Pick<ExtensionInstance, 'metadata'>,
): boolean {
  return one.metadata.namespace === other.metadata.namespace
}

function rankOf({ metadata }: ExtensionInstance, asker: ExtensionInstance): string {
  const near = isNear({ metadata }, asker) ? 0 : 1
  return `${near} ${metadata.creationTimestamp} ${metadata.namespace}/${metadata.name}`
}

/** The cluster of an instance by name; empty for the operator's own, however it is named. */
function placeOf({ spec }: ExtensionInstance, { clusters }: InstanceWorld): string {
  const isOwn = spec.cluster !== undefined && clusters.value(spec.cluster)?.spec.inCluster === true
  return isOwn ? '' : (spec.cluster ?? '')
}

interface Needing {
  readonly name: string
  /** Which versions will do. */
  readonly ranges: readonly string[]
}

function neededBy(instance: ExtensionInstance, world: InstanceWorld): readonly Needing[] {
  const place = placeOf(instance, world)
  const own = `${instance.metadata.namespace}/${instance.metadata.name}`
  return world.instances.values().flatMap((one) => {
    const { metadata, spec } = one
    if (metadata.deletionTimestamp !== undefined || !spec.enabled) return []
    if (placeOf(one, world) !== place) return []
    const needs = world.extensions.value(spec.extension)?.spec.dependsOn ?? []
    const found = needs.filter(({ extension }) => extension === instance.spec.extension)
    // An Extension may be gone for a moment; what was installed says what it stands on.
    const standsOn = seePlugin(one, world)?.plugin.spec.dependsOn ?? []
    const isNeeded = found.length > 0 || standsOn.some(({ plugin }) => plugin === own)
    // Who has it from another one says nothing of this one.
    const giver = found.length === 0 ? undefined : giverOf(instance.spec.extension, one, world)
    const isGiver = giver?.metadata.uid === instance.metadata.uid
    const ranges = isGiver ? found.flatMap(({ version }) => version ?? []) : []
    return isNeeded ? [{ name: `${metadata.namespace}/${metadata.name}`, ranges }] : []
  })
}

async function writtenValues(
  { instance, extension, plugin, globals }: ChoiceKnown,
  choice: Choice,
  { client, watched }: InstanceWorld,
  signal: AbortSignal,
): Promise<WrittenValues | undefined> {
  const name = secretNameOf(instance)
  const { namespace, uid } = instance.metadata
  const isUsed = plugin?.plugin.spec.valuesFrom.some((one) => one.name === name) === true
  const hasDocument = choice.is === 'take' && choice.offer.values !== undefined
  const isChecked = extension?.spec.parameters !== undefined
  const isFromObjects = isChecked && instance.spec.parametersFrom.length > 0
  const hasGlobals = Object.keys(globals.values).length > 0
  if (!isUsed && !hasDocument && !isFromObjects && !hasGlobals) return undefined
  const target = { resource: resourceOf('Secret'), namespace, name }
  const found = await getObject(client, target, {}, signal)
  if (found === undefined) return undefined
  const isOurs = isOwnedBy(found, uid)
  // Asked for the watch that comes with it: whoever waits for it to go hears of that.
  if (!isOurs) await watched.versionOf('Secret', namespace, name, signal)
  return {
    data: dataOf(found),
    state: stateOf(found),
    uid: uidOf(found),
    resourceVersion: textAt(found, ['metadata', 'resourceVersion']),
    isOurs,
  }
}
