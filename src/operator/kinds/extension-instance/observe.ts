import {
  type ChoiceKnown,
  type Chosen,
  askedFor,
  chooseFor,
  choiceFactsOf,
  choiceInputOf,
  currentKeyOf,
  isCollected,
} from './choose.ts'
import { isAboutRights, isObstacle } from '../../pass/obstacle.ts'
import { dataOf } from '../../values/read-values-from.ts'
import { type Choice, chooseSource } from '../../../catalog/choice/choose-source.ts'
import { dependsOnLabels, isVisible } from '../../../catalog/choice/is-visible.ts'
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
import { observeCluster } from './observe-cluster.ts'
import { isOwnedBy, observePlugin } from './observe-plugin.ts'
import type { InstanceReads } from './context.ts'

/** Reads everything that a pass needs to know. */
export async function observe(
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<Observation> {
  const { metadata, spec } = instance
  const extension = context.extensions.value(spec.extension)
  const cluster = observeCluster(instance, context)
  const plugin = observePlugin(instance, context)
  // An instance that is disabled or deleted needs neither parameters nor a source.
  const isLeaving = metadata.deletionTimestamp !== undefined || !spec.enabled
  const labels = isObstacle(cluster) ? {} : cluster.labels
  const globals = globalsOf(matchingProfiles(context.profiles.values(), labels))
  const given = isLeaving ? noParameters : await observeParameters(instance, context, signal)
  const { parameters } = given
  const { needing, hangOnRights } = isCollected(instance)
    ? await neededBy(instance, context, signal)
    : nobodyNeeds
  const known = { instance, extension, cluster, plugin, parameters, globals, needing }
  const { choice, fit } = chooseFor(known, context.fitAnswers)
  const dependencies = await Promise.all(
    (extension?.spec.dependsOn ?? []).map((one) => seeDependency(one, known, context, signal)),
  )
  // A pass that asks whether a source fits needs no more than the question.
  const isRead = !isLeaving && fit.is !== 'not-asked'
  const written = isRead ? await writtenValues(known, choice, context, signal) : undefined
  return {
    instance,
    account: accountOf(actorOf(instance, context), context),
    hasFinalizer: metadata.finalizers.includes(finalizer),
    extension,
    isVisible: isLeaving || (await mayUseExtension(extension, instance, context, signal)),
    problems:
      extension === undefined
        ? []
        : checkExtension(extension, (name) => context.extensions.value(name)),
    cluster,
    enforcing: enforcingProfile(instance, context),
    plugin,
    choice,
    fit,
    asked: askedFor(known),
    parameters,
    parameterStates: given.states,
    resolved: isRead ? await resolvedOf({ choice, fit }, known, context, signal) : undefined,
    dependencies,
    neededBy: needing.map(({ name }) => name),
    globals,
    blockedByRights:
      hangOnRights ||
      dependencies.some(({ provider }) => provider === undefined) ||
      (isObstacle(parameters) && isAboutRights(parameters)),
    writtenValues: written,
  }
}

async function mayUseExtension(
  extension: Extension | undefined,
  { metadata: { namespace } }: ExtensionInstance,
  { watched, platformNamespace }: InstanceReads,
  signal: AbortSignal,
): Promise<boolean> {
  if (extension === undefined) return true
  const asking = { name: namespace, isPlatform: namespace === platformNamespace }
  const labels = dependsOnLabels(extension.spec, asking)
    ? await watched.labelsOf(namespace, signal)
    : {}
  return isVisible(extension.spec, { ...asking, labels }) === true
}

// Of a source that may not fit, the tag is not looked at.
async function resolvedOf(
  { choice, fit }: Chosen,
  known: ChoiceKnown,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<Observation['resolved']> {
  if (fit.is === 'unknown') return fit.obstacle
  return await resolveTag(choice, known, context, signal)
}

async function seeDependency(
  { extension, version }: Extension['spec']['dependsOn'][number],
  { instance, plugin }: Pick<ChoiceKnown, 'instance' | 'plugin'>,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<DependencySeen> {
  const { provider, isHidden } = await providerOf(extension, instance, context, signal)
  const name = `${instance.metadata.namespace}/${neededName(extension, instance)}`
  return {
    extension,
    range: version,
    provider,
    isHidden,
    holder: provider === undefined ? context.instances.value(name) : undefined,
    isMoving: provider !== undefined && (await isMoving(provider, context, signal)),
    standing: standingOn(extension, plugin, context),
  }
}

// The provider's own pass finds out what its source holds.
async function isMoving(
  provider: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<boolean> {
  const plugin = observePlugin(provider, context)
  const cluster = observeCluster(provider, context)
  const extension = context.extensions.value(provider.spec.extension)
  if (plugin?.isOurs !== true || extension === undefined || isObstacle(cluster)) return false
  if (plugin.plugin.spec.suspend) return false
  const { needing } = isCollected(provider)
    ? await neededBy(provider, context, signal)
    : nobodyNeeds
  const choice = chooseSource(
    extension.spec,
    choiceInputOf(choiceFactsOf({ instance: provider, plugin, extension, needing }), cluster),
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
  { plugins }: InstanceReads,
): string | undefined {
  const keys = plugin?.isOurs === true ? plugin.plugin.spec.dependsOn : []
  return keys
    .flatMap((one) => one.plugin ?? [])
    .find((key) => plugins.value(key)?.metadata.labels[extensionLabel] === extension)
}

async function writtenValues(
  { instance, extension, plugin, globals }: ChoiceKnown,
  choice: Choice,
  { client, watched }: InstanceReads,
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
  // Asked for its watch: a plugin that waits for it to go is woken by that.
  if (!isOurs) await watched.versionOf('Secret', namespace, name, signal)
  return {
    data: dataOf(found),
    state: stateOf(found),
    uid: uidOf(found),
    resourceVersion: textAt(found, ['metadata', 'resourceVersion']),
    isOurs,
  }
}
