import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Call } from '../http/route.ts'
import type { Owner } from './identity.ts'

/** A reverse proxy that signs people in and is believed. */
export interface ProxyOptions {
  /** Its addresses, or ranges such as `10.0.0.0/24`. */
  readonly addresses: readonly string[]
  /** It sends it as `x-outrigger-proxy-secret`, so that an address alone is not enough. */
  readonly secret: string
}

const secretHeader = 'x-outrigger-proxy-secret'
const impersonate = /^impersonate-(user|uid|group|extra-.+)$/

/** Recognises a reverse proxy. */
export class ProxySignIn {
  private readonly addresses = new BlockList()
  private readonly secret: Buffer

  constructor({ addresses, secret }: ProxyOptions) {
    if (secret.length < 16) {
      throw new Error('the secret of a proxy must have at least 16 characters')
    }
    this.secret = Buffer.from(secret)
    for (const address of addresses) addAddress(this.addresses, address)
  }

  /** The one whom the proxy names; undefined when it is not the proxy, or it names nobody. */
  ownerOf({ distinctHeaders: headers, remoteAddress }: Call): Owner | undefined {
    const address = remoteAddress.replace(/^::ffff:/i, '')
    if (!this.addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return undefined
    const [given, second] = headers[secretHeader] ?? []
    if (given === undefined || second !== undefined) return undefined
    const bytes = Buffer.from(given)
    if (bytes.length !== this.secret.length || !timingSafeEqual(bytes, this.secret)) {
      return undefined
    }
    const [user = '', another] = headers['impersonate-user'] ?? []
    // A header that was taken out on the way must not make somebody else of the asker.
    if (user === '' || another !== undefined) return undefined
    return {
      user,
      uid: headers['impersonate-uid']?.[0] ?? '',
      groups: headers['impersonate-group'] ?? [],
      extra: extraOf(headers),
    }
  }
}

/** Whether a request asks to act as somebody, which only a proxy may do. */
export function namesSomebody({ distinctHeaders }: Call): boolean {
  return Object.keys(distinctHeaders).some((name) => impersonate.test(name))
}

function extraOf(headers: Call['distinctHeaders']): Owner['extra'] {
  const names = Object.keys(headers).filter((name) => name.startsWith('impersonate-extra-'))
  return Object.fromEntries(
    names.map((name) => [
      decodeURIComponent(name.slice('impersonate-extra-'.length)),
      headers[name] ?? [],
    ]),
  )
}

function addAddress(list: BlockList, text: string): void {
  const [address = '', prefix] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0) throw new Error(`${JSON.stringify(text)} is no address and no range`)
  if (prefix === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(prefix), family)
}
