import type { AddressBytes } from './address.ts'
import { type AddressKind, carriedAddress, classifyAddress } from './classify.ts'
import type { Proxies } from './proxies.ts'
import { type AddressRule, matchesHost, matchesPort } from './rule.ts'

/**
 * Whether the party that named an address is trusted. An address that somebody typed on the command
 * line or that stands in the platform namespace is; one that a chart, an index, a redirect or a
 * tenant names is not.
 */
export type Trust = 'trusted' | 'untrusted'

/**
 * The addresses that may be fetched. Untrusted: https to public addresses, and those that are
 * allowed beyond.
 */
export interface AddressPolicy {
  /** Goes beyond what untrusted addresses may. */
  readonly allow: readonly AddressRule[]
  /** Refused whoever names it, before anything is allowed. */
  readonly deny: readonly AddressRule[]
  /** The proxies through which this machine reaches others. */
  readonly proxies?: Proxies
}

/** Where a request would go. */
export interface Endpoint {
  readonly scheme: 'https' | 'http'
  /** Without brackets. */
  readonly host: string
  readonly port: number
  /** Unknown before the name was looked up; rules about ranges are then taken to fit. */
  readonly address: AddressBytes | undefined
}

const nonsense: ReadonlySet<AddressKind> = new Set<AddressKind>([
  'unspecified',
  'multicast',
  'broadcast',
])

// Allowing a name does not reach these: no server of charts is there, only what answers to machines.
const onlyByAddress: ReadonlySet<AddressKind> = new Set<AddressKind>([
  ...nonsense,
  'link-local',
  'metadata',
  'reserved',
])

/** Says why a place is refused, and how it could be allowed; undefined lets it pass. */
export function refusalOf(
  policy: AddressPolicy,
  trust: Trust,
  place: Endpoint,
): string | undefined {
  const denied = policy.deny.find((rule) => isDenied(rule, place))
  if (denied !== undefined) return `the rule "${denied.text}" denies it`
  const kind = place.address === undefined ? 'public' : classifyAddress(place.address)
  if (trust === 'trusted') {
    return nonsense.has(kind) ? `there are no servers at ${kind} addresses` : undefined
  }
  const rules = policy.allow.filter((rule) => isMeant(rule, place) && matchesPort(rule, place.port))
  const limit = limitOf(rules, place, kind)
  if (limit === undefined) return undefined
  const who = 'a chart, an index, a redirect or a tenant'
  return `${who} may name ${limit}; to allow it, add ${JSON.stringify(rowFor(place, kind))} to the allowed addresses`
}

function limitOf(
  rules: readonly AddressRule[],
  { scheme, port }: Endpoint,
  kind: AddressKind,
): string | undefined {
  if (scheme === 'http' && !rules.some((rule) => rule.scheme === 'http')) return 'only https'
  if (scheme === 'https' && port !== 443 && rules.length === 0) return 'only port 443'
  const reaching = rules.filter(({ host }) => host.kind === 'range' || !onlyByAddress.has(kind))
  if (kind !== 'public' && reaching.length === 0) return `no ${kind} addresses`
  return undefined
}

function isDenied(rule: AddressRule, place: Endpoint): boolean {
  if (rule.host.kind === 'range' && place.address === undefined) return false
  // A rule without a port denies all of them, one without a scheme both.
  const isPort = rule.port === undefined || matchesPort(rule, place.port)
  return isPort && (rule.scheme ?? place.scheme) === place.scheme && isMeant(rule, place)
}

function isMeant(rule: AddressRule, { host, address }: Endpoint): boolean {
  if (address === undefined) return rule.host.kind === 'range' || matchesHost(rule, host)
  // Rules may be about the address or about the one that it carries.
  const carried = carriedAddress(address)
  return (
    matchesHost(rule, host, address) || (carried !== undefined && matchesHost(rule, host, carried))
  )
}

/** The row of an allow list that would let a place pass. */
function rowFor({ scheme, host, port, address }: Endpoint, kind: AddressKind): string {
  const needsAddress = address !== undefined && onlyByAddress.has(kind)
  const name = needsAddress ? textOf(address) : host
  const shown = name.includes(':') ? `[${name}]` : name
  const usual = port === 443 || port === 80
  return `${scheme === 'http' ? 'http://' : ''}${shown}${usual ? '' : `:${port}`}`
}

function textOf(address: AddressBytes): string {
  if (address.length === 4) return address.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => {
    const [high = 0, low = 0] = address.slice(index * 2, index * 2 + 2)
    return ((high << 8) | low).toString(16)
  })
  return groups.join(':')
}
