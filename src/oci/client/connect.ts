import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { OciError } from '../errors.ts'

/** Material for TLS, all in PEM. */
export interface TlsOptions {
  /** Trusted instead of the machine's own authorities, as Helm's --ca-file. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly insecureSkipVerify?: boolean
}

/** Where a connection is about to go. */
export interface Destination {
  readonly scheme: 'https' | 'http'
  readonly host: string
  readonly port: number
  /** The IP address that would be connected to. */
  readonly address: string
}

/** Says why an address must not be connected to; undefined lets it pass. */
export type CheckAddress = (destination: Destination) => string | undefined

/** Finds all addresses of a name, as node:dns does when it is asked for all. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * The lookup of a connection to a URL. The check sees the very address that is connected to, after name
 * resolution, so that no name can change its mind in between.
 */
export function guardedLookup(
  url: URL,
  checkAddress: CheckAddress,
  lookup: Lookup = process.getBuiltinModule('node:dns').lookup,
): LookupFunction {
  const { scheme, host, port } = placeOf(url)
  const check = (address: string) => refusalOf({ scheme, host, port, address }, checkAddress)
  return checkedLookup(lookup, check)
}

/** Refuses a URL whose host is an address that must not be connected to: such a host is never looked up. */
export function checkLiteralAddress(url: URL, checkAddress: CheckAddress): void {
  const { scheme, host, port } = placeOf(url)
  if (process.getBuiltinModule('node:net').isIP(host) === 0) return
  const refusal = refusalOf({ scheme, host, port, address: host }, checkAddress)
  if (refusal !== undefined) throw refusal
}

function placeOf(url: URL): Omit<Destination, 'address'> {
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = Number(url.port) || (scheme === 'https' ? 443 : 80)
  return { scheme, host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

function refusalOf(destination: Destination, checkAddress: CheckAddress): OciError | undefined {
  const why = checkAddress(destination)
  if (why === undefined) return undefined
  const { host, port, address } = destination
  const shown = host === address ? `${host}:${port}` : `${host}:${port} (${address})`
  return new OciError('address-refused', `connecting to ${shown} is not allowed: ${why}`)
}

// One refused address refuses the name: what answers with a good and a bad one is not to be trusted.
function checkedLookup(
  lookup: Lookup,
  check: (address: string) => OciError | undefined,
): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const refusal = found.map(({ address }) => check(address)).find((one) => one !== undefined)
      if (refusal !== undefined) return callback(refusal, [])
      if (options.all === true) return callback(null, found)
      const first: LookupAddress | undefined = found[0]
      return callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}
