import type { KeyKind } from './func.ts'
import type { LimitCode } from './limits.ts'

export type RenderErrorCode =
  /** A template text is not well formed. */
  | 'parse'
  /** A template failed while it was executed; `required` and `fail` included. */
  | 'execution'
  /** A limit of limits.ts was passed; `limit` says which. */
  | 'limit'

/** A render that failed. `message` is the text that Helm 4.2.3 prints after `Error: `. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly limit: LimitCode | undefined

  constructor(
    code: RenderErrorCode,
    message: string,
    options?: ErrorOptions & { limit?: LimitCode },
  ) {
    super(message, options)
    this.code = code
    this.limit = options?.limit
  }
}

/** Templates wanted new private keys that the caller has still to make, in this order. */
export class MissingKeysError extends Error {
  readonly kinds: readonly KeyKind[]

  constructor(kinds: readonly KeyKind[]) {
    super(`private keys are still to be made: ${kinds.join(', ')}`)
    this.kinds = kinds
  }
}
