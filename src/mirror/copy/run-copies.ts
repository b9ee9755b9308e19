import type { Digest } from '../../oci/digest.ts'
import { OciError } from '../../oci/errors.ts'
import { type CopyEvent, type CopyRun, carryOut } from '../../oci/media/copy.ts'
import type { ImagePlan } from '../../oci/media/plan-image.ts'
import { parseManifest } from '../../oci/manifest.ts'
import { isForeignLayer } from '../../oci/media-types.ts'
import { youngCollector } from '../../std/node/young-generation.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { type CopiesPlan, type CopyItem, type ItemPlan, nameFailure } from './plan-copies.ts'

/** How deep the destination is looked at afterwards. */
export type Verification = 'none' | 'tags' | 'blobs'

export interface RunOptions {
  readonly keepGoing: boolean
  readonly noClobber: boolean
  readonly verify: Verification
  /** Images at a time; how many blobs travel at once is for the gate to say. */
  readonly images?: number
  readonly gate?: CopyRun['gate']
  readonly onProgress?: (item: CopyItem, event: CopyEvent) => void
  readonly onDone?: (outcome: CopyOutcome) => void
}

/** How the copy of one image ended. */
export interface CopyOutcome {
  readonly item: CopyItem
  readonly state: 'copied' | 'there' | 'kept' | 'failed'
  readonly digest?: Digest
  /** Of the blobs that had to travel. */
  readonly bytes: number
  readonly mounted: number
  readonly error?: unknown
}

const defaultImages = 8
/** Bytes of blobs between two collections of the buffers that they passed through. */
const collectEvery = 8 * 1024 * 1024

/** Carries a plan out. The first failure ends it, unless it is to go on; no image is tagged before all of it is there. */
export async function runCopies(
  plan: CopiesPlan,
  options: RunOptions,
  signal: AbortSignal,
): Promise<readonly CopyOutcome[]> {
  const outcomes: CopyOutcome[] = []
  const passed = youngCollector(collectEvery)
  const told: RunOptions = {
    ...options,
    onProgress: (item, event) => {
      if (event.step === 'bytes') passed(event.count)
      options.onProgress?.(item, event)
    },
  }
  const copyOne = async ([at, one]: readonly [number, ItemPlan], inner: AbortSignal) => {
    const outcome = await settle(one, plan, told, inner)
    outcomes[at] = outcome
    options.onDone?.(outcome)
    if (outcome.state === 'failed' && !options.keepGoing) throw nameFailure(one.item, outcome.error)
  }
  await runBounded([...plan.items.entries()], options.images ?? defaultImages, copyOne, signal)
  return outcomes
}

async function settle(
  one: ItemPlan,
  { places }: CopiesPlan,
  options: RunOptions,
  signal: AbortSignal,
): Promise<CopyOutcome> {
  const { item } = one
  if (one.state === 'failed') return failed(item, one.error)
  const { digest } = one.plan.target
  if (one.state === 'kept') return { item, state: 'kept', digest, bytes: 0, mounted: 0 }
  try {
    const { gate, onProgress, noClobber } = options
    const run: CopyRun = {
      places,
      noClobber,
      ...(gate && { gate }),
      ...(onProgress && { onProgress: (event) => onProgress(item, event) }),
    }
    const { blobs, bytes } = await carryOut(one.plan, run, signal)
    await verifyCopy(one.plan, options.verify, signal)
    const state = one.state === 'there' ? 'there' : 'copied'
    return { item, state, digest, bytes, mounted: blobs.mounted }
  } catch (error) {
    signal.throwIfAborted()
    return failed(item, error)
  }
}

function failed(item: CopyItem, error: unknown): CopyOutcome {
  return { item, state: 'failed', bytes: 0, mounted: 0, error }
}

async function verifyCopy(
  plan: ImagePlan,
  verify: Verification,
  signal: AbortSignal,
): Promise<void> {
  const { copy, target, manifests } = plan
  const { to, tag } = copy
  if (verify === 'none') return
  if (verify === 'tags' && manifests.length === 0) return
  const found = tag === undefined ? await isThere(plan, signal) : await to.resolve(tag, signal)
  if (found?.digest !== target.digest) {
    const shown = tag === undefined ? target.digest : `tag ${tag}`
    const message = `${shown} of ${to.name} is ${found?.digest ?? 'not there'} after the copy; wanted ${target.digest}`
    throw new OciError('digest-mismatch', message)
  }
  if (verify === 'blobs') await verifyBlobs(plan, signal)
}

async function isThere({ copy, target }: ImagePlan, signal: AbortSignal) {
  return (await copy.to.hasManifest(target, signal)) ? target : undefined
}

async function verifyBlobs({ copy, all }: ImagePlan, signal: AbortSignal): Promise<void> {
  const { from, to } = copy
  const check = async (descriptor: ImagePlan['target'], inner: AbortSignal) => {
    const raw = await from.manifest(descriptor, inner)
    const manifest = parseManifest(raw, `manifest ${descriptor.digest} of ${from.name}`)
    if (manifest.kind === 'index') return
    for (const blob of [manifest.config, ...manifest.layers]) {
      if (isForeignLayer(blob.mediaType) || (await to.isWhole(blob, inner))) continue
      const message = `blob ${blob.digest} of ${to.name} is missing or is not its ${blob.size} bytes`
      throw new OciError('digest-mismatch', message)
    }
  }
  await runBounded(all, defaultImages, check, signal)
}
