import { join } from 'node:path'
import {
  type Registries,
  type RegistriesInput,
  createRegistries,
} from '../../mirror/copy/registries.ts'
import type { PaceOptions } from '../../oci/client/host-pace.ts'
import { fileUploadJournal } from '../../oci/client/upload/file-upload-journal.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Ports } from '../verb.ts'

export interface RegistryChoice {
  readonly connection: Connection
  /** The host that user and password of the flags are for; nobody else ever sees them. */
  readonly loginHost: string | undefined
  readonly pace: PaceOptions
}

/** Opens registries under the address policy, with the logins of helm and docker and those of the flags. */
export async function openRegistries(
  { connection, loginHost, pace }: RegistryChoice,
  ports: Ports,
  signal: AbortSignal,
): Promise<Registries> {
  const flags = await openSources(connection, ports, signal)
  const files = await openSources({ ...connection, login: undefined }, ports, signal)
  const accessOf: RegistriesInput['accessOf'] = (host, named) => {
    const { fetching } = host === loginHost ? flags : files
    if (named === 'by the user') return { ...fetching, trust: 'trusted', tls: flags.tls }
    const { plainHttp: _plain, ...rest } = fetching
    return { ...rest, trust: 'untrusted' }
  }
  const journal = fileUploadJournal(join(flags.locations.contentCache, 'outrigger-uploads'))
  return createRegistries({ accessOf, pace, journal })
}
