import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { loadRecorded, manifestOf, replay } from '../../../test/conformance/cosign/recording.ts'
import { filesFolder, layOut } from '../../../test/conformance/provenance/helm.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { startMockAuthority } from '../../../test/sigstore/mock-authority.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { digestOf } from '../../oci/digest.ts'

const { signal } = new AbortController()
const recorded = loadRecorded()
const { demo } = recorded.charts
const archive = Buffer.from(demo.archive, 'base64')
const who = { identity: 'mailto:me@example.test', issuer: 'https://issuer.example.test' }

let home: HelmHome
let server: Awaited<ReturnType<typeof startTemporaryRegistry>>
beforeAll(async () => {
  home = await makeHelmHome()
  server = await startTemporaryRegistry()
  await fillFolder()
  await fillRegistry()
})
afterAll(async () => {
  await server.stop()
  await home.remove()
})

const at = (name: string) => join(home.folder, name)

async function fillFolder(): Promise<void> {
  mkdirSync(at('helm'))
  layOut({ name: '', prov: 'rsa.prov', keyring: 'rsa.gpg' }, at('helm'))
  cpSync(join(filesFolder, 'rsa.gpg'), at('rsa.gpg'))
  cpSync(join(filesFolder, 'pubring.kbx'), at('pubring.kbx'))
  writeFileSync(at('unsigned.tgz'), archive)
  writeFileSync(at('chart.yaml'), '')
  for (const [name, pem] of Object.entries(recorded.keys)) writeFileSync(at(`${name}.pub`), pem)
  writeFileSync(at('cosigned.tgz'), archive)
  writeFileSync(at('cosigned.tgz.sigstore.json'), recorded.blobBundles['p256'] ?? '')
  const authority = await startMockAuthority()
  writeFileSync(at('root.json'), authority.trustedRoot())
  writeFileSync(at('keyless.tgz'), archive)
  const bundle = await authority.signBytes(who, archive)
  writeFileSync(at('keyless.tgz.sigstore.json'), JSON.stringify(bundle))
}

async function fillRegistry(): Promise<void> {
  const transport = createTransport()
  const registry = connectRegistry(new URL(server.url).host, { transport })
  const signing = recorded.signings['annotated tag']
  await replay(
    registry,
    'charts/demo',
    { chart: demo, signings: signing === undefined ? [] : [signing] },
    signal,
  )
  await transport.close()
}

const keyless = [
  '--certificate-identity',
  who.identity,
  '--certificate-oidc-issuer',
  who.issuer,
  '--trusted-root',
  'HOME/root.json',
]

interface Row {
  readonly name: string
  readonly words: readonly string[]
  readonly exitCode: number
  readonly stdout?: string
  readonly stderr?: string
}

const rows: readonly Row[] = [
  {
    name: 'another key than the one that signed is refused',
    words: ['HOME/cosigned.tgz', '--key', 'HOME/stranger.pub'],
    exitCode: 1,
    stderr: 'its signature is not by this key',
  },
  {
    name: 'a bundle beside the archive is taken',
    words: ['HOME/cosigned.tgz', '--key', 'HOME/p256.pub'],
    exitCode: 0,
    stdout: `\nChart Hash Verified: ${digestOf(archive)}\n`,
  },
  {
    name: 'an identity is taken',
    words: ['HOME/keyless.tgz', ...keyless],
    exitCode: 0,
    stdout: `Signed by: ${who.identity}\nIdentity Issued by: ${who.issuer}\nChart Hash Verified: ${digestOf(archive)}\n`,
  },
  {
    name: 'an identity without issuer is no demand',
    words: ['HOME/keyless.tgz', ...keyless.slice(0, 2)],
    exitCode: 2,
    stderr: '--certificate-oidc-issuer or --certificate-oidc-issuer-regexp is missing',
  },
  {
    name: 'an identity without root is no demand',
    words: ['HOME/keyless.tgz', ...keyless.slice(0, 4)],
    exitCode: 2,
    stderr: '--trusted-root is missing',
  },
  {
    name: 'a chart in a registry is verified there',
    words: ['oci://HOST/charts/demo', '--key', 'HOME/p256.pub', '-a', 'env=prod'],
    exitCode: 0,
    stdout: `\nManifest Hash Verified: ${manifestOf(demo.manifest).digest}\n`,
  },
  {
    name: 'annotations of a signature are compared',
    words: ['oci://HOST/charts/demo', '--key', 'HOME/p256.pub', '-a', 'env=test'],
    exitCode: 1,
    stderr: 'its annotation env is "prod", not "test"',
  },
  {
    name: 'a chart in a registry without provenance is refused',
    words: ['oci://HOST/charts/demo', '--keyring', 'HOME/rsa.gpg'],
    exitCode: 1,
    stderr: 'wanted a provenance file, found none',
  },
  {
    name: 'a digest alone is a demand too',
    words: ['HOME/unsigned.tgz', '--digest', digestOf(archive)],
    exitCode: 0,
    stdout: `Chart Hash Verified: ${digestOf(archive)}\n`,
  },
  {
    name: 'another digest is refused',
    words: ['HOME/unsigned.tgz', '--digest', digestOf(Buffer.from('other'))],
    exitCode: 1,
    stderr: `found ${digestOf(archive)}`,
  },
  {
    name: 'two demands for signatures are too many',
    words: ['HOME/unsigned.tgz', '--key', 'a', '--keyring', 'b'],
    exitCode: 2,
    stderr: '--keyring and --key ask for different signatures; give one',
  },
  {
    name: 'annotations belong to a key',
    words: ['HOME/unsigned.tgz', '-a', 'a=b'],
    exitCode: 2,
    stderr: '--annotation needs --key',
  },
  {
    name: 'a keybox is explained',
    words: ['HOME/helm/demo-0.1.0.tgz', '--keyring', 'HOME/pubring.kbx'],
    exitCode: 1,
    stderr: 'gpg --export > pubring.gpg',
  },
]

test.each(rows)('$name', async ({ words, exitCode, stdout = '', stderr = '' }) => {
  const { host } = new URL(server.url)
  const real = words.map((word) => word.replace('HOME', home.folder).replace('HOST', host))
  const ran = await home.ours(['chart', 'verify', ...real])
  expect(ran).toMatchObject({ exitCode })
  expect(ran.stdout).toContain(stdout)
  expect(ran.stderr).toContain(stderr)
})

test('programs get an object', async () => {
  const words = ['verify', at('helm/demo-0.1.0.tgz'), '--keyring', at('rsa.gpg'), '-o', 'json']
  const { stdout } = await home.ours(words)
  expect(JSON.parse(stdout)).toEqual({
    by: 'provenance',
    digest: expect.stringMatching(/^sha256:/),
    identities: ['RSA <rsa@example.test>'],
    fingerprint: expect.stringMatching(/^[0-9A-F]{40}$/),
  })
})
