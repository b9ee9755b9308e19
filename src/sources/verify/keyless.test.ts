import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Signing,
  loadRecorded,
  manifestOf,
  replay,
} from '../../../test/conformance/cosign/recording.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import {
  type MockAuthority,
  type MockBundle,
  startMockAuthority,
} from '../../../test/sigstore/mock-authority.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { digestOf, hexOf } from '../../oci/digest.ts'
import type { RawManifest } from '../../oci/manifest.ts'
import { ociManifestType } from '../../oci/media-types.ts'
import type { KeylessDemand } from './verification.ts'
import { verifyChart } from './verify-chart.ts'

const { signal } = new AbortController()
const archive = Buffer.from('the bytes of a chart')
const digest = digestOf(archive)
const identity = 'https://ci.example.test/charts/release.yaml@refs/heads/main'
const issuer = 'https://issuer.example.test'
const who = { identity, issuer }

let authority: MockAuthority
beforeAll(async () => {
  authority = await startMockAuthority()
})

function statement(hex = hexOf(digest), predicateType = 'https://sigstore.dev/cosign/sign/v1') {
  const subject = [{ digest: { sha256: hex } }]
  return { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate: {} }
}

interface Row {
  readonly name: string
  readonly bundle: () => Promise<MockBundle>
  readonly demand?: Partial<KeylessDemand>
  readonly root?: () => Promise<string>
  readonly says: string | undefined
}

const good = () => authority.signStatement(who, statement())

const rows: readonly Row[] = [
  { name: 'a statement about the chart counts', bundle: good, says: undefined },
  {
    name: 'a signature over its bytes counts',
    bundle: () => authority.signBytes(who, archive),
    says: undefined,
  },
  {
    name: 'patterns count when they match all of it',
    bundle: good,
    demand: {
      identity: { pattern: String.raw`https://ci\.example\.test/charts/.*@refs/heads/main` },
      issuer: { pattern: String.raw`https://issuer\.example\..*` },
    },
    says: undefined,
  },
  {
    name: 'a pattern that matches a part only does not count',
    bundle: good,
    demand: { identity: { pattern: String.raw`https://ci\.example\.test` } },
    says: `signed by "${identity}"`,
  },
  {
    name: 'alternatives of a pattern are anchored too',
    bundle: good,
    demand: { identity: { pattern: 'https|nobody' } },
    says: `signed by "${identity}"`,
  },
  {
    name: 'another identity does not count',
    bundle: good,
    demand: { identity: { exact: 'https://ci.example.test/other' } },
    says: `wanted a signature by "https://ci.example.test/other", known to "${issuer}", found the bundle beside it: signed by "${identity}"`,
  },
  {
    name: 'another issuer does not count',
    bundle: good,
    demand: { issuer: { exact: 'https://issuer.example' } },
    says: `whose issuer is "${issuer}"`,
  },
  {
    name: 'an empty identity is no demand',
    bundle: good,
    demand: { identity: { exact: '' } },
    says: 'wanted an identity to look for, found an empty text',
  },
  {
    name: 'a pattern that is none is an error',
    bundle: good,
    demand: { issuer: { pattern: '(' } },
    says: 'the issuer is not a pattern: error parsing regexp',
  },
  {
    name: 'a pattern cannot escape from its anchors',
    bundle: good,
    demand: { identity: { pattern: 'https)|(?:nobody' } },
    says: 'the identity is not a pattern: error parsing regexp: unexpected ): `https)|(?:nobody`',
  },
  {
    name: 'a root that ended before the signature does not count',
    bundle: good,
    root: async () => authority.trustedRoot(new Date('2021-01-01T00:00:00Z')),
    says: 'Failed to verify certificate chain',
  },
  {
    name: 'the root of another authority does not count',
    bundle: good,
    root: async () => (await startMockAuthority()).trustedRoot(),
    says: 'Failed to verify certificate chain',
  },
  {
    name: 'a root that is none is an error',
    bundle: good,
    root: async () => 'no root',
    says: 'the trusted root cannot be read',
  },
  {
    name: 'an empty root trusts nobody',
    bundle: good,
    root: async () => '{}',
    says: 'Failed to verify certificate chain',
  },
  {
    name: 'a statement about another chart does not count',
    bundle: () => authority.signStatement(who, statement('0'.repeat(64))),
    says: `it signs "${'0'.repeat(64)}"`,
  },
  {
    name: 'a signature over other bytes does not count',
    bundle: () => authority.signBytes(who, Buffer.from('other bytes')),
    says: 'signature verification failed',
  },
  {
    name: 'an attestation does not count as a signature',
    bundle: () =>
      authority.signStatement(who, statement(undefined, 'https://slsa.dev/provenance/v1')),
    says: 'it is an attestation of "https://slsa.dev/provenance/v1" and no signature',
  },
  {
    name: 'a statement that was altered does not count',
    bundle: async () => {
      const other = await authority.signStatement(who, statement('0'.repeat(64)))
      const payload = Buffer.from(JSON.stringify(statement())).toString('base64')
      return { ...other, dsseEnvelope: { ...other.dsseEnvelope, payload } }
    },
    says: 'DSSE payload hash mismatch',
  },
  {
    name: 'a bundle without log entry does not count',
    bundle: async () => withMaterial(await good(), { tlogEntries: [] }),
    says: 'expected 1 timestamps, got 0',
  },
  {
    name: 'the log entry of another signature does not count',
    bundle: async () => {
      const other = await authority.signStatement(who, statement('0'.repeat(64)))
      return withMaterial(await good(), { tlogEntries: other.verificationMaterial['tlogEntries'] })
    },
    says: 'tlog entry signature mismatch',
  },
  {
    name: 'the certificate of somebody else does not count',
    bundle: async () => {
      const other = await authority.signStatement({ ...who, identity: 'x:y' }, statement())
      return withMaterial(await good(), { certificate: other.verificationMaterial['certificate'] })
    },
    demand: { identity: { exact: 'x:y' } },
    says: 'signature verification failed',
  },
  {
    name: 'a bundle with a key instead of a certificate does not count',
    bundle: async () => {
      const bundle = await good()
      const { tlogEntries } = bundle.verificationMaterial
      return { ...bundle, verificationMaterial: { tlogEntries, publicKey: { hint: 'x' } } }
    },
    says: 'it is signed by a key and has no certificate',
  },
  {
    name: 'what is no bundle does not count',
    bundle: async () => ({ mediaType: 'text/plain', verificationMaterial: {} }),
    says: 'it is not a bundle that can be read',
  },
]

