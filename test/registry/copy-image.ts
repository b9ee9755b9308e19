import { BlobPlaces } from '../../src/oci/media/blob-places.ts'
import { type CopyResult, type CopyRun, carryOut } from '../../src/oci/media/copy.ts'
import { type ImageCopy, planImage } from '../../src/oci/media/plan-image.ts'

type OneImage = Pick<ImageCopy, 'from' | 'to' | 'reference' | 'tag'> & Partial<ImageCopy>

/** One image, planned and copied: all of it and nothing along with it by default. */
export async function copyImage(
  copy: OneImage & Pick<CopyRun, 'onProgress'>,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { onProgress, ...image } = copy
  const whole: ImageCopy = { platforms: { kind: 'all' }, attached: 'left', ...image }
  const plan = await planImage(whole, signal)
  const places = new BlobPlaces()
  return await carryOut(plan, { places, ...(onProgress && { onProgress }) }, signal)
}
