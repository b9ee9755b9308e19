import type { Lookup, TlsOptions } from '../../oci/client/connect.ts'
import type { Timeouts } from '../../oci/client/exchange.ts'
import { type Transport, createTransport } from '../../oci/client/transport.ts'
import type { AddressPolicy, Trust } from '../policy/judge.ts'
import { addressCheck, checkUrl } from '../policy/policy.ts'

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
  const { policy, source, trust, tls = {}, timeouts = {}, lookup } = options
  const rest = { timeouts, ...(lookup === undefined ? {} : { lookup }) }
  // Two pools: a connection that trust opened is never used without it.
  const own = createTransport({ ...rest, tls, checkAddress: addressCheck(policy, trust) })
  const others = createTransport({
    ...rest,
    tls: options.tlsEverywhere === true ? tls : {},
    checkAddress: addressCheck(policy, 'untrusted'),
  })
  return {
    send: async (request, signal) => {
      const isOwn = request.url.origin === source.origin
      checkUrl(policy, isOwn ? trust : 'untrusted', request.url)
      return await (isOwn ? own : others).send(request, signal)
    },
    close: async () => {
      await Promise.all([own.close(), others.close()])
    },
  }
}
