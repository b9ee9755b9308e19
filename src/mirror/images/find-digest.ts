import { readImage } from '../../images/image-reference.ts'
import { resolveReference } from '../../oci/client/resolve.ts'
import { type RegistryAccess, openRegistry } from '../../sources/fetch/open-registry.ts'
import { translateError } from '../../sources/http/translate-error.ts'
import type { Trust } from '../../sources/policy/judge.ts'

/** The asker of a registry. */
export interface DigestAccess {
  readonly trust: Trust
  /** The login for a host. */
  readonly loginOf: (
    host: string,
    signal: AbortSignal,
  ) => Promise<{ readonly username: string; readonly password: string } | undefined>
}

/** The digest of an image at its registry now; undefined when it is not there. */
export type FindImageDigest = (
  image: string,
  access: DigestAccess,
  signal: AbortSignal,
) => Promise<string | undefined>

/** Looks up digests under the address policy. */
export function digestFinder(access: RegistryAccess): FindImageDigest {
  return async (image, { trust, loginOf }, signal) => {
    const reference = readImage(image)
    if (reference === undefined) return undefined
    const { host, repository, tag = 'latest', digest } = reference
    const findCredentials: NonNullable<RegistryAccess['findCredentials']> = async (
      place,
      inner,
    ) => {
      const login = await loginOf(place.host, inner)
      if (login === undefined) return access.findCredentials?.(place, inner)
      return { kind: 'password', ...login }
    }
    const { registry, close } = openRegistry(host, { trust }, { ...access, findCredentials })
    try {
      return (await resolveReference(registry, repository, digest ?? tag, signal))?.digest
    } catch (error) {
      throw translateError(error, signal)
    } finally {
      await close()
    }
  }
}
