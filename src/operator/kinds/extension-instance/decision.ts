import { type Obstacle } from '../../pass/obstacle.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import { type DesiredPlugin } from './desired-plugin.ts'
import type { FitQuestion } from './source/fit-question.ts'

/** The work of a pass over an instance. */
export type Decision =
  /** Whether the chosen source fits is not known: it is found out, and the pass begins again. */
  | { readonly do: 'ask-fit'; readonly question: FitQuestion }
  /** Everything is gone: so may the instance. */
  | { readonly do: 'remove-finalizer' }
  /** The plugin goes first, and its release with it. */
  | {
      readonly do: 'delete-plugin'
      readonly because: 'deleted' | 'retired'
      readonly message: string
    }
  /** The plugin is on its way out. */
  | { readonly do: 'wait-for-plugin'; readonly message: string; readonly reason?: Reason }
  /** It came because others needed it, and none does any more. */
  | { readonly do: 'collect' }
  | { readonly do: 'refuse'; readonly obstacle: Obstacle; readonly others?: 'are applied' }
  /** Woken when what it waits for comes; what runs stays as it is. */
  | {
      readonly do: 'wait'
      readonly reason: Reason
      readonly for: readonly string[]
      /** Whether the current source has taken all other changes. */
      readonly others?: 'are applied'
    }
  | {
      readonly do: 'install-needed'
      readonly needs: readonly Need[]
      readonly others?: 'are applied'
    }
  | {
      readonly do: 'write'
      readonly desired: DesiredPlugin
      /** Why this is not yet what was chosen, but what runs with what else was said of it. */
      readonly hindered?: Hindrance
    }
  /** The plugin is uninstalled; everything else of it stays. */
  | { readonly do: 'switch-off' }
  /** There is nothing that could be kept as it is, and nothing to come. */
  | { readonly do: 'stay-away'; readonly because: string }
  | { readonly do: 'rest' }

/** An extension, and which versions of it will do. */
export interface Need {
  readonly extension: string
  readonly range: string | undefined
}

/** A decision that keeps the instance from taking a source. */
export type Hindrance = Extract<Decision, { readonly do: 'refuse' | 'wait' | 'install-needed' }>

/** A decision that a pass can end with. */
export type FinalDecision = Exclude<Decision, { readonly do: 'ask-fit' }>
