import { join } from 'node:path'
import { fileUploadJournal } from '../../oci/client/upload/file-upload-journal.ts'
import { HostPace, type PaceOptions } from '../../oci/client/host-pace.ts'
import type { Registry } from '../../oci/client/registry.ts'
import type { UploadJournal } from '../../oci/client/upload/upload-journal.ts'
import type { ImageCopy } from '../../oci/media/plan-image.ts'
import { openRegistry } from '../../sources/fetch/from-registry.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Ports } from '../verb.ts'

/** Registries of one command, each opened once and spoken to in its pace. */
export interface Registries {
  /** One that the user named is trusted; hosts that charts and lists name are not. */
  readonly registryOf: (host: string, named: 'by the user' | 'by a list') => Registry
  readonly gate: <T>(copy: ImageCopy, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  readonly paceOf: (host: string) => HostPace
  /** Where uploads are remembered that did not end. */
  readonly journal: UploadJournal
  readonly close: () => Promise<void>
}

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
  const open = new Map<string, ReturnType<typeof openRegistry>>()
  const paces = new Map<string, HostPace>()
  const paceOf = (host: string) => {
    const known = paces.get(host) ?? new HostPace(pace)
    paces.set(host, known)
    return known
  }
  const { mostPatience } = pace
  const retries = { attempts: 8, backoff: { first: 250, most: 30_000 }, mostPatience }
  const registryOf: Registries['registryOf'] = (host, named) => {
    const isNamed = named === 'by the user'
    const { fetching } = host === loginHost ? flags : files
    const { plainHttp: _plain, ...rest } = fetching
    const access = isNamed ? fetching : rest
    const who = isNamed
      ? { trust: 'trusted' as const, tls: flags.tls }
      : { trust: 'untrusted' as const }
    const wrap = {
      pace: (send: Parameters<HostPace['wrap']>[0]) => paceOf(host).wrap(send),
      retries,
    }
    const key = `${host} ${named}`
    const known = open.get(key) ?? openRegistry(host, who, { ...access, ...wrap })
    open.set(key, known)
    return known.registry
  }
  return {
    registryOf,
    paceOf,
    gate: async (copy, inner, work) => await inTurn(hostsOf(copy), paceOf, inner, work),
    journal: fileUploadJournal(join(flags.locations.contentCache, 'outrigger-uploads')),
    close: async () => void (await Promise.all([...open.values()].map(({ close }) => close()))),
  }
}

function hostsOf({ from, to }: ImageCopy): readonly string[] {
  const hosts = [from.origin?.host, to.place.host].filter((host) => host !== undefined)
  // In one order for all, so that nobody waits for somebody who waits for him.
  return [...new Set(hosts)].toSorted()
}

async function inTurn<T>(
  [host, ...rest]: readonly string[],
  paceOf: (host: string) => HostPace,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (host === undefined) return await work()
  return await paceOf(host).run(signal, () => inTurn(rest, paceOf, signal, work))
}
