import { type AddressBytes, type AddressRange, isWithin, parseRange } from './address.ts'

/** The kinds of address; only `public` is somewhere on the internet. */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'shared'
  | 'multicast'
  | 'broadcast'
  | 'reserved'

type Row<T> = readonly [range: AddressRange, value: T]

// The registries of special addresses of IANA; the first row that fits counts. Metadata are the places
// at which clouds tell a machine its own credentials.
const ipv4Rows = rows<AddressKind>({
  '0.0.0.0/32': 'unspecified',
  '0.0.0.0/8': 'reserved',
  '127.0.0.0/8': 'loopback',
  '10.0.0.0/8': 'private',
  '172.16.0.0/12': 'private',
  '192.168.0.0/16': 'private',
  '169.254.169.254/32': 'metadata',
  '169.254.170.2/32': 'metadata',
  '169.254.170.23/32': 'metadata',
  '169.254.0.0/16': 'link-local',
  '100.100.100.200/32': 'metadata',
  '100.64.0.0/10': 'shared',
  '168.63.129.16/32': 'metadata',
  '192.0.0.192/32': 'metadata',
  '192.0.0.0/24': 'reserved',
  '192.0.2.0/24': 'reserved',
  '192.88.99.0/24': 'reserved',
  '198.18.0.0/15': 'reserved',
  '198.51.100.0/24': 'reserved',
  '203.0.113.0/24': 'reserved',
  '224.0.0.0/4': 'multicast',
  '255.255.255.255/32': 'broadcast',
  '240.0.0.0/4': 'reserved',
})

const ipv6Rows = rows<AddressKind>({
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  'fd00:ec2::254/128': 'metadata',
  'fd00:ec2::23/128': 'metadata',
  'fd20:ce::254/128': 'metadata',
  'fc00::/7': 'private',
  'fec0::/10': 'private',
  // Translation within one network: it says nothing of where it ends.
  '64:ff9b:1::/48': 'private',
  'fe80::/10': 'link-local',
  'ff00::/8': 'multicast',
  '100::/64': 'reserved',
  '2001::/23': 'reserved',
  '2001:db8::/32': 'reserved',
  '3fff::/20': 'reserved',
  '5f00::/16': 'reserved',
  // Everything global is in here so far.
  '2000::/3': 'public',
})

// Forms of IPv6 that carry an IPv4 address, which is where the packets end, and where in them it is.
const carriers = rows({
  '::ffff:0:0/96': 12,
  '::ffff:0:0:0/96': 12,
  '64:ff9b::/96': 12,
  '2002::/16': 2,
  '::/96': 12,
})

/** The kind of an address; one that carries an IPv4 address is what that is. */
export function classifyAddress(address: AddressBytes): AddressKind {
  if (address.length === 4) return kindIn(ipv4Rows, address)
  const carried = carriedAddress(address)
  return carried === undefined ? kindIn(ipv6Rows, address) : kindIn(ipv4Rows, carried)
}

/** The IPv4 address inside an IPv6 one. */
export function carriedAddress(address: AddressBytes): AddressBytes | undefined {
  // These two are IPv6's own.
  if (address.length === 4 || address.slice(0, 15).every((byte) => byte === 0)) return undefined
  const at = carriers().find(([range]) => isWithin(address, range))?.[1]
  return at === undefined ? undefined : address.slice(at, at + 4)
}

type Table = () => readonly Row<AddressKind>[]

function kindIn(table: Table, address: AddressBytes): AddressKind {
  const row = table().find(([range]) => isWithin(address, range))
  return row?.[1] ?? (address.length === 4 ? 'public' : 'reserved')
}

/** Read when first wanted: the pattern of IPv6 alone takes Node longer than a request. */
function rows<T>(values: Readonly<Record<string, T>>): () => readonly Row<T>[] {
  let read: readonly Row<T>[] | undefined
  return () => (read ??= Object.entries(values).map(([text, value]) => [range(text), value]))
}

function range(text: string): AddressRange {
  const parsed = parseRange(text)
  if (parsed === undefined) throw new TypeError(`${text} is no range of addresses`)
  return parsed
}
