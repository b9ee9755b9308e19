import {
  dependencyLabel,
  kubernetesAnnotation,
  sourceAnnotation,
} from '../../pass/instance-names.ts'
import { type Obstacle } from '../../pass/obstacle.ts'
import { type ChoiceInput } from '../../../catalog/choice/choose-source.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { isInstalled } from '../../pass/is-installed.ts'
import { joinRanges } from './source/join-ranges.ts'
import { type ClusterSeen, type Globals, type Observation, type PluginSeen } from './observation.ts'
import { type Needing } from './observe-providers.ts'
import { minorOf } from './desired-plugin.ts'
import { askedOf } from './source/tagged-source.ts'
import { runningOf } from './what-runs.ts'

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

// An instance that came because of others has the versions that they need now.
export function askedFor({
  instance,
  needing,
}: Pick<ChoiceKnown, 'instance' | 'needing'>): string | undefined {
  return joinRanges(needing.flatMap(({ ranges }) => ranges)) ?? askedOf(instance).version
}

export function choiceInputOf(
  {
    instance,
    plugin,
    extension,
    needing,
  }: Pick<ChoiceKnown, 'instance' | 'plugin' | 'extension' | 'needing'>,
  cluster: ClusterSeen,
): ChoiceInput {
  const { spec, status } = instance
  const asked = askedFor({ instance, needing })
  // A version that was written and never ran counts for nothing; the status has the one that ran,
  // also when its plugin is gone.
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

// The installed source was found to fit this version of Kubernetes; its Plugin tells of the objects
// that it renders.
export function isProven(
  key: string,
  { instance, plugin }: ChoiceKnown,
  cluster: ClusterSeen,
): boolean {
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
