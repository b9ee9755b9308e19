import { type DescribedImage, describeImages } from '../../mirror/images/describe-images.ts'
import type { ListedImage } from '../../mirror/images/image-list.ts'
import { openRegistry } from '../../sources/fetch/open-registry.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Ports } from '../verb.ts'

/** Describes images from their registries, with the logins of helm and docker. */
export async function describeFromRegistries(
  images: readonly ListedImage[],
  connection: Connection,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly DescribedImage[]> {
  const sources = await openSources(connection, ports, signal)
  const open = new Map<string, ReturnType<typeof openRegistry>>()
  // A chart named these hosts: private addresses need --allow-address.
  const registryOf = (host: string) => {
    const known =
      open.get(host) ??
      openRegistry(host, { trust: 'untrusted', tls: sources.tls }, sources.fetching)
    open.set(host, known)
    return known.registry
  }
  try {
    return await describeImages(images, registryOf, signal)
  } finally {
    await Promise.all([...open.values()].map(({ close }) => close()))
  }
}
