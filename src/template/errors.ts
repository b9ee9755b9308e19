import type { KeyKind } from './func.ts'
import type { LimitCode } from './limits.ts'

export type RenderErrorCode =
  /** A template text is not well formed. */
  | 'parse'
  /** A template failed while it was executed; `required` and `fail` included. */
  | 'execution'
  /** A limit of limits.ts was passed; `limit` says which. */
  | 'limit'

/** Where in a template something went wrong. */
export interface TemplateLocation {
  /** The template file, or `gotpl` for a text given to `tpl`. */
  readonly template: string
  /** Counted from 1. */
  readonly line: number
  /** In characters from 0; undefined where only the line is known. */
  readonly column: number | undefined
  readonly lineText: string
  /**
   * The node that was being executed, such as `.Values.a`; undefined for a text that cannot be
   * parsed.
   */
  readonly node: string | undefined
}

/** A render that failed. `message` is the text that Helm 4.2.3 prints after `Error: `. */
export class RenderError extends Error {
  readonly code: RenderErrorCode
  readonly limit: LimitCode | undefined
  /** The innermost place that is known. */
  readonly location: TemplateLocation | undefined

  constructor(
    code: RenderErrorCode,
    message: string,
    options?: ErrorOptions & { limit?: LimitCode; location?: TemplateLocation | undefined },
  ) {
    super(message, options)
    this.code = code
    this.limit = options?.limit
    this.location = options?.location
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
