import type { CheckAddress } from '../../oci/client/connect.ts'
import { printableUrl } from '../../oci/client/redact.ts'
import { SourceError } from '../errors.ts'
import { parseAddress } from './address.ts'
import { type AddressPolicy, type Trust, refusalOf } from './judge.ts'
import type { Proxies } from './proxies.ts'
import { matchesHost, matchesPort, parseAddressRule } from './rule.ts'

/** Nothing allowed beyond the usual, nothing denied. */
export const strictPolicy: AddressPolicy = { allow: [], deny: [] }

/** Reads the lists as they are configured; see parseAddressRule for the form of a row. */
export function readAddressPolicy(lists: {
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly proxies?: Proxies | undefined
}): AddressPolicy {
  const { proxies } = lists
  return {
    ...(proxies === undefined ? {} : { proxies }),
    allow: (lists.allow ?? []).map(parseAddressRule),
    deny: (lists.deny ?? []).map(parseAddressRule),
  }
}

/** Refuses a URL before anything is looked up: by its scheme, host and port. */
export function checkUrl(policy: AddressPolicy, trust: Trust, url: URL): void {
  const why = refusalOfUrl(policy, trust, url)
  if (why === undefined) return
  throw new SourceError('address-refused', `fetching ${printableUrl(url)} is not allowed: ${why}`)
}

/** The check at connect time, on the very address that would be connected to. */
export function addressCheck(policy: AddressPolicy, trust: Trust): CheckAddress {
  return ({ address: text, ...place }) => {
    const address = parseAddress(text)
    if (address === undefined) return `${JSON.stringify(text)} is not an IP address`
    return refusalOf(policy, trust, { ...place, address })
  }
}

/** Whether a row of the allow list names a server, so that it may have the credentials of registries that send us there. */
export function isNamed(policy: AddressPolicy, url: URL): boolean {
  const { scheme, host, port } = placeOf(url)
  const address = parseAddress(host)
  return policy.allow.some(
    (rule) =>
      (rule.scheme ?? 'https') === scheme &&
      matchesPort(rule, port) &&
      matchesHost(rule, host, address),
  )
}

function refusalOfUrl(policy: AddressPolicy, trust: Trust, url: URL): string | undefined {
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  if (`${scheme}:` !== url.protocol) return `${url.protocol} is neither https nor http`
  if (url.hostname === '') return 'it names no host'
  const place = placeOf(url)
  return refusalOf(policy, trust, { ...place, address: parseAddress(place.host) })
}

function placeOf(url: URL) {
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (scheme === 'https' ? 443 : 80)
  return { scheme, host, port } as const
}
