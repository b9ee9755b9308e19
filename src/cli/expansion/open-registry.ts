import { parseRegistryReference } from '../../oci/reference.ts'
import { openRegistry } from '../../sources/fetch/open-registry.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import type { Ports } from '../verb.ts'

/** A place in a registry that a command works with. */
export interface OpenPlace {
  readonly registry: ReturnType<typeof openRegistry>['registry']
  readonly host: string
  readonly repository: string
  readonly tag: string | undefined
  /** A tag or digest; undefined when none was given. */
  readonly reference: string | undefined
  readonly close: () => Promise<void>
}

/** Opens the registry of an `oci://` address, with the logins of helm and docker and those of the flags. */
export async function openPlace(
  address: string,
  connection: Connection,
  ports: Ports,
  signal: AbortSignal,
): Promise<OpenPlace> {
  if (!address.startsWith('oci://')) {
    throw new PlainError(`wanted oci://HOST/REPOSITORY:TAG, found ${address}`)
  }
  const { host, repository, tag, digest } = parseRegistryReference(address)
  const { tls, fetching } = await openSources(connection, ports, signal)
  const { registry, close } = openRegistry(host, { trust: 'trusted', tls }, fetching)
  return { registry, host, repository, tag, reference: digest ?? tag, close }
}
