import { BlobPlaces } from '../../oci/media/blob-places.ts'
import {
  type ImageCopy,
  type ImagePlan,
  blobsThere,
  planImage,
} from '../../oci/media/plan-image.ts'
import { runBounded } from '../../std/run-bounded.ts'

/** An image that is to be copied, as people name it. */
export interface CopyItem extends ImageCopy {
  /** The image as it was named. */
  readonly image: string
  /** Where it goes, as references name it. */
  readonly target: string
}

/** The facts about one image before it is copied. */
export type ItemPlan =
  | {
      readonly item: CopyItem
      readonly state: 'planned' | 'there' | 'kept'
      readonly plan: ImagePlan
    }
  | { readonly item: CopyItem; readonly state: 'failed'; readonly error: unknown }

export interface CopiesPlan {
  readonly items: readonly ItemPlan[]
  /** Bytes that really have to travel: each blob once to a registry, and none that can be mounted. */
  readonly bytes: number
  /** Bytes of all blobs that repositories lack, mounted or not. */
  readonly missing: number
  readonly places: BlobPlaces
}

export interface PlanOptions {
  readonly keepGoing: boolean
  /** A tag that stands for something else is left as it is. */
  readonly noClobber: boolean
}

const parallelPlans = 8

/** Asks all sources and destinations what has to travel; nothing is changed. */
export async function planCopies(
  items: readonly CopyItem[],
  options: PlanOptions,
  signal: AbortSignal,
): Promise<CopiesPlan> {
  const planned: ItemPlan[] = []
  const planOne = async ([at, item]: readonly [number, CopyItem], inner: AbortSignal) => {
    try {
      const plan = await planImage(item, inner)
      planned[at] = { item, plan, state: stateOf(plan, options) }
    } catch (error) {
      inner.throwIfAborted()
      if (!options.keepGoing) throw nameFailure(item, error)
      planned[at] = { item, state: 'failed', error }
    }
  }
  await runBounded([...items.entries()], parallelPlans, planOne, signal)
  const places = new BlobPlaces()
  if (planned.some((one) => one.state === 'planned')) await learnPlaces(planned, places, signal)
  return { items: planned, places, ...countBytes(planned, places) }
}

/** An error that says which image it is about; what is known of the cause stays. */
export function nameFailure(item: Pick<CopyItem, 'image'>, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return new Error(`${item.image}: ${error.message}`, { cause: error })
}

function stateOf({ copy, target, current, manifests }: ImagePlan, options: PlanOptions) {
  const isOther = current !== undefined && current.digest !== target.digest
  if (options.noClobber && copy.tag !== undefined && isOther) return 'kept'
  return manifests.length === 0 ? 'there' : 'planned'
}

// Other repositories can mount what images have that need no copy.
async function learnPlaces(
  planned: readonly ItemPlan[],
  places: BlobPlaces,
  signal: AbortSignal,
): Promise<void> {
  const lacking = planned.some((one) => one.state === 'planned' && one.plan.blobs.length > 0)
  const known = planned.flatMap((one) => (one.state === 'failed' ? [] : [one.plan]))
  if (!lacking) return
  const learn = async (plan: ImagePlan, inner: AbortSignal) => {
    for (const { digest } of await blobsThere(plan, inner)) places.note(plan.copy.to.place, digest)
  }
  await runBounded(known, parallelPlans, learn, signal)
}

function countBytes(
  planned: readonly ItemPlan[],
  places: BlobPlaces,
): { readonly bytes: number; readonly missing: number } {
  const counted = new Set<string>()
  let bytes = 0
  let missing = 0
  for (const one of planned) {
    if (one.state !== 'planned') continue
    const { from, to } = one.plan.copy
    for (const { digest, size } of one.plan.blobs) {
      missing += size
      const key = `${to.place.host} ${digest}`
      const canMount =
        from.origin?.host === to.place.host || places.elsewhere(to.place, digest) !== undefined
      if (canMount || counted.has(key)) continue
      counted.add(key)
      bytes += size
    }
  }
  return { bytes, missing }
}
