import type { Choice } from '../../catalog/choice/choose-source.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Obstacle } from '../plugin/observation.ts'

/** The cluster of an instance, as far as a choice depends on it. */
export interface ClusterSeen {
  /** Undefined for the cluster that the instance itself is on. */
  readonly name: string | undefined
  readonly version: string
  /** The version of Kubernetes that it is about to have. */
  readonly target: string | undefined
  /** Why nothing moves to another source by itself now. */
  readonly hold: Obstacle | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** An extension that this one needs, and who gives it on the same cluster. */
export interface DependencySeen {
  readonly extension: string
  readonly range: string | undefined
  readonly giver: ExtensionInstance | undefined
  /** Who has the name that one would get which is installed because of this; looked for when nobody gives it. */
  readonly holder: ExtensionInstance | undefined
  /** Whether the giver has to follow Kubernetes itself first, be it to another source or by another render. */
  readonly isMoving: boolean
  /** The plugin of that extension that this one's stands on already, as `namespace/name`. */
  readonly standing: string | undefined
}

/** What profiles say for the whole cluster. */
export interface Globals {
  readonly values: JsonRecord
  readonly images: Plugin['spec']['images']
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
  /** Why it could not be looked at now; what runs is used meanwhile. */
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
  readonly hasFinalizer: boolean
  readonly extension: Extension | undefined
  /** Why the Extension cannot be used as it is written. */
  readonly problems: readonly string[]
  readonly cluster: ClusterSeen | Obstacle
  readonly plugin: PluginSeen | undefined
  /** All parameters, merged; an obstacle when some are missing or do not read. */
  readonly parameters: JsonRecord | Obstacle
  /** The states of the objects that they come from, by `kind/namespace/name`; empty for one that is not there. */
  readonly parameterStates: ReadonlyMap<string, string>
  readonly choice: Choice
  /** Which versions will do, asked for by the instance or by those that it came for. */
  readonly asked: string | undefined
  /** Of the chosen source; undefined when it has no tag. */
  readonly resolved: ResolvedTag | Obstacle | undefined
  readonly dependencies: readonly DependencySeen[]
  /** Instances on the same cluster that need this one. */
  readonly neededBy: readonly string[]
  readonly globals: Globals
  /** What the names of keys in that Secret are made with, so that they tell nothing of what is in them. */
  readonly salt: string
  /** Looked for where values are, or may be, written to a Secret; undefined when there is none. */
  readonly writtenValues: WrittenValues | undefined
}

export function isObstacle(found: object | undefined): found is Obstacle {
  return found !== undefined && 'again' in found
}
