import { SourceError } from '../errors.ts'
import { type AddressRange, isWithin, parseAddress, parseRange } from './address.ts'

/** The proxies of this machine, as its environment names them. */
export interface Proxies {
  /** For http:// and https:// sources; absent where they are reached directly. */
  readonly http?: string
  readonly https?: string
  /** The rows of NO_PROXY. */
  readonly except: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in either case, as Go's programs do; undefined when there is no proxy. */
export function readProxies(environment: Environment): Proxies | undefined {
  const http = readProxy('HTTP_PROXY', environment)
  const https = readProxy('HTTPS_PROXY', environment)
  if (http === undefined && https === undefined) return undefined
  const except = (valueOf('NO_PROXY', environment) ?? '').split(',').map((row) => row.trim())
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    except: except.filter((row) => row !== '').map((row) => row.toLowerCase()),
  }
}

/** The proxy through which a URL is reached; undefined for none. A machine's own addresses have none. */
export function proxyFor({ http, https, except }: Proxies, url: URL): string | undefined {
  const proxy = url.protocol === 'https:' ? https : http
  if (proxy === undefined) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (host === 'localhost' || isLoopback(host)) return undefined
  return except.some((row) => isMeant(row, host, port)) ? undefined : proxy
}

// The value may hold a password and is not shown.
function readProxy(name: string, environment: Environment): string | undefined {
  const text = valueOf(name, environment)
  if (text === undefined) return undefined
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  if (url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '') return url.href
  throw new SourceError('bad-config', `${name} is not the address of an http or https proxy`)
}

function valueOf(name: string, environment: Environment): string | undefined {
  return environment[name] || environment[name.toLowerCase()] || undefined
}

const loopback: readonly (AddressRange | undefined)[] = [
  parseRange('127.0.0.0/8'),
  parseRange('::1/128'),
]

function isLoopback(host: string): boolean {
  return loopback.some((range) => isIn(host, range))
}

function isIn(host: string, range: AddressRange | undefined): boolean {
  const address = parseAddress(host)
  return range !== undefined && address !== undefined && isWithin(address, range)
}

// `*`, an address, a range, `example.com` with all below it, `.example.com` only with those; each but a range with a port.
function isMeant(row: string, host: string, port: string): boolean {
  if (row === '*') return true
  if (isIn(host, parseRange(row.replace(/^\[([^\]]*)\]$/, '$1')))) return true
  const [, name = '', own] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(row) ?? []
  if (name === '' || (own !== undefined && own !== port)) return false
  if (isIn(host, parseRange(name.replace(/^\[|\]$/g, '')))) return true
  const domain = name.replace(/^\*\./, '.')
  return domain.startsWith('.') ? host.endsWith(domain) : `.${host}`.endsWith(`.${domain}`)
}
