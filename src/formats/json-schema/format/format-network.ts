import { byteLength } from '../../go-string.ts'
import { numberErrorText, parseInt64 } from '../../parse-number.ts'
import { checkAddress } from '../../url/ip-address.ts'
import { firstOther } from './format-text.ts'

export function ipv4Fault(text: string): string | undefined {
  const groups = text.split('.')
  if (groups.length !== 4) return 'expected four decimals'
  for (const group of groups) {
    if (group.length > 1 && group.startsWith('0')) return 'leading zeros'
    const number = parseInt64(group, 10)
    if (!number.ok) return numberErrorText('Atoi', group, number.fault)
    if (number.value < 0n || number.value > 255n) return 'decimal must be between 0 and 255'
  }
  return undefined
}

export function ipv6Fault(text: string): string | undefined {
  if (!text.includes(':')) return 'missing colon'
  const check = checkAddress(text)
  if (typeof check === 'string') return check
  return text.includes('%') ? 'zone id is not a part of ipv6 address' : undefined
}

export function hostnameFault(text: string): string | undefined {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  if (byteLength(name) > 253) return 'more than 253 characters long'
  for (const label of name.split('.')) {
    const length = byteLength(label)
    if (length < 1 || length > 63) return 'label must be 1 to 63 characters long'
    if (label.startsWith('-')) return 'label starts with hyphen'
    if (label.endsWith('-')) return 'label ends with hyphen'
    const other = firstOther(label, /[a-zA-Z0-9-]/)
    if (other !== undefined) return `invalid character ${other}`
  }
  return undefined
}

export function emailFault(text: string): string | undefined {
  // The limit and its message differ in the library too.
  if (byteLength(text) > 254) return 'more than 255 characters long'
  const at = text.lastIndexOf('@')
  if (at < 0) return 'missing @'
  return localPartFault(text.slice(0, at)) ?? domainFault(text.slice(at + 1))
}

function localPartFault(local: string): string | undefined {
  if (byteLength(local) > 64) return 'local part more than 64 characters long'
  // An opening quote is enough for the library.
  if (local.length > 1 && local.startsWith('"')) {
    const isPlain = !/[\\"]/.test(local.slice(1, -1))
    return isPlain ? undefined : 'backslash and quote are not allowed within quoted local part'
  }
  if (local.startsWith('.')) return 'starts with dot'
  if (local.endsWith('.')) return 'ends with dot'
  if (local.includes('..')) return 'consecutive dots'
  const other = firstOther(local, /[a-zA-Z0-9.!#$%&'*+\-/=?^_`{|}~]/)
  return other === undefined ? undefined : `invalid character ${other}`
}

function domainFault(domain: string): string | undefined {
  if (!(domain.startsWith('[') && domain.endsWith(']'))) {
    return within('invalid domain', hostnameFault(domain))
  }
  const address = domain.slice(1, -1)
  if (!address.startsWith('IPv6:')) return within('invalid ipv4 address', ipv4Fault(address))
  return within('invalid ipv6 address', ipv6Fault(address.slice('IPv6:'.length)))
}

/** A fault with what it is a fault of in front. */
export function within(what: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${what}: ${fault}`
}
