import type { CopiesPlan } from '../../mirror/copy/plan-copies.ts'
import type { Registries } from '../../mirror/copy/registries.ts'
import { type CopyOutcome, type Verification, runCopies } from '../../mirror/copy/run-copies.ts'
import { markInOnePiece } from '../../std/node/young-generation.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { formatBytes } from '../output/progress-bar.ts'
import { type Progress, progressFor } from '../output/progress.ts'

export interface CarryOptions {
  readonly output: string
  readonly keepGoing: boolean
  readonly noClobber: boolean
  readonly check: Verification
}

/** Carries copies out, and tells how far they are. */
export async function carryCopies(
  plan: CopiesPlan,
  options: CarryOptions,
  { io, registries }: { readonly io: Io; readonly registries: Registries },
  signal: AbortSignal,
): Promise<readonly CopyOutcome[]> {
  const markAsBefore = markInOnePiece()
  const progress = progressFor(io, options.output)
  const task = progress.start(`${plan.items.length} images`)
  task.expect(plan.bytes)
  try {
    const outcomes = await runCopies(
      plan,
      {
        keepGoing: options.keepGoing,
        noClobber: options.noClobber,
        verify: options.check,
        gate: registries.gate,
        onProgress: (_item, event) => {
          if (event.step === 'bytes') task.advance(event.count)
        },
        onDone: (outcome) => tellDone(outcome, progress, options.output),
      },
      signal,
    )
    task.end('done')
    return outcomes
  } catch (error) {
    task.end('failed')
    throw error
  } finally {
    progress.close()
    markAsBefore()
  }
}

function tellDone({ item, state, bytes }: CopyOutcome, progress: Progress, output: string): void {
  if (output === 'json' || state !== 'copied') return
  progress.say(`copied ${item.image} (${formatBytes(bytes)})`)
}

/** A refusal of the address policy says what would allow it; here is where a user can. */
export function withAllowance(error: unknown): unknown {
  if (!(error instanceof Error) || !hasCode(error, 'address-refused')) return error
  const where = 'by --allow-address or $OUTRIGGER_ALLOW_ADDRESS'
  return new PlainError(`${error.message} (${where})`, { cause: error })
}

function hasCode(error: Error, code: string): boolean {
  if ('code' in error && error.code === code) return true
  return error.cause instanceof Error && hasCode(error.cause, code)
}
