import { BlobPlaces } from '../../oci/media/blob-places.ts'
import { carryOut } from '../../oci/media/copy.ts'
import { layoutSink } from '../../oci/media/layout-sink.ts'
import type { ImageSource } from '../../oci/media/medium.ts'
import { planImage } from '../../oci/media/plan-image.ts'

/** Copies images into a layout folder and gives the folder back. */
export async function importArchive(
  images: readonly { readonly image: string; readonly reference: string }[],
  from: ImageSource,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const to = await layoutSink(folder, signal)
  try {
    const places = new BlobPlaces()
    for (const { image, reference } of images) {
      const copy = { from, to, reference, tag: image, attached: 'left' } as const
      const plan = await planImage({ ...copy, platforms: { kind: 'all' } }, signal)
      await carryOut(plan, { places }, signal)
    }
  } finally {
    await to.close()
  }
  return folder
}
