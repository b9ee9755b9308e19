import {
  type ChoiceKnown,
  askedFor,
  isProven,
  choiceInputOf,
  currentKeyOf,
  isCollected,
} from './choose.ts'
import { isAboutRights, isObstacle, type Obstacle } from '../../pass/obstacle.ts'
import { dataOf } from '../../values/read-sources.ts'
import { type Choice, chooseSource } from '../../../catalog/choice/choose-source.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { textAt, uidOf } from '../../../objects/kube-object.ts'
import { checkExtension } from '../../sources/check-extension.ts'
import { accountOf } from '../../clusters/account.ts'
import { resourceOf, stateOf } from '../../pass/watched-objects.ts'
import { globalsOf } from '../../values/globals-of.ts'
import { matchingProfiles } from '../../clusters/matching-profiles.ts'
import { extensionLabel, finalizer, neededName } from '../../pass/instance-names.ts'
import {
  type DependencySeen,
  type Observation,
  type PluginSeen,
  type WrittenValues,
} from './observation.ts'
import { enforcingProfile } from './observe-enforcement.ts'
import { actorOf, providerOf, neededBy, nobodyNeeds } from './observe-providers.ts'
import { noParameters, observeParameters } from './parameters/observe-parameters.ts'
import { secretNameOf } from './desired-plugin.ts'
import { resolveTag } from './source/resolve-tag.ts'
import { seeCluster } from './see-cluster.ts'
import { isOwnedBy, seePlugin } from './see-plugin.ts'
import { heldDigest } from './source/tagged-source.ts'
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
  // An instance that is disabled or deleted needs neither parameters nor a source.
  const isLeaving = metadata.deletionTimestamp !== undefined || !spec.enabled
  const labels = isObstacle(cluster) ? {} : cluster.labels
  const globals = globalsOf(matchingProfiles(world.profiles.values(), labels))
  const given = isLeaving ? noParameters : await observeParameters(instance, world, signal)
  const { parameters } = given
  const { needing, hangOnRights } = isCollected(instance)
    ? await neededBy(instance, world, signal)
    : nobodyNeeds
  const known = { instance, extension, cluster, plugin, parameters, globals, needing }
  const { choice, obstacle } = await choiceFor(known, world, signal)
  const dependencies = await Promise.all(
    (extension?.spec.dependsOn ?? []).map((one) => seeDependency(one, known, world, signal)),
  )
  const written = isLeaving ? undefined : await writtenValues(known, choice, world, signal)
  return {
    instance,
    account: accountOf(actorOf(instance, world), world.platformNamespace),
    hasFinalizer: metadata.finalizers.includes(finalizer),
    extension,
    problems:
      extension === undefined
        ? []
        : checkExtension(extension, (name) => world.extensions.value(name)),
    cluster,
    enforcing: enforcingProfile(instance, world),
    plugin,
    choice,
    asked: askedFor(known),
    parameters,
    parameterStates: given.states,
    resolved: isLeaving
      ? undefined
      : (obstacle ?? (await resolveTag(choice, known, world, signal))),
    dependencies,
    neededBy: needing.map(({ name }) => name),
    globals,
    hangsOnRights:
      hangOnRights ||
      dependencies.some(({ provider }) => provider === undefined) ||
      (isObstacle(parameters) && isAboutRights(parameters)),
    writtenValues: written,
  }
}

interface Chosen {
  readonly choice: Choice
  /** Why it is not known whether what was chosen fits. */
  readonly obstacle?: Obstacle
}

// A source that was chosen by its range may turn out not to fit: then the next best is taken.
async function choiceFor(
  known: ChoiceKnown,
  { fit, offWorker }: InstanceWorld,
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
      ...choiceInputOf(known, cluster),
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
      offWorker,
    }
    const why = await fit.whyNot(question, signal)
    if (why === undefined) return { choice }
    if (typeof why !== 'string') return { choice, obstacle: why }
    unfit.set(offer.key, why)
  }
}

async function seeDependency(
  { extension, version }: Extension['spec']['dependsOn'][number],
  { instance, plugin }: Pick<ChoiceKnown, 'instance' | 'plugin'>,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<DependencySeen> {
  const { provider, isHidden } = await providerOf(extension, instance, world, signal)
  const name = `${instance.metadata.namespace}/${neededName(extension, instance)}`
  return {
    extension,
    range: version,
    provider,
    isHidden,
    holder: provider === undefined ? world.instances.value(name) : undefined,
    isMoving: provider !== undefined && (await isMoving(provider, world, signal)),
    standing: standingOn(extension, plugin, world),
  }
}

// The provider's own pass finds out what its source holds.
async function isMoving(
  provider: ExtensionInstance,
  world: InstanceWorld,
  signal: AbortSignal,
): Promise<boolean> {
  const plugin = seePlugin(provider, world)
  const cluster = seeCluster(provider, world)
  const extension = world.extensions.value(provider.spec.extension)
  if (plugin?.isOurs !== true || extension === undefined || isObstacle(cluster)) return false
  if (plugin.plugin.spec.suspend) return false
  const { needing } = isCollected(provider) ? await neededBy(provider, world, signal) : nobodyNeeds
  const choice = chooseSource(
    extension.spec,
    choiceInputOf({ instance: provider, plugin, extension, needing }, cluster),
  )
  if (choice.is !== 'take') return false
  if (provider.status.kubernetes !== cluster.version) return true
  // It has followed, also where the source that its range allows turned out not to fit.
  const { target } = cluster
  if (target === undefined || provider.status.preparedFor === target) return false
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
