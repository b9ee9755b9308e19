import type { Obstacle } from '../../pass/obstacle.ts'
import type { Choice } from '../../../catalog/choice/choose-source.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Globals } from '../../values/globals-of.ts'
import type { FitAnswer } from './source/fit-answer.ts'

/** The cluster of an instance, as far as a choice depends on it. */
export interface ClusterSeen {
  /** Undefined for the cluster that the instance itself is on. */
  readonly name: string | undefined
  /** The name of the Cluster that stands for the cluster which the instance is on. */
  readonly ownName?: string
  readonly version: string
  /** The version of Kubernetes that it is about to have. */
  readonly target: string | undefined
  /** Why nothing moves to another source by itself now. */
  readonly versionObstacle: Obstacle | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** An extension that this one needs, and its provider on the same cluster. */
export interface DependencySeen {
  readonly extension: string
  readonly range: string | undefined
  readonly provider: ExtensionInstance | undefined
  /** Whether a provider of another namespace would do that the account of this instance may not see. No message names it. */
  readonly isHidden: boolean
  /**
   * The instance that has the name which an installed dependency would get; looked for when there
   * is no provider.
   */
  readonly holder: ExtensionInstance | undefined
  /** Whether the provider has to follow Kubernetes itself first, be it to another source or by another render. */
  readonly isMoving: boolean
  /** The plugin of that extension that this instance's Plugin depends on already, as `namespace/name`. */
  readonly standing: string | undefined
}

/** The plugin under the name of the instance. */
export interface PluginSeen {
  readonly plugin: Plugin
  /** Whether this instance wrote it. */
  readonly isOurs: boolean
}

/** A tag, resolved. */
export interface ResolvedTag {
  /** The state of it that is used. */
  readonly digest: string
  /** The state that it is in now, when that is another one which nobody asked for. */
  readonly newer: string | undefined
  /** Why it could not be resolved now; the running content is used meanwhile. */
  readonly trouble: string | undefined
  /** When it was looked at; what is said of it already holds until the interval is over. */
  readonly lookedAt: string
}

/** The Secret under the name of what is written beside a plugin. */
export interface WrittenValues {
  /** Texts by key. */
  readonly data: Readonly<Record<string, string>>
  /** Which state of it that is. */
  readonly state: string
  readonly uid: string
  readonly resourceVersion: string
  /** Whether this instance wrote it. */
  readonly isOurs: boolean
}

/** Everything that a pass knows before it decides. */
export interface Observation {
  readonly instance: ExtensionInstance
  /** The service account that its Plugin acts with; undefined when that acts with the rights of the operator. */
  readonly account: string | undefined
  readonly hasFinalizer: boolean
  readonly extension: Extension | undefined
  /** Whether the namespace of the instance may use it. */
  readonly isVisible: boolean
  /** Why the Extension cannot be used as it is written. */
  readonly problems: readonly string[]
  readonly cluster: ClusterSeen | Obstacle
  /** The Profile that enforces another spec, and will put it back. */
  readonly enforcing: string | undefined
  readonly plugin: PluginSeen | undefined
  /** All parameters, merged; an obstacle when some are missing or cannot be parsed. */
  readonly parameters: JsonRecord | Obstacle
  /** The states of the objects that they come from, by `kind/namespace/name`; empty for one that is not there. */
  readonly parameterStates: ReadonlyMap<string, string>
  readonly choice: Choice
  /** Whether the chosen source fits its cluster; `not-needed` when nothing is taken or it runs there already. */
  readonly fit: FitAnswer | { readonly is: 'not-asked' | 'not-needed' }
  /** The range of versions that the instance, or those that it came for, ask for. */
  readonly asked: string | undefined
  /** Of the chosen source; undefined when it has no tag. */
  readonly resolved: ResolvedTag | Obstacle | undefined
  readonly dependencies: readonly DependencySeen[]
  /** Instances on the same cluster that need this one. */
  readonly neededBy: readonly string[]
  readonly globals: Globals
  /** Whether rights that somebody gives or takes may change what is decided. */
  readonly blockedByRights: boolean
  /** Looked for where values are, or may be, written to a Secret; undefined when there is none. */
  readonly writtenValues: WrittenValues | undefined
}

/** The inputs of a decision: an observation, and chance. */
export interface Question extends Observation {
  /** The salt of the names of keys in that Secret, so that names tell nothing of the contents. */
  readonly salt: string
}
