import type { CopiesPlan, CopyItem } from '../../mirror/copy/plan-copies.ts'
import { type CopyOutcome, type Verification, runCopies } from '../../mirror/copy/run-copies.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { formatBytes } from '../output/progress-bar.ts'
import { type Progress, progressFor } from '../output/progress.ts'
import type { WantedImage } from './copy-items.ts'
import type { Registries } from './open-registries.ts'

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
  }
}

function tellDone({ item, state, bytes }: CopyOutcome, progress: Progress, output: string): void {
  if (output === 'json' || state !== 'copied') return
  progress.say(`copied ${item.image} (${formatBytes(bytes)})`)
}

/** The same image, read no faster than its host may be. */
export function throttled(image: WantedImage, { paceOf }: Registries): WantedImage {
  const { from } = image
  const host = from.origin?.host
  if (host === undefined) return image
  const blob: typeof from.blob = (expected) => {
    const content = from.blob(expected)
    return {
      ...content,
      open: (at, signal) => paceOf(host).throttle(content.open(at, signal), signal),
    }
  }
  return { ...image, from: { ...from, blob } }
}

/** Refuses two images under one name: it would be the last of them. */
export function checkTargets(items: readonly CopyItem[], advice: string): void {
  const seen = new Map<string, CopyItem>()
  for (const item of items) {
    const other = seen.get(item.target)
    if (other !== undefined) {
      const message = `${other.image} and ${item.image} would both become ${item.target}; ${advice}`
      throw new PlainError(message)
    }
    seen.set(item.target, item)
  }
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
