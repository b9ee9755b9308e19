import { createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeEntropy } from '../../../chart/node/entropy.ts'
import { MissingKeysError } from '../../errors.ts'
import type { KeyKind } from '../../func.ts'
import { helmFunctions } from '../helm-functions.ts'
import { renderText } from '../render-for-test.ts'

interface Recorded {
  readonly name: string
  readonly template: string
  readonly moment: string
  /** In the order in which they were drawn. */
  readonly serials: readonly string[]
  readonly output: string
}

// The certificates that Helm 4.2.3 made, with the moment and the random numbers that it used. The
// keys are for this test only.
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL('../testdata/certificates.json', import.meta.url), 'utf8'),
)

test.each(recorded)('$name is the same to the byte', ({ template, moment, serials, output }) => {
  const rest = [...serials]
  const entropy = {
    now: () => BigInt(Date.parse(moment)) * 1_000_000n,
    randomBytes: () => new Uint8Array(Buffer.from(rest.shift() ?? '', 'hex')),
  }
  expect(renderText(helmFunctions, template, entropy)).toBe(output)
})

function blocksOf(text: string): readonly string[] {
  return text.match(/-----BEGIN [^]*?-----END [A-Z ]+-----\n/g) ?? []
}

test('a signed certificate is valid under its authority', () => {
  const template =
    '{{ $ca := genCA "ca" 365 }}{{ $c := genSignedCert "www" (list "10.0.0.1" "::1") (list "a.example") 30 $ca }}{{ $ca.Cert }}{{ $c.Cert }}{{ $c.Key }}'
  const [caText = '', text = '', key = ''] = blocksOf(
    renderText(helmFunctions, template, nodeEntropy()),
  )
  const ca = new X509Certificate(caText)
  const certificate = new X509Certificate(text)
  expect([ca.ca, certificate.ca]).toEqual([true, false])
  expect(ca.verify(ca.publicKey)).toBe(true)
  expect(certificate.verify(ca.publicKey)).toBe(true)
  expect(certificate.checkIssued(ca)).toBe(true)
  expect(certificate.subjectAltName).toBe(
    'DNS:a.example, IP Address:10.0.0.1, IP Address:0:0:0:0:0:0:0:1',
  )
  expect(createPublicKey(key).equals(certificate.publicKey)).toBe(true)
})

test.each<readonly [type: string, kind: KeyKind, header: string]>([
  ['rsa', 'rsa-2048', 'RSA PRIVATE KEY'],
  ['ecdsa', 'ecdsa-p256', 'EC PRIVATE KEY'],
  ['ed25519', 'ed25519', 'PRIVATE KEY'],
])('genPrivateKey %s prints the key that was made', (type, kind, header) => {
  const bytes = nodeEntropy().generateKey?.(kind) ?? new Uint8Array()
  // Long RSA keys take too long to make in a test.
  const text = renderText(helmFunctions, `{{ genPrivateKey "${type}" }}`, {
    generateKey: () => bytes,
  })
  const made = createPublicKey({
    key: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(bytes).toString('base64')}\n-----END PRIVATE KEY-----\n`,
    format: 'pem',
  })
  expect(text).toMatch(new RegExp(`^-----BEGIN ${header}-----\n[^]*\n-----END ${header}-----\n$`))
  expect(createPublicKey(text).equals(made)).toBe(true)
})

test.each<readonly [template: string, kinds: readonly KeyKind[]]>([
  [
    '{{ $ca := genCA "ca" 1 }}{{ $c := genSignedCert "c" nil nil 1 $ca }}{{ genPrivateKey "ecdsa" }}',
    ['rsa-2048', 'rsa-2048', 'ecdsa-p256'],
  ],
  ['{{ genCAWithKey "ca" 1 (genPrivateKey "rsa") }}', ['rsa-4096']],
])('%s says which keys are missing', (template, kinds) => {
  let missing: readonly KeyKind[] = []
  try {
    renderText(helmFunctions, template)
  } catch (error) {
    if (error instanceof MissingKeysError) missing = error.kinds
  }
  expect(missing).toEqual(kinds)
})
