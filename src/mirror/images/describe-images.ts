import { requireManifest } from '../../oci/client/resolve.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { type Descriptor, type Platform, parseManifest } from '../../oci/manifest.ts'
import { platformText } from '../../oci/media/platform-choice.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { ListedImage } from './image-list.ts'

/** An image with what its registry says of it. */
export interface DescribedImage extends ListedImage {
  readonly digest?: string
  readonly platforms?: readonly string[]
  /** The size of all its layers and configurations, in bytes as they travel. */
  readonly bytes?: number
  /** Why its registry says nothing. */
  readonly unknown?: string
}

const maxRequests = 4

/** Asks the registries of images for digest, platforms and size; images whose registry cannot be reached are named and left. */
export async function describeImages(
  images: readonly ListedImage[],
  registryOf: (host: string) => Registry,
  signal: AbortSignal,
): Promise<readonly DescribedImage[]> {
  const described: DescribedImage[] = [...images]
  const ask = async ([at, image]: readonly [number, ListedImage], inner: AbortSignal) => {
    described[at] = await describeOne(image, registryOf, inner)
  }
  await runBounded([...images.entries()], maxRequests, ask, signal)
  return described
}

async function describeOne(
  image: ListedImage,
  registryOf: (host: string) => Registry,
  signal: AbortSignal,
): Promise<DescribedImage> {
  const { host, repository, tag, digest } = image.reference
  try {
    const found = await look(registryOf(host), repository, digest ?? tag ?? 'latest', signal)
    return { ...image, ...found }
  } catch (error) {
    signal.throwIfAborted()
    return { ...image, unknown: error instanceof Error ? error.message : String(error) }
  }
}

async function look(
  registry: Registry,
  repository: string,
  reference: string,
  signal: AbortSignal,
): Promise<Pick<DescribedImage, 'digest' | 'platforms' | 'bytes'>> {
  const raw = await requireManifest(registry, repository, reference, signal)
  const { digest } = raw
  const top = parseManifest(raw, `${registry.host}/${repository}@${digest}`)
  if (top.kind === 'image') return { digest, bytes: sum(new Map(), [top.config, ...top.layers]) }
  const seen = new Map<string, number>()
  let bytes = 0
  const runnable = top.manifests.filter(({ platform }) => isRunnable(platform))
  for (const child of runnable) {
    const below = await requireManifest(registry, repository, child.digest, signal)
    const manifest = parseManifest(below, `${registry.host}/${repository}@${child.digest}`)
    if (manifest.kind === 'image') bytes += sum(seen, [manifest.config, ...manifest.layers])
  }
  return {
    digest,
    bytes,
    platforms: runnable.map(({ platform }) => (platform ? platformText(platform) : 'unknown')),
  }
}

// Attestations stand in indexes with a platform that is none.
function isRunnable(platform: Platform | undefined): boolean {
  return platform === undefined || platform.os !== 'unknown'
}

/** Layers that platforms share travel once. */
function sum(seen: Map<string, number>, parts: readonly Descriptor[]): number {
  let bytes = 0
  for (const { digest, size } of parts) {
    if (seen.has(digest)) continue
    seen.set(digest, size)
    bytes += size
  }
  return bytes
}
