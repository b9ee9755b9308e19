/**
 * The faults that objects can have:
 *
 * - `invalid-selector`, `invalid-quantity`, `invalid-path`: a text that does not parse;
 * - `invalid-patch`: a patch that makes no sense; `patch-failed`: one that does not fit the object;
 * - `invalid-object`: a value that does not fit the schema of its kind;
 * - `invalid-managed-fields`: metadata.managedFields that cannot be read.
 */
export type ObjectsErrorCode =
  | 'invalid-selector'
  | 'invalid-quantity'
  | 'invalid-path'
  | 'invalid-patch'
  | 'patch-failed'
  | 'invalid-object'
  | 'invalid-managed-fields'

/** A failure in this folder; the message has the words of the real API server where it has some. */
export class ObjectsError extends Error {
  readonly code: ObjectsErrorCode

  constructor(code: ObjectsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ObjectsError'
    this.code = code
  }
}
