import { quote } from '../quote.ts'

/** The version of an address, or why it is none, in the words of Go's net/netip. */
export type AddressCheck = 4 | 6 | string

/** Checks an IPv4 or IPv6 address, the latter with or without a zone. */
export function checkAddress(text: string): AddressCheck {
  const fault = /^[^.:%]*\./.test(text)
    ? ipv4Fault(text)
    : /^[^.:%]*:/.test(text)
      ? ipv6Fault(text)
      : { message: text.includes('%') ? 'missing IPv6 address' : 'unable to parse IP' }
  if (fault === undefined) return text.slice(0, text.search(/[.:]/) + 1).endsWith('.') ? 4 : 6
  const place = fault.at === undefined ? '' : ` (at ${quote(fault.at)})`
  return `ParseAddr(${quote(text)}): ${fault.message}${place}`
}

interface Fault {
  readonly message: string
  readonly at?: string
}

function ipv4Fault(text: string): Fault | undefined {
  let octet = ''
  let dots = 0
  for (const [index, char] of Array.from(text).entries()) {
    if (/[0-9]/.test(char)) {
      if (octet === '0') return { message: 'IPv4 field has octet with leading zero' }
      octet += char
      if (Number(octet) > 255) return { message: 'IPv4 field has value >255' }
    } else if (char !== '.') return { message: 'unexpected character', at: text.slice(index) }
    else if (octet === '' || index === text.length - 1) {
      return { message: 'IPv4 field must have at least one digit', at: text.slice(index) }
    } else if (dots === 3) return { message: 'IPv4 address too long' }
    else {
      dots++
      octet = ''
    }
  }
  return dots < 3 ? { message: 'IPv4 address too short' } : undefined
}

function ipv6Fault(text: string): Fault | undefined {
  const zoneAt = text.indexOf('%')
  if (zoneAt >= 0 && zoneAt === text.length - 1)
    return { message: 'zone must be a non-empty string' }
  let left = zoneAt < 0 ? text : text.slice(0, zoneAt)
  let hasGap = left.startsWith('::')
  if (hasGap) left = left.slice(2)
  let groups = 0
  while (groups < 8 && !(left === '' && hasGap && groups === 0)) {
    const group = /^[0-9A-Fa-f]*/.exec(left)?.[0] ?? ''
    if (group.length > 4) return { message: 'each group must have 4 or less digits', at: left }
    if (group === '') {
      return { message: 'each colon-separated field must have at least one digit', at: left }
    }
    if (left[group.length] === '.') {
      const fault = embeddedFault(left, groups, hasGap)
      if (fault !== undefined) return fault
      left = ''
      groups += 2
      break
    }
    groups++
    left = left.slice(group.length)
    if (left === '') break
    if (!left.startsWith(':')) return { message: 'unexpected character, want colon', at: left }
    if (left === ':') return { message: 'colon must be followed by more characters', at: left }
    left = left.slice(1)
    if (!left.startsWith(':')) continue
    if (hasGap) return { message: 'multiple :: in address', at: left }
    hasGap = true
    left = left.slice(1)
    if (left === '') break
  }
  return countFault(left, groups, hasGap)
}

function embeddedFault(left: string, groups: number, hasGap: boolean): Fault | undefined {
  if (!hasGap && groups !== 6) {
    return {
      message: 'embedded IPv4 address must replace the final 2 fields of the address',
      at: left,
    }
  }
  if (groups > 6) {
    return {
      message: 'too many hex fields to fit an embedded IPv4 at the end of the address',
      at: left,
    }
  }
  return ipv4Fault(left)
}

function countFault(left: string, groups: number, hasGap: boolean): Fault | undefined {
  if (left !== '') return { message: 'trailing garbage after address', at: left }
  if (groups < 8) return hasGap ? undefined : { message: 'address string too short' }
  return hasGap ? { message: 'the :: must expand to at least one field of zeros' } : undefined
}
