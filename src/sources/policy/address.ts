import { isIP } from 'node:net'

/** The bytes of an IP address: 4 or 16 of them. */
export type AddressBytes = readonly number[]

/** A range of addresses: all whose first bits are those of the base. */
export interface AddressRange {
  readonly base: AddressBytes
  readonly bits: number
}

/** Reads an address as a name resolution gives it; a zone is left out. Undefined when it is none. */
export function parseAddress(text: string): AddressBytes | undefined {
  const [address = '', zone] = text.split('%', 2)
  const version = isIP(address)
  if (version === 4) return zone === undefined ? address.split('.').map(Number) : undefined
  return version === 6 ? bytesOfIpv6(address) : undefined
}

/** Reads `10.0.0.0/8` or `fd00::/8`; a single address is a range of one. */
export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/')
  const base = parseAddress(slash < 0 ? text : text.slice(0, slash))
  if (base === undefined || text.includes('%')) return undefined
  const whole = base.length * 8
  const length = slash < 0 ? String(whole) : text.slice(slash + 1)
  if (!/^\d{1,3}$/.test(length) || Number(length) > whole) return undefined
  return { base, bits: Number(length) }
}

/** Whether an address lies in a range; IPv4 and IPv6 never meet here. */
export function isWithin(address: AddressBytes, { base, bits }: AddressRange): boolean {
  if (address.length !== base.length) return false
  const whole = Math.floor(bits / 8)
  for (let index = 0; index < whole; index++) if (address[index] !== base[index]) return false
  const rest = bits % 8
  if (rest === 0) return true
  const mask = 0xff << (8 - rest)
  return ((address[whole] ?? 0) & mask) === ((base[whole] ?? 0) & mask)
}

function bytesOfIpv6(text: string): AddressBytes {
  const [before = '', after] = withoutDots(text).split('::', 2)
  const head = groupsOf(before)
  const tail = after === undefined ? [] : groupsOf(after)
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return [...head, ...gap, ...tail].flatMap((group) => [group >> 8, group & 0xff])
}

// The last 32 bits may be written as an IPv4 address.
function withoutDots(text: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(text)?.[0]
  if (dotted === undefined) return text
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  const groups = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':')
  return text.slice(0, -dotted.length) + groups
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
