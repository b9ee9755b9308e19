import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeEntropy } from '../../../chart/node/entropy.ts'
import { helmFunctions } from '../helm-functions.ts'
import { renderText } from '../render-for-test.ts'

/** Found on the PATH. */
const openssl = 'openssl'

const withKey = (type: string): string =>
  `{{ $key := genPrivateKey "${type}" }}{{ $ca := genCAWithKey "ca" 365 $key }}{{ $c := genSignedCertWithKey "www" (list "10.0.0.1") (list "a.example") 30 $ca $key }}{{ $ca.Cert }}===={{ $c.Cert }}`

test.each([
  [
    'new keys',
    '{{ $ca := genCA "ca" 365 }}{{ $c := genSignedCert "www" (list "10.0.0.1") (list "a.example") 30 $ca }}{{ $ca.Cert }}===={{ $c.Cert }}',
  ],
  ['a P-256 key', withKey('ecdsa')],
  ['an Ed25519 key', withKey('ed25519')],
])('openssl accepts a chain with %s', (_, template) => {
  const [ca = '', certificate = ''] = renderText(helmFunctions, template, nodeEntropy()).split(
    '====',
  )
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-certificates-'))
  try {
    writeFileSync(join(folder, 'ca.pem'), ca)
    writeFileSync(join(folder, 'cert.pem'), certificate)
    const options = { cwd: folder, encoding: 'utf8' } as const
    const verified = execFileSync(
      openssl,
      ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'ca.pem', 'cert.pem'],
      options,
    )
    expect(verified).toBe('cert.pem: OK\n')
    const text = execFileSync(openssl, ['x509', '-in', 'cert.pem', '-noout', '-text'], options)
    expect(text).toContain('Digital Signature, Key Encipherment')
    expect(text).toContain('DNS:a.example, IP Address:10.0.0.1')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
