import type { Reason } from '../../kinds/conditions.ts'
import type { Plugin } from '../../kinds/plugin.ts'

/** Why something cannot be done, and what it takes until it may be tried again. */
export interface Obstacle {
  readonly reason: Reason
  /** For a person; never a secret. */
  readonly message: string
  /**
   * By itself after a while; when something comes that we hear of; or only when somebody changes the plugin.
   */
  readonly again: 'soon' | 'on-event' | 'on-change'
}

/** A revision of the release, as its labels say. */
export interface RevisionSeen {
  readonly revision: number
  readonly status: string
}

/** What the objects of the release are like. */
export interface Health {
  readonly is: 'unknown' | 'progressing' | 'healthy' | 'failed'
  /** What is not as it should be, one line each. */
  readonly lines: readonly string[]
  /** Whether it is a plugin of the release that holds things up. */
  readonly isChild: boolean
  /** Digest of the fields that are ours in all objects; undefined before all of them were seen. */
  readonly mark: string | undefined
  /** Another one whenever anybody has changed what is wanted of some object; undefined as above. */
  readonly content: string | undefined
}

/** A dependency that is not met. */
export interface Unmet {
  readonly text: string
}

/** What the release would be made from, as far as it takes to decide. */
export type Source =
  /** The same as what the release was made from. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'ready'; readonly inputs: string; readonly version: string }
  | { readonly is: 'blocked'; readonly inputs: string; readonly obstacle: Obstacle }

/** Everything that a pass knows before it decides. */
export interface Observation {
  readonly plugin: Plugin
  readonly hasFinalizer: boolean
  readonly revisions: readonly RevisionSeen[]
  readonly source: Source
  /** One text for the states of the objects that its values come from; that of before where nobody looked. */
  readonly observedValues: string | undefined
  /** The version of Kubernetes that its instance chose for, when that is the one that was found; that of before otherwise. */
  readonly observedKubernetes: string | undefined
  readonly unmet: readonly Unmet[]
  /** The plugins of a circle that this one is part of, itself first and last. */
  readonly cycle: readonly string[]
  /** Plugins that are installed and need this one. */
  readonly neededBy: readonly string[]
  readonly health: Health
  /** Whether the time that objects may take is over. */
  readonly isOverdue: boolean
  /** Who may not act here, and why. */
  readonly refusal: Obstacle | undefined
  /** Whether what failed may be tried again by now. */
  readonly isDue: boolean
  /** A wish to retry that was not answered yet; empty when there is none. */
  readonly retry: string
}
