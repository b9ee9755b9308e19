import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'
import { buildConnector } from 'undici'
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

interface ConnectorOptions {
  readonly checkAddress: CheckAddress
  readonly lookup: Lookup | undefined
  /** In milliseconds. */
  readonly timeout: number
}

/**
 * Opens connections for the HTTP client. The check sees the very address that is connected to, after
 * name resolution, so that no name can change its mind in between.
 */
export function createConnector(
  tls: TlsOptions,
  { checkAddress, lookup = systemLookup, timeout }: ConnectorOptions,
): buildConnector.connector {
  const secure = {
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
    rejectUnauthorized: tls.insecureSkipVerify !== true,
  }
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    const scheme = options.protocol === 'https:' ? 'https' : 'http'
    const port = Number(options.port) || (scheme === 'https' ? 443 : 80)
    const check = (address: string) => refusalOf({ scheme, host, port, address }, checkAddress)
    // A literal address is never looked up.
    const refusal = isIP(host) === 0 ? undefined : check(host)
    if (refusal !== undefined) return callback(refusal, null)
    const connect = buildConnector({ ...secure, timeout, lookup: checkedLookup(lookup, check) })
    return connect(options, callback)
  }
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
