import { ReleaseError } from './errors.ts'

/** Throws what went wrong, when something did: a single failure as it is, several as one. */
export function throwFailures(failures: readonly unknown[]): void {
  const [first] = failures
  if (first === undefined) return
  if (failures.length === 1 && first instanceof Error) throw first
  const texts = new Set(failures.map(messageOf))
  throw new ReleaseError('refused', [...texts].join('\n'), { cause: first })
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
