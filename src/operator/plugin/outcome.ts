import type { Obstacle } from './observation.ts'

/** What became of a decision. */
export type Outcome =
  | { readonly did: 'nothing' }
  | {
      readonly did: 'installed' | 'upgraded' | 'rolled-back'
      readonly revision: number
      readonly version: string
      readonly appVersion: string
      /** Kinds and number of objects, when they were applied. */
      readonly applied?: { readonly kinds: readonly string[]; readonly objects: number }
      /** The states of what was applied, by object. */
      readonly versions?: ReadonlyMap<string, string>
      readonly source?: { readonly address: string; readonly digest: string }
      readonly inputs: string
    }
  | { readonly did: 'uninstalled' }
  | { readonly did: 'let-go' }
  | {
      readonly did: 'looked-for-drift'
      /** One line for each object. */
      readonly lines: readonly string[]
      readonly corrected: boolean
      /** Whether everything is as it should be, also what is to be ignored. */
      readonly asWanted: boolean
    }
  | { readonly did: 'failed'; readonly obstacle: Obstacle; readonly inputs: string | undefined }
