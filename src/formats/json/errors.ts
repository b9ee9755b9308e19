import type { Value } from '../value.ts'

/** An error that encoding/json reports when it reads a text. */
export class JsonError extends Error {
  /** The value as far as it had been read when the error was found; Go leaves it in the target. */
  readonly partial: Value

  constructor(message: string, partial: Value) {
    super(message)
    this.partial = partial
  }
}
