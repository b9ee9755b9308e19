export type StoreErrorCode =
  /** Another process holds the folder. */
  | 'locked'
  /** The bytes on the disk cannot be those that this store wrote. */
  | 'corrupt'
  /** The disk refused a write; nothing is accepted until a restart has read what is really there. */
  | 'failed'
  /** The history asked for is no longer kept. */
  | 'compacted'
  /** The revision asked for has not happened yet. */
  | 'future'

/** The store cannot do what was asked. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
