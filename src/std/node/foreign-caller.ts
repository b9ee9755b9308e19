import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The part of a request that shows which program sent it, and to which server it meant to speak. */
export interface Caller {
  readonly headers: IncomingMessage['headers']
  /** The address of ours that was connected to. */
  readonly localAddress: string | undefined
  readonly scheme: 'http' | 'https'
  /** Whether a browser follows a link that may come from anywhere. */
  readonly isLinked?: boolean
}

/**
 * Says why a request is refused whoever sends it; undefined lets it pass. A web page can lead a name of its
 * own to this machine (the Host header then has that name), or let the browser ask us from elsewhere
 * (Origin, or Sec-Fetch-Site where there is none). Names are accepted as they are given; one that begins
 * with a dot stands for all names below it.
 */
export function refusalOfCaller(caller: Caller, names: readonly string[]): string | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = caller.headers
  if (!isExpectedHost(host, caller.localAddress ?? '', names)) {
    return 'this server is not known by the name in the Host header'
  }
  if (origin !== undefined && origin.toLowerCase() !== `${caller.scheme}://${host}`.toLowerCase()) {
    return 'web pages of other origins are not served'
  }
  // Browsers send it where they send no Origin; another port of this machine is the same site to them.
  const isElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (isElsewhere && caller.isLinked !== true) {
    return 'web pages of other origins are not served'
  }
  return undefined
}

function isExpectedHost(header: string, reachedAt: string, names: readonly string[]): boolean {
  const name = header
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(name) !== 0) return isExpectedAddress(name, reachedAt)
  if (!/^[a-z0-9._-]+$/.test(name)) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return names.some((one) => (one.startsWith('.') ? name.endsWith(one) : name === one))
}

/**
 * No name leads to an address that stands in a URL itself. A server of this machine alone still answers to
 * none but its own, since browsers say nothing of a page that asks for http://0.0.0.0.
 */
function isExpectedAddress(address: string, reachedAt: string): boolean {
  if (isLoopback(address)) return true
  const isUnspecified = address === '0.0.0.0' || /^[0:.]*$/.test(address)
  return !isUnspecified && !isLoopback(reachedAt)
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && /^(?:(?:::ffff:)?127\..+|::1)$/i.test(address)
}
