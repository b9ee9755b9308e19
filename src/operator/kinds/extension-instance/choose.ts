import {
  dependencyLabel,
  kubernetesAnnotation,
  sourceAnnotation,
} from '../../pass/instance-names.ts'
import type { Decision } from './decision.ts'
import { type Obstacle, isObstacle } from '../../pass/obstacle.ts'
import {
  type Choice,
  type ChoiceInput,
  chooseSource,
} from '../../../catalog/choice/choose-source.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { isInstalled } from '../../pass/is-installed.ts'
import { joinRanges } from './source/join-ranges.ts'
import type { Globals } from '../../values/globals-of.ts'
import { type ClusterSeen, type Observation, type PluginSeen } from './observation.ts'
import { type Needing } from './observe-providers.ts'
import { minorOf } from './desired-plugin.ts'
import type { FitAnswers } from './source/fit-answer.ts'
import { askedOf, heldDigest } from './source/tagged-source.ts'
import { runningOf } from './running-version.ts'

export interface ChoiceKnown {
  readonly instance: ExtensionInstance
  readonly extension: Extension | undefined
  readonly cluster: ClusterSeen | Obstacle
  readonly plugin: PluginSeen | undefined
  readonly parameters: JsonRecord | Obstacle
  readonly globals: Globals
  /** The instances that need this one, which came because of them. */
  readonly needing: readonly Needing[]
}

/** A choice, and whether the source that it takes fits. */
export type Chosen = Pick<Observation, 'choice' | 'fit'>

/** Chooses a source with the answers that are known: one that was found not to fit is passed over. */
export function chooseFor(known: ChoiceKnown, answers: FitAnswers): Chosen {
  const { extension, cluster } = known
  const notNeeded = { is: 'not-needed' } as const
  if (extension === undefined)
    return { choice: { is: 'none', because: 'there is no such Extension' }, fit: notNeeded }
  if (isObstacle(cluster))
    return { choice: { is: 'none', because: cluster.message }, fit: notNeeded }
  const choice = chooseAmong(extension, choiceInputOf(choiceFactsOf(known), cluster), answers)
  if (choice.is !== 'take' || isObstacle(known.parameters)) return { choice, fit: notNeeded }
  const { key } = choice.offer
  const answer = answers.get(key)
  if (answer !== undefined) return { choice, fit: answer }
  return { choice, fit: isProven(key, known, cluster) ? notNeeded : { is: 'not-asked' } }
}

/** The best source but for those that were found not to fit. */
export function chooseAmong(
  { spec }: Pick<Extension, 'spec'>,
  input: ChoiceInput,
  answers: FitAnswers,
): Choice {
  const unfit = ({ key }: { readonly key: string }) => {
    const answer = answers.get(key)
    return answer?.is === 'unfit' ? answer.because : undefined
  }
  return chooseSource(spec, { ...input, unfit })
}

/** Asks whether the chosen source fits. */
export function askFit(seen: Observation, extension: Extension, cluster: ClusterSeen): Decision {
  const { choice, parameters, instance, plugin, globals } = seen
  if (choice.is !== 'take' || isObstacle(parameters)) return { do: 'rest' }
  const { offer } = choice
  const digest = heldDigest(offer, instance, plugin)
  const asked = { offer, digest, instance, extension, cluster }
  return { do: 'ask-fit', question: { ...asked, parameters, globals: globals.values } }
}

// An instance that came because of others has the versions that they need now.
export function askedFor({
  instance,
  needing,
}: Pick<ChoiceKnown, 'instance' | 'needing'>): string | undefined {
  return joinRanges(needing.flatMap(({ ranges }) => ranges)) ?? askedOf(instance).version
}

/** The facts that a choice follows from, besides the offers of the Extension. */
export interface ChoiceFacts {
  readonly instance: ExtensionInstance
  /** Which versions will do. */
  readonly asked: string | undefined
  /** The version that runs, and the key of its source; undefined when none does. */
  readonly current: ChoiceInput['current'] | undefined
}

export function choiceInputOf(
  { instance: { spec }, asked, current }: ChoiceFacts,
  cluster: Pick<ClusterSeen, 'version' | 'target'>,
): ChoiceInput {
  return {
    kubernetes: cluster.version,
    upgrade: spec.upgrade,
    ...(cluster.target === undefined ? {} : { target: cluster.target }),
    ...(asked === undefined ? {} : { version: asked }),
    ...(current === undefined ? {} : { current }),
  }
}

/** The facts about an instance as it is. */
export function choiceFactsOf(
  known: Pick<ChoiceKnown, 'instance' | 'plugin' | 'extension' | 'needing'>,
): ChoiceFacts {
  const { instance, plugin, extension } = known
  const { status } = instance
  // A version that was written and never ran counts for nothing; the status has the one that ran,
  // also when its plugin is gone.
  const runs = plugin?.isOurs === true ? runningOf(plugin.plugin, extension) : undefined
  const version = runs?.version ?? status.version ?? status.retired
  const key = runs?.source ?? status.source ?? ''
  const current = version === undefined ? undefined : { version, key }
  return { instance, asked: askedFor(known), current }
}

// The installed source was found to fit this version of Kubernetes; its Plugin tells of the objects
// that it renders.
function isProven(key: string, { instance, plugin }: ChoiceKnown, cluster: ClusterSeen): boolean {
  if (instance.metadata.deletionTimestamp !== undefined || !instance.spec.enabled) return true
  if (plugin?.isOurs !== true) return false
  const { metadata } = plugin.plugin
  const isSame = metadata.annotations[sourceAnnotation] === key
  const isFor = minorOf({ version: chosenFor({ plugin }) ?? '' }) === minorOf(cluster)
  return isInstalled(plugin.plugin) && isSame && isFor
}

/** Which version of Kubernetes the plugin was written for. */
export function chosenFor({ plugin }: Pick<Observation, 'plugin'>): string | undefined {
  return plugin?.plugin.metadata.annotations[kubernetesAnnotation]
}

/** Which source the plugin was written from. */
export function currentKeyOf({ plugin }: Pick<Observation, 'plugin'>): string | undefined {
  return plugin?.plugin.metadata.annotations[sourceAnnotation]
}

/** Whether it came because others need it, and nobody has said anything of it since: then it goes with them. */
export function isCollected({ metadata }: ExtensionInstance): boolean {
  return metadata.labels[dependencyLabel] === 'true' && metadata.generation === 1
}