test.each(rows)('$name', async ({ bundle, demand, root, says }) => {
  const trustedRoot = root === undefined ? authority.trustedRoot() : await root()
  const keyless = {
    identity: { exact: identity },
    issuer: { exact: issuer },
    trustedRoot,
    ...demand,
  }
  const bytes = Buffer.from(JSON.stringify(await bundle()))
  const chart = { fileName: 'demo-0.1.0.tgz', archive, bundle: bytes }
  const outcome = await verifyChart(chart, { keyless }, signal).catch((error: unknown) => error)
  expect(outcome).toMatchObject(says === undefined ? accepted : refusedFor(says))
})

const accepted = { by: 'keyless', digest, identity, issuer }
const refusedFor = (says: string) => ({
  code: 'not-verified',
  message: expect.stringContaining(says),
})

test('a chart without bundle is refused', async () => {
  const keyless = { identity: { exact: identity }, issuer: { exact: issuer } }
  const demand = { keyless: { ...keyless, trustedRoot: authority.trustedRoot() } }
  const chart = { fileName: 'demo-0.1.0.tgz', archive }
  const found = 'found no demo-0.1.0.tgz.sigstore.json beside it'
  await expect(verifyChart(chart, demand, signal)).rejects.toThrow(found)
})

function withMaterial(bundle: MockBundle, changed: Readonly<Record<string, unknown>>): MockBundle {
  return { ...bundle, verificationMaterial: { ...bundle.verificationMaterial, ...changed } }
}

describe('in a registry', () => {
  const { demo } = loadRecorded().charts
  const manifest = manifestOf(demo.manifest)
  let server: Awaited<ReturnType<typeof startTemporaryRegistry>>
  beforeAll(async () => {
    server = await startTemporaryRegistry()
  })
  afterAll(() => server.stop())

  test.each([
    { name: 'a bundle among the referrers counts', about: hexOf(manifest.digest), says: undefined },
    { name: 'one about another chart does not', about: hexOf(digest), says: 'it signs "' },
  ])('$name', async ({ about, says }) => {
    const transport = createTransport()
    const registry = connectRegistry(new URL(server.url).host, { transport })
    const repository = `charts/${about.slice(0, 8)}`
    const bundle = await authority.signStatement(who, statement(about))
    await replay(
      registry,
      repository,
      { chart: demo, signings: [referrerOf(manifest, bundle)] },
      signal,
    )
    const trustedRoot = authority.trustedRoot()
    const keyless = { identity: { exact: identity }, issuer: { exact: issuer }, trustedRoot }
    const oci = { registry, repository, manifest }
    const chart = { fileName: 'demo-0.1.0.tgz', archive: Buffer.from(demo.archive, 'base64'), oci }
    const outcome = await verifyChart(chart, { keyless }, signal).catch((error: unknown) => error)
    await transport.close()
    const expected = { ...accepted, digest: manifest.digest }
    expect(outcome).toMatchObject(says === undefined ? expected : refusedFor(says))
  })
})

/** A bundle as cosign pushes it: a manifest whose subject is what was signed. */
function referrerOf(
  { digest: signed, mediaType, bytes }: RawManifest,
  bundle: MockBundle,
): Signing {
  const [config, layer] = ['{}', JSON.stringify(bundle)]
  const text = JSON.stringify({
    schemaVersion: 2,
    mediaType: ociManifestType,
    artifactType: bundle.mediaType,
    config: describeBlob('application/vnd.oci.empty.v1+json', config),
    layers: [describeBlob(bundle.mediaType, layer)],
    subject: { mediaType, digest: signed, size: bytes.length },
  })
  return { manifests: [{ text }], blobs: [config, layer] }
}

function describeBlob(mediaType: string, text: string) {
  return { mediaType, digest: digestOf(Buffer.from(text)), size: Buffer.byteLength(text) }
}
