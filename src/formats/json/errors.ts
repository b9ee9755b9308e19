import type { Value } from '../value.ts'

/** What encoding/json reports when it reads a text. */
export class JsonError extends Error {
  /** What had been read when the error was found; Go leaves it in the target. */
  readonly partial: Value

  constructor(message: string, partial: Value) {
    super(message)
    this.partial = partial
  }
}
