import { expect, test } from 'vitest'
import { SourceError } from '../errors.ts'
import type { Trust } from './judge.ts'
import { addressCheck, checkUrl, isNamed, readAddressPolicy, strictPolicy } from './policy.ts'
import { parseAddressRule } from './rule.ts'

interface UrlRow {
  readonly name: string
  readonly url: string
  readonly trust?: Trust
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly says?: string
}

const urlRows: readonly UrlRow[] = [
  { name: 'https to a name passes', url: 'https://charts.example.com/a' },
  { name: 'http does not', url: 'http://charts.example.com/a', says: 'may name only https' },
  {
    name: 'http passes where it is allowed',
    url: 'http://charts.example.com/a',
    allow: ['http://charts.example.com'],
  },
  {
    name: 'allowing a host does not allow http',
    url: 'http://charts.example.com/a',
    allow: ['charts.example.com'],
    says: 'add "http://charts.example.com" to the allowed addresses',
  },
  { name: 'another port does not pass', url: 'https://a.example.com:8443/', says: 'only port 443' },
  {
    name: 'another port passes where it is allowed',
    url: 'https://a.example.com:8443/',
    allow: ['*.example.com:8443'],
  },
  {
    name: 'names below a domain are not the domain',
    url: 'https://example.com:8443/',
    allow: ['*.example.com:8443'],
    says: 'add "example.com:8443"',
  },
  { name: 'any port passes with a star', url: 'https://a.corp:9/', allow: ['a.corp:*'] },
  { name: 'file does not pass', url: 'file:///etc/passwd', says: 'neither https nor http' },
  { name: 'nor when typed', url: 'ftp://a/', trust: 'trusted', says: 'neither https nor http' },
  { name: 'a loopback address does not pass', url: 'https://127.0.0.1/', says: 'no loopback' },
  { name: 'nor in hexadecimal', url: 'https://0x7f.1/', says: 'no loopback' },
  { name: 'nor as one number', url: 'https://2130706433/', says: 'no loopback' },
  { name: 'nor in octal', url: 'https://0177.0.0.1/', says: 'no loopback' },
  { name: 'nor in wide digits', url: 'https://１２７.0.0.1/', says: 'no loopback' },
  { name: 'nor as IPv6', url: 'https://[::1]/', says: 'no loopback' },
  { name: 'nor mapped', url: 'https://[::ffff:127.0.0.1]/', says: 'no loopback' },
  { name: 'metadata does not pass', url: 'https://169.254.169.254/', says: 'no metadata' },
  { name: 'a typed loopback passes', url: 'http://127.0.0.1:8080/', trust: 'trusted' },
  {
    name: 'a typed nonsense does not',
    url: 'http://0.0.0.0/',
    trust: 'trusted',
    says: 'no servers',
  },
  { name: 'a range allows its addresses', url: 'https://10.1.2.3/', allow: ['10.0.0.0/8'] },
  {
    name: 'a denied host does not pass when typed',
    url: 'https://bad.example.com/',
    trust: 'trusted',
    deny: ['bad.example.com'],
    says: 'the rule "bad.example.com" denies it',
  },
  {
    name: 'deny comes before allow',
    url: 'https://10.1.2.3:8443/',
    allow: ['10.0.0.0/8:*'],
    deny: ['10.1.0.0/16'],
    says: 'the rule "10.1.0.0/16" denies it',
  },
  {
    name: 'a trailing dot hides nothing',
    url: 'https://bad.example.com./',
    deny: ['bad.example.com'],
    says: 'denies it',
  },
]

test.each(urlRows)('a URL: $name', ({ url, trust = 'untrusted', allow, deny, says }) => {
  const policy = readAddressPolicy({ ...(allow ? { allow } : {}), ...(deny ? { deny } : {}) })
  expect(refusal(() => checkUrl(policy, trust, new URL(url)))).toContain(says ?? 'nothing')
})

test.each([
  { name: 'a public one passes', address: '8.8.8.8' },
  { name: 'a private one does not', address: '10.0.0.1', says: 'no private addresses' },
  { name: 'a mapped one does not', address: '::ffff:10.0.0.1', says: 'no private addresses' },
  { name: 'it passes where its name is allowed', address: '10.0.0.1', allow: ['charts.corp'] },
  { name: 'it passes where its range is allowed', address: '10.0.0.1', allow: ['10.0.0.0/8'] },
  { name: 'also when it is carried', address: '64:ff9b::10.0.0.1', allow: ['10.0.0.0/8'] },
  {
    name: 'metadata does not pass because a name is allowed',
    address: '169.254.169.254',
    allow: ['charts.corp'],
    says: 'add "169.254.169.254" to the allowed addresses',
  },
  {
    name: 'metadata passes by its address',
    address: '169.254.169.254',
    allow: ['169.254.169.254'],
  },
  {
    name: 'http is for the allowed range only',
    scheme: 'http' as const,
    port: 80,
    address: '8.8.8.8',
    allow: ['http://10.0.0.0/8'],
    says: 'only https',
  },
  {
    name: 'http passes into the allowed range',
    scheme: 'http' as const,
    port: 80,
    address: '10.0.0.1',
    allow: ['http://10.0.0.0/8'],
  },
  { name: 'what is no address does not pass', address: 'nonsense', says: 'is not an IP address' },
])('an address: $name', ({ scheme = 'https' as const, port = 443, address, allow = [], says }) => {
  const check = addressCheck(readAddressPolicy({ allow }), 'untrusted')
  const why = check({ scheme, host: 'charts.corp', port, address })
  expect(why ?? 'nothing').toContain(says ?? 'nothing')
})

test('a typed address passes unless nothing can be there', () => {
  const check = addressCheck(strictPolicy, 'trusted')
  const at = (address: string) => check({ scheme: 'http', host: 'x', port: 80, address })
  expect(at('127.0.0.1')).toBeUndefined()
  expect(at('169.254.169.254')).toBeUndefined()
  expect(at('224.0.0.1')).toBe('there are no servers at multicast addresses')
})

test.each(['[fd00::1]:8080', 'fd00::/8', '[fd00::]/8:*', 'http://a', 'a_b.c:1', '1.2.3.4/32'])(
  'the row %j is understood',
  (text) => expect(parseAddressRule(text).text).toBe(text),
)

test.each(['', '*', 'a b', 'ftp://a', 'a:99999', 'a/b', '10.0.0.0/33', 'a..b', '-/8', 'a:'])(
  'the row %j is refused',
  (text) => expect(() => parseAddressRule(text)).toThrow('is not a host, *.domain, an address'),
)

function refusal(check: () => void): string {
  try {
    check()
    return 'nothing'
  } catch (error) {
    return error instanceof SourceError ? error.message : 'another error'
  }
}

test.each([
  { rule: 'auth.example.com', url: 'https://auth.example.com/token', isNamed: true },
  { rule: 'auth.example.com', url: 'http://auth.example.com/token', isNamed: false },
  { rule: 'auth.example.com', url: 'https://auth.example.com:8443/token', isNamed: false },
  { rule: 'auth.example.com:8443', url: 'https://auth.example.com:8443/token', isNamed: true },
  { rule: '*.example.com', url: 'https://auth.example.com/token', isNamed: true },
  { rule: 'http://10.0.0.0/8:*', url: 'http://10.1.2.3:5001/token', isNamed: true },
  { rule: '10.0.0.0/8', url: 'https://auth.example.com/token', isNamed: false },
])('$rule names $url: $isNamed', ({ rule, url, isNamed: wanted }) => {
  expect(isNamed(readAddressPolicy({ allow: [rule] }), new URL(url))).toBe(wanted)
})
