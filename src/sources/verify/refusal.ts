import { SourceError } from '../errors.ts'

/** A chart that is not what was demanded, or cannot be shown to be. */
export function refusal(why: string, cause?: unknown): SourceError {
  return new SourceError('not-verified', why, cause === undefined ? {} : { cause })
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
