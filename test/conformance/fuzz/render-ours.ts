import type { Case, Outcome } from '../case.ts'
import { renderWithOurs } from '../ours.ts'

/** Our outcome; a crash is one too, which helm never shares. */
export function ourOutcome(one: Case): Outcome {
  try {
    return renderWithOurs(one)
  } catch (error) {
    return { error: `crash: ${error instanceof Error ? error.stack : String(error)}` }
  }
}
