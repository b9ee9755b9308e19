import { access } from 'node:fs/promises'
import { runBounded } from '../../std/run-bounded.ts'
import type { Registry } from '../../oci/client/registry.ts'
import type { UploadJournal } from '../../oci/client/upload/upload-journal.ts'
import type { Digest } from '../../oci/digest.ts'
import { layoutBlobPath } from '../../oci/media/layout.ts'
import { BlobPlaces } from '../../oci/media/blob-places.ts'
import { carryOut } from '../../oci/media/copy.ts'
import type { ImageSource } from '../../oci/media/medium.ts'
import { type ImagePlan, planImage } from '../../oci/media/plan-image.ts'
import { remoteSink, remoteSource } from '../../oci/media/remote.ts'
import { ExpansionError } from '../errors.ts'
import type { PackageDelta } from '../package/lock.ts'

/** An image of a package and where it goes. */
export interface ImageToPush {
  readonly image: string
  /** Its name in the layout or archive of the package. */
  readonly reference: string
  /** A repository of the site's registry, without its host. */
  readonly repository: string
  readonly tag: string | undefined
}

export interface PushPorts {
  readonly registry: Registry
  /** Remembers uploads that were broken off, so that they go on where they stopped. */
  readonly journal?: UploadJournal
  readonly onBytes?: (count: number) => void
}

/** The work of pushing images, as registry and package are now. */
export interface PushPlan {
  readonly plans: readonly ImagePlan[]
  readonly places: BlobPlaces
  /** Bytes that have to travel. */
  readonly bytes: number
}

export interface PushedImages {
  readonly pushed: number
  readonly there: number
  readonly bytes: number
}

const parallelPlans = 12
const parallelImages = 6

/** Asks the registry what is missing; nothing is changed. */
export async function planPush(
  images: readonly ImageToPush[],
  from: ImageSource,
  { registry, journal }: PushPorts,
  signal: AbortSignal,
): Promise<PushPlan> {
  const plans: ImagePlan[] = []
  const options = journal === undefined ? {} : { journal }
  const planOne = async ([at, image]: readonly [number, ImageToPush], inner: AbortSignal) => {
    const to = remoteSink(registry, image.repository, options)
    const { reference, tag } = image
    const copy = { from, to, reference, tag, attached: 'left', platforms: { kind: 'all' } } as const
    plans[at] = await planImage(copy, inner)
  }
  await runBounded([...images.entries()], parallelPlans, planOne, signal)
  const missing = new Map(plans.flatMap(({ blobs }) => blobs.map((blob) => [blob.digest, blob])))
  const bytes = [...missing.values()].reduce((total, { size }) => total + size, 0)
  return { plans, places: new BlobPlaces(), bytes }
}

/** Pushes what a plan names, every blob once; a tag is set when all below it is there. */
export async function runPush(
  { plans, places }: PushPlan,
  { onBytes }: PushPorts,
  signal: AbortSignal,
): Promise<PushedImages> {
  let [pushed, there, bytes] = [0, 0, 0]
  const pushOne = async (plan: ImagePlan, inner: AbortSignal) => {
    const result = await carryOut(
      plan,
      {
        places,
        onProgress: (event) => {
          if (event.step === 'bytes') onBytes?.(event.count)
        },
      },
      inner,
    )
    if (plan.manifests.length === 0) there++
    else pushed++
    bytes += result.bytes
  }
  await runBounded(plans, parallelImages, pushOne, signal)
  return { pushed, there, bytes }
}

/** Where the blobs are that a delta leaves out. */
export interface LeftOutPlaces {
  readonly registry: Registry
  /** The folder of the site in its registry; empty for none. */
  readonly folder: string
}

/** The images of a delta: a blob that the package left out is read from the repository that the receipt names. */
export function withLeftOut(
  from: ImageSource,
  layout: string,
  delta: PackageDelta,
  { registry, folder }: LeftOutPlaces,
): ImageSource {
  const repositories = new Map(delta.blobs.map(({ digest, repository }) => [digest, repository]))
  const elsewhere = (digest: Digest): ImageSource | undefined => {
    const repository = repositories.get(digest)
    if (repository === undefined) return undefined
    return remoteSource(registry, folder === '' ? repository : `${folder}/${repository}`)
  }
  return {
    ...from,
    manifest: async (descriptor, signal) => {
      const other = await absent(layout, descriptor.digest, elsewhere)
      if (other === undefined) return await from.manifest(descriptor, signal)
      return await other.manifest(descriptor, signal).catch((cause: unknown) => {
        throw lost(descriptor.digest, cause)
      })
    },
    blob: (expected) => ({
      ...expected,
      open: async function* (start, signal) {
        const other = await absent(layout, expected.digest, elsewhere)
        yield* (other ?? from).blob(expected).open(start, signal)
      },
    }),
  }
}

async function absent(
  layout: string,
  digest: Digest,
  elsewhere: (digest: Digest) => ImageSource | undefined,
): Promise<ImageSource | undefined> {
  const isThere = await access(layoutBlobPath(layout, digest)).then(
    () => true,
    () => false,
  )
  return isThere ? undefined : elsewhere(digest)
}

function lost(digest: Digest, cause: unknown): ExpansionError {
  const message = `${digest} is neither in the package nor in the registry, which the receipt says has it: build the package whole`
  return new ExpansionError('site', message, { cause })
}
