import type { ObjectName } from '../../../release/release.ts'
import type { Obstacle } from '../../pass/obstacle.ts'

/** The outcome of a decision. */
export type Outcome =
  | { readonly did: 'nothing' }
  | {
      readonly did: 'installed' | 'upgraded' | 'rolled-back'
      readonly revision: number
      readonly version: string
      readonly appVersion: string
      /** Kinds and number of objects, and the mark of the fields that were applied. */
      readonly applied?: {
        readonly kinds: readonly string[]
        readonly objects: number
        /** Absent when nothing had to be applied. */
        readonly mark?: string
      }
      /** The states of what was applied, by object. */
      readonly versions?: ReadonlyMap<string, string>
      readonly source?: { readonly address: string; readonly digest: string }
      readonly inputs: string
      /** Definitions and fields of others that were left as they are, one line each. */
      readonly leftAlone?: readonly string[]
      /** Images that come from elsewhere than they should, one line each; absent where nothing was rendered. */
      readonly foreignImages?: readonly string[]
    }
  | { readonly did: 'uninstalled' }
  | { readonly did: 'removed-finalizer' }
  | {
      readonly did: 'looked-for-drift'
      /** One line for each object. */
      readonly lines: readonly string[]
      /** The objects that were put back. */
      readonly corrected: readonly ObjectName[]
      /** The mark of all fields that are ours after a correction; undefined when it has to be read anew. */
      readonly mark?: string | undefined
      /** The states of what was put back, by object. */
      readonly versions?: ReadonlyMap<string, string>
      /** Whether everything is as it should be, also what is to be ignored. */
      readonly asWanted: boolean
    }
  | { readonly did: 'failed'; readonly obstacle: Obstacle; readonly inputs: string | undefined }
