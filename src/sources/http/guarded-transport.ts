import { type Lookup, type TlsOptions, guardedLookup } from '../../oci/client/connect.ts'
import type { Timeouts } from '../../oci/client/exchange.ts'
import { type Transport, createTransport } from '../../oci/client/transport.ts'
import { SourceError } from '../errors.ts'
import type { AddressPolicy, Trust } from '../policy/judge.ts'
import { addressCheck, checkUrl, isNamed } from '../policy/policy.ts'
import { proxyFor } from '../policy/proxies.ts'

export interface GuardOptions {
  readonly policy: AddressPolicy
  /** Where the source is. Its scheme, host and port have its trust; every other place has none. */
  readonly source: URL
  readonly trust: Trust
  /** For the source's own scheme, host and port only, unless it is to go everywhere. */
  readonly tls?: TlsOptions
  readonly tlsEverywhere?: boolean
  readonly timeouts?: Partial<Timeouts>
  readonly lookup?: Lookup
}

/**
 * Connections under a policy. Each request is judged by where it goes, so whatever is layered on top
 * (redirects, tokens, upload locations, a registry's client) cannot leave it.
 */
export function createGuardedTransport(options: GuardOptions): Transport {
  const { policy, source, trust, lookup } = options
  const pools = new Map<string, Transport>()
  // Pools of their own: a connection that trust opened is never used without it.
  const poolFor = (isOwn: boolean, proxy: string | undefined) => {
    const key = `${isOwn} ${proxy ?? ''}`
    const pool = pools.get(key) ?? openPool(options, isOwn, proxy)
    pools.set(key, pool)
    return pool
  }
  return {
    send: async (request, signal) => {
      const { url } = request
      const isOwn = url.origin === source.origin
      const trusted = isOwn ? trust : 'untrusted'
      checkUrl(policy, trusted, url)
      const proxy = policy.proxies && proxyFor(policy.proxies, url)
      if (proxy !== undefined) await checkBehindProxy(url, { policy, trust: trusted, lookup })
      return await poolFor(isOwn, proxy).send(request, signal)
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

function openPool(options: GuardOptions, isOwn: boolean, proxy: string | undefined): Transport {
  const { policy, trust, tls = {}, tlsEverywhere, timeouts = {}, lookup } = options
  const trusted = isOwn ? trust : 'untrusted'
  return createTransport({
    timeouts,
    ...(lookup === undefined ? {} : { lookup }),
    tls: isOwn || tlsEverywhere === true ? tls : {},
    ...(proxy === undefined ? { checkAddress: addressCheck(policy, trusted) } : { proxy }),
  })
}

interface Guard {
  readonly policy: AddressPolicy
  readonly trust: Trust
  readonly lookup: Lookup | undefined
}

/**
 * Judges the addresses that a name has here: a proxy finds them itself, and tells nobody. A name that has none here is the
 * proxy's alone to judge, so an untrusted one has to be allowed by name.
 */
async function checkBehindProxy(url: URL, { policy, trust, lookup }: Guard): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (process.getBuiltinModule('node:net').isIP(host) !== 0) return
  const find = guardedLookup(url, addressCheck(policy, trust), lookup)
  const error = await new Promise<Error | null>((done) => find(host, { all: true }, done))
  if (error === null) return
  if (!('syscall' in error)) throw error
  if (trust === 'trusted' || isNamed(policy, url)) return
  const message = `${host} has no address here, and a proxy would decide where it leads`
  const row = JSON.stringify(url.host)
  throw new SourceError(
    'address-refused',
    `${message}; to allow it, add ${row} to the allowed addresses`,
  )
}
