export type ActionErrorCode =
  /** Something that the action needs is not there. */
  | 'not-found'
  /** Something that the action needs is not in a state to be used; its message says what to do. */
  | 'not-ready'
  /** The request cannot be carried out as it was made. */
  | 'refused'
  /** The asker lacks a right that it needs. */
  | 'forbidden'
  /** Something stands in the way. */
  | 'blocked'

/** An action that somebody asked for cannot be carried out. */
export class ActionError extends Error {
  override readonly name = 'ActionError'
  readonly code: ActionErrorCode

  constructor(code: ActionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
