import type { KubeError } from '../../kube/errors.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import type { FieldConflict } from '../server-apply/field-conflict.ts'

/** An object of the plan before the server was asked. */
export interface ObjectToPlan extends DesiredObject {
  /**
   * Whether it belongs to the release, so that it carries its metadata; definitions in crds/ do not.
   */
  readonly isOwned: boolean
  /** Whether the previous revision had it, so that nobody asks whose it is. */
  readonly isKnown: boolean
}

/** The server's answer about applying an object. `live` is undefined when there is none. */
export type Observation =
  | { readonly seen: 'not-served' }
  /** The object is as it shall be; the server did not have to be asked. */
  | { readonly seen: 'settled'; readonly live: KubeObject }
  | {
      readonly seen: 'applied'
      readonly live: KubeObject | undefined
      readonly after: KubeObject
      readonly warnings: readonly string[]
      readonly taken: readonly FieldConflict[]
      readonly yielded: readonly FieldConflict[]
    }
  | {
      readonly seen: 'conflict'
      readonly live: KubeObject | undefined
      /** The object after the fields were taken, as far as that is known. */
      readonly after: KubeObject | undefined
      readonly conflicts: readonly FieldConflict[]
      readonly message: string
    }
  | {
      readonly seen: 'refused'
      readonly live: KubeObject | undefined
      readonly after: KubeObject | undefined
      readonly error: KubeError
    }
