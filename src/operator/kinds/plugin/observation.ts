import type { Health } from '../../clusters/health.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { WindowState } from '../../clusters/maintenance-window.ts'
import type { Claim } from './release-claim.ts'

/** A revision of the release, as its labels say. */
export interface RevisionSeen {
  readonly revision: number
  readonly status: string
}

/** A dependency that is not met. */
export interface Unmet {
  readonly text: string
  /** Why nobody can find out whether it is met; absent when that is known. */
  readonly obstacle?: Obstacle
}

/** The inputs that the release would be made from, as far as a decision needs them. */
export type Source =
  /** The same as what the release was made from. */
  | { readonly is: 'unchanged' }
  | { readonly is: 'ready'; readonly inputs: string; readonly version: string }
  | { readonly is: 'blocked'; readonly inputs: string; readonly obstacle: Obstacle }

/** Everything that a pass knows before it decides. */
export interface Observation {
  readonly plugin: Plugin
  readonly hasFinalizer: boolean
  /** Of the release, if it is this plugin's. */
  readonly revisions: readonly RevisionSeen[]
  readonly release: Claim
  readonly source: Source
  /** One text for the states of the objects that its values come from; the earlier one where nobody looked. */
  readonly observedValues: string | undefined
  /** The version of Kubernetes that its instance chose for, when that is the one that was found; the earlier one otherwise. */
  readonly observedKubernetes: string | undefined
  readonly unmet: readonly Unmet[]
  /** The plugins of a circle that this one is part of, itself first and last. */
  readonly cycle: readonly string[]
  /** Plugins that are installed and need this one. */
  readonly neededBy: readonly string[]
  /** Whether rights that somebody gives or takes may change what is decided. */
  readonly blockedByRights: boolean
  readonly health: Health
  /** Whether the time that objects may take is over. */
  readonly isOverdue: boolean
  /** The reason why the account may not act here. */
  readonly refusal: Obstacle | undefined
  /** Whether somebody else is uninstalling the release at this moment. */
  readonly isLeaving: boolean
  /** Whether changes may roll out now. */
  readonly window: WindowState
  /** Whether what failed may be tried again by now. */
  readonly isDue: boolean
  /** A request to retry that was not answered yet; empty when there is none. */
  readonly retry: string
}
