import { SourceError } from '../errors.ts'
import { type AddressBytes, type AddressRange, isWithin, parseRange } from './address.ts'

/** One line of an allow or deny list. */
export interface AddressRule {
  /** As it was written. */
  readonly text: string
  /** Absent: http is not meant, https is. */
  readonly scheme: 'http' | 'https' | undefined
  readonly host: HostPattern
  /** Absent: the usual ones, 80 and 443. */
  readonly port: number | 'any' | undefined
}

export type HostPattern =
  | { readonly kind: 'name'; readonly name: string }
  /** The name after `*.`: any name below it, not itself. */
  | { readonly kind: 'below'; readonly name: string }
  | { readonly kind: 'range'; readonly range: AddressRange }

const shape =
  /^(?:(https?):\/\/)?(\[[^\]]*\](?:\/\d+)?|[^:/\s]+(?:\/\d+)?|[^\s/]*:[^\s]*:[^\s]*)(?::(\d{1,5}|\*))?$/

/**
 * Reads `charts.example.com`, `*.example.com:8443`, `http://10.0.0.0/8`, `[fd00::1]:*`: a name, the names
 * below one, an address or a range of them; with a port, or any with `*`; with `http://` if that is meant.
 */
export function parseAddressRule(text: string): AddressRule {
  const [, scheme, host = '', port] = shape.exec(text.trim()) ?? []
  const pattern = patternOf(host)
  if (pattern === undefined || Number(port) > 65_535) {
    const forms =
      'a host, *.domain, an address or a range such as 10.0.0.0/8, each with or without :port'
    throw new SourceError('bad-config', `${JSON.stringify(text)} is not ${forms}`)
  }
  return {
    text: text.trim(),
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    host: pattern,
    port: port === undefined ? undefined : port === '*' ? 'any' : Number(port),
  }
}

/** Whether a rule is about a host by its name or the address it is written as. */
export function matchesHost({ host }: AddressRule, name: string, bytes?: AddressBytes): boolean {
  if (host.kind === 'range') return bytes !== undefined && isWithin(bytes, host.range)
  const plain = name.toLowerCase().replace(/\.$/, '')
  return host.kind === 'name' ? plain === host.name : plain.endsWith(`.${host.name}`)
}

export function matchesPort({ port }: AddressRule, wanted: number): boolean {
  if (port === undefined) return wanted === 80 || wanted === 443
  return port === 'any' || port === wanted
}

function patternOf(host: string): HostPattern | undefined {
  const range = parseRange(host.replace(/^\[([^\]]*)\]/, '$1'))
  if (range !== undefined) return { kind: 'range', range }
  const name = host.toLowerCase().replace(/\.$/, '')
  const below = name.startsWith('*.') ? name.slice(2) : undefined
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(below ?? name)) return undefined
  return below === undefined ? { kind: 'name', name } : { kind: 'below', name: below }
}
