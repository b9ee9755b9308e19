import type { KubeObject } from '../../objects/kube-object.ts'

/** The state of the objects of the release. */
export interface Health {
  readonly is: 'unknown' | 'progressing' | 'healthy' | 'failed'
  /** The objects that are not as they should be, one line each. */
  readonly lines: readonly string[]
  /** Whether it is a plugin of the release that holds things up. */
  readonly isChild: boolean
  /** How many objects of the release are missing, as far as the watches show. */
  readonly missing: number
  /** The objects that do not work yet, without their contents. */
  readonly open: readonly KubeObject[]
  /** Digest of the fields that are ours in all objects; undefined before all of them were seen. */
  readonly mark: string | undefined
  /** Changes whenever somebody changes the spec or metadata of an object; undefined before all of them were seen. */
  readonly content: string | undefined
}
