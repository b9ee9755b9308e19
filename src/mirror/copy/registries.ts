import { HostPace, type PaceOptions } from '../../oci/client/host-pace.ts'
import type { Registry } from '../../oci/client/registry.ts'
import type { UploadJournal } from '../../oci/client/upload/upload-journal.ts'
import { DigestThread } from '../../oci/digest-thread.ts'
import type { ImageCopy } from '../../oci/media/plan-image.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import { type RegistryAccess, openRegistry } from '../../sources/fetch/open-registry.ts'

/** Registries of one command, each opened once and spoken to in its pace. */
export interface Registries {
  /** One that the user named is trusted; hosts that charts and lists name are not. */
  readonly registryOf: (host: string, named: NamedBy) => Registry
  readonly gate: <T>(copy: ImageCopy, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  readonly paceOf: (host: string) => HostPace
  /** Where uploads are remembered that did not end. */
  readonly journal: UploadJournal
  readonly close: () => Promise<void>
}

export type NamedBy = 'by the user' | 'by a list'

export interface RegistriesInput {
  /** How a host is reached, and how far it is trusted. */
  readonly accessOf: (
    host: string,
    named: NamedBy,
  ) => RegistryAccess & Pick<ChartRequest, 'trust' | 'tls'>
  readonly pace: PaceOptions
  readonly journal: UploadJournal
}

/** Opens registries when they are asked for. */
export function createRegistries({ accessOf, pace, journal }: RegistriesInput): Registries {
  const open = new Map<string, ReturnType<typeof openRegistry>>()
  const paces = new Map<string, HostPace>()
  const digests = new DigestThread()
  const paceOf = (host: string) => {
    const known = paces.get(host) ?? new HostPace(pace)
    paces.set(host, known)
    return known
  }
  const { mostPatience } = pace
  const retries = { attempts: 8, backoff: { first: 250, most: 30_000 }, mostPatience }
  const registryOf: Registries['registryOf'] = (host, named) => {
    const { trust, tls, ...access } = accessOf(host, named)
    const wrap = {
      pace: (send: Parameters<HostPace['wrap']>[0]) => paceOf(host).wrap(send),
      retries,
      startDigest: digests.start,
    }
    const key = `${host} ${named}`
    const who = tls === undefined ? { trust } : { trust, tls }
    const known = open.get(key) ?? openRegistry(host, who, { ...access, ...wrap })
    open.set(key, known)
    return known.registry
  }
  return {
    registryOf,
    paceOf,
    gate: async (copy, inner, work) => await inTurn(hostsOf(copy), paceOf, inner, work),
    journal,
    close: async () => {
      await Promise.all([digests, ...open.values()].map((one) => one.close()))
    },
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
