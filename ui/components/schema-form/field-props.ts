import type { TextEdit, ValuePath } from '../values-text/edit-values-text.ts'
import type { PlainValue } from '../values-text/plain-value.ts'
import type { FormSchema } from './form-schema.ts'

export interface FieldProps {
  readonly root: FormSchema
  readonly schema: FormSchema
  readonly name: string
  readonly path: ValuePath
  /** The default of the chart, for schemas that name none. */
  readonly fallback: PlainValue | undefined
  /** The value that was set; undefined where nothing was. */
  readonly value: PlainValue | undefined
  readonly edit: (path: ValuePath, edit: TextEdit) => void
  readonly isRequired: boolean
  /** Whether the name is a key of a map whose keys are free, so that it can be taken away. */
  readonly isFreeKey?: boolean
  /** Only fields whose names or descriptions have these words are shown. */
  readonly words: string
}
