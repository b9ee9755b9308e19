import type { JsonObject } from '../../objects/json.ts'
import type { FieldError } from '../field-errors.ts'
import type { Draft } from './draft.ts'
import type { User } from './user.ts'

/** How unknown and doubled fields of a request are taken. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** The facts that the server itself knows while it makes an object. */
export interface MakingContext {
  readonly now: () => Date
  readonly random: () => number
  readonly user: User
  /** All objects of a bucket, as they are stored. */
  readonly listed: (bucket: string) => readonly JsonObject[]
}

/** The kindOverrides of a kind; a field that is left out is as most kinds have it. */
export interface Strategy {
  /** An update may go without a resourceVersion. */
  readonly allowUnconditionalUpdate: boolean
  /** A PUT on a name that is not there creates. */
  readonly allowCreateOnUpdate: boolean
  /** A deletion answers with the object instead of a Status. */
  readonly returnDeletedObject: boolean
  /** The fate of dependents when the deletion does not say. */
  readonly defaultPropagation: 'Background' | 'Orphan'
  /** `metadata.generation` counts changes of everything but metadata and status, or is not kept. */
  readonly hasGeneration: boolean
  /** A change of annotations is one that the generation counts too. */
  readonly countsAnnotations?: true
  /** `status` belongs to its subresource: a create drops it, an update keeps the old one. */
  readonly hasStatus: boolean
  /** Which names are allowed; gives what is wrong. */
  readonly checkName: (name: string) => readonly string[]
  /**
   * Brings what a client sent into the form that the kind has: types, unknown fields, zero values.
   * Reports the paths of unknown fields.
   */
  readonly normalise?: (draft: Draft, report: (path: string) => void) => void
  /** Takes nulls away that the kind does not allow; what is applied keeps them. */
  readonly dropNulls?: (draft: Draft) => void
  /** Fills what a client may leave out. */
  readonly complete?: (draft: Draft) => void
  readonly prepareForCreate?: (draft: Draft, context: MakingContext) => void
  readonly prepareForUpdate?: (draft: Draft, old: JsonObject, context: MakingContext) => void
  /** Puts back what a write to one part may not change, where the fields that the part resets do not tell. */
  readonly restoreOthers?: (
    draft: Draft,
    old: JsonObject,
    subresource: string,
    context: MakingContext,
  ) => void
  readonly prepareStatusUpdate?: (draft: Draft, old: JsonObject) => void
  readonly validate?: (object: JsonObject) => readonly FieldError[]
  readonly validateUpdate?: (object: JsonObject, old: JsonObject) => readonly FieldError[]
  readonly validateStatusUpdate?: (object: JsonObject, old: JsonObject) => readonly FieldError[]
  /** How many seconds of grace the object gets; undefined: it goes at once. */
  readonly gracePeriod?: (object: JsonObject, asked: number | undefined) => number | undefined
  /** Whether something besides finalizers keeps a deleted object. */
  readonly isKept?: (object: JsonObject) => boolean
  /** Changes an object when its deletion begins. */
  readonly beginDeletion?: (draft: Draft, now: string) => void
  /** Fields that a selector may name besides the name and the namespace. */
  readonly selectableFields?: Readonly<Record<string, readonly string[]>>
}
