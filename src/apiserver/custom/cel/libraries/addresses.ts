import { BlockList, isIP } from 'node:net'
import type { Environment } from '@marcbachmann/cel-js'

/** The library tells types apart by their constructors. */
class Ip {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

class Cidr {
  readonly ip: Ip
  readonly bits: number

  constructor(ip: Ip, bits: number) {
    this.ip = ip
    this.bits = bits
  }
}

type Kind = 'ipv4' | 'ipv6'

const kindOf = ({ text }: Ip): Kind => (isIP(text) === 6 ? 'ipv6' : 'ipv4')

/** Kubernetes' addresses and ranges of addresses. */
export function registerAddresses(environment: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  environment.registerType('net.IP', Ip).registerType('net.CIDR', Cidr)
  environment.registerOperator('net.IP == net.IP', (a: Ip, b: Ip) => within(a, b, widthOf(b)))
  add('ip(string): net.IP', (text: string) => need(parseIp(text), 'IP Address', text))
  add('isIP(string): bool', (text: string) => parseIp(text) !== undefined)
  add('string(net.IP): string', ({ text }: Ip) => text)
  add('net.IP.family(): int', (ip: Ip) => (kindOf(ip) === 'ipv6' ? 6n : 4n))
  for (const [name, ranges] of Object.entries(kinds)) {
    add(`net.IP.${name}(): bool`, (ip: Ip) => ranges.some((range) => isIn(ip, range)))
  }
  add('net.IP.isGlobalUnicast(): bool', (ip: Ip) => !notGlobal.some((range) => isIn(ip, range)))
  add('cidr(string): net.CIDR', (text: string) => need(parseCidr(text), 'CIDR', text))
  add('isCIDR(string): bool', (text: string) => parseCidr(text) !== undefined)
  add('string(net.CIDR): string', ({ ip, bits }: Cidr) => `${ip.text}/${bits}`)
  add('net.CIDR.ip(): net.IP', ({ ip }: Cidr) => ip)
  add('net.CIDR.prefixLength(): int', ({ bits }: Cidr) => BigInt(bits))
  const holds = (range: Cidr, ip: Ip) => within(ip, range.ip, range.bits)
  const holdsAll = (range: Cidr, { ip, bits }: Cidr) => bits >= range.bits && holds(range, ip)
  add('net.CIDR.containsIP(net.IP): bool', holds)
  add('net.CIDR.containsIP(string): bool', (range: Cidr, text: string) =>
    holds(range, need(parseIp(text), 'IP Address', text)),
  )
  add('net.CIDR.containsCIDR(net.CIDR): bool', holdsAll)
  add('net.CIDR.containsCIDR(string): bool', (range: Cidr, text: string) =>
    holdsAll(range, need(parseCidr(text), 'CIDR', text)),
  )
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  isUnspecified: ['0.0.0.0/32', '::/128'],
  isLoopback: ['127.0.0.0/8', '::1/128'],
  isLinkLocalMulticast: ['224.0.0.0/24', 'ff02::/16'],
  isLinkLocalUnicast: ['169.254.0.0/16', 'fe80::/10'],
}
const notGlobal =
  '0.0.0.0/32 255.255.255.255/32 127.0.0.0/8 224.0.0.0/4 169.254.0.0/16 ::/128 ::1/128 ff00::/8 fe80::/10'.split(
    ' ',
  )

function isIn(ip: Ip, range: string): boolean {
  const parsed = parseCidr(range)
  return parsed !== undefined && within(ip, parsed.ip, parsed.bits)
}

function within(ip: Ip, base: Ip, bits: number): boolean {
  if (kindOf(ip) !== kindOf(base)) return false
  const list = new BlockList()
  list.addSubnet(base.text, bits, kindOf(base))
  return list.check(ip.text, kindOf(ip))
}

function widthOf(ip: Ip): number {
  return kindOf(ip) === 'ipv6' ? 128 : 32
}

/** Zones are not allowed, nor IPv4 addresses that are written as IPv6. */
function parseIp(text: string): Ip | undefined {
  if (isIP(text) === 0 || text.includes('%') || /^::ffff:/i.test(text)) return undefined
  return new Ip(text)
}

function parseCidr(text: string): Cidr | undefined {
  const found = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text)
  const ip = parseIp(found?.[1] ?? '')
  const bits = Number(found?.[2])
  return ip === undefined || bits > widthOf(ip) ? undefined : new Cidr(ip, bits)
}

function need<T>(value: T | undefined, what: string, text: string): T {
  if (value !== undefined) return value
  throw new Error(`${what} ${JSON.stringify(text)} parse error during conversion from string`)
}
