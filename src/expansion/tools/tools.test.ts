import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMockAuthority } from '../../../test/sigstore/mock-authority.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import { dropUnlocked } from '../artifact/drop-unlocked.ts'
import { pullPackage } from '../artifact/pull-package.ts'
import { pushPackage } from '../artifact/push-package.ts'
import { checkPackage } from '../check/check-package.ts'
import {
  deleteFolder,
  smallPackage,
  testFolder,
  testLayout,
  writeFiles,
} from '../package-for-test.ts'
import { lockText } from '../package/lock.ts'
import { siteOfText } from '../merge/read-site.ts'
import { type Package, openPackage } from '../package/open-package.ts'
import { buildPackage } from './build.ts'
import { diffPackages } from './diff.ts'
import { initPackage } from './init.ts'
import { mergePackages } from './merge-packages.ts'
import { signPackage, verifyPackage } from './sign.ts'

const never = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await testFolder()
})

afterEach(() => deleteFolder(folder))

async function open(path: string): Promise<Package> {
  const workspace = `${path}.open`
  await mkdir(workspace, { recursive: true })
  return (await openPackage(path, workspace, never))!
}

async function built(name: string, files: Parameters<typeof writeFiles>[1]): Promise<Package> {
  const root = join(folder, name)
  await writeFiles(root, files)
  const out = `${root}.tar.zst`
  const options = { workspace: `${root}.open`, out, compression: 'zstd' } as const
  await buildPackage(await open(root), options, never)
  return await open(out)
}

test('the example that init writes is good, and nothing is overwritten', async () => {
  const target = join(folder, 'my')
  await initPackage({ folder: target, name: 'my', version: '0.1.0' })
  expect((await checkPackage(await open(target), folder, never)).problems).toEqual([])
  const again = initPackage({ folder: target, name: 'my', version: '0.1.0' })
  await expect(again).rejects.toThrow('is not empty')
})

describe('a signature', () => {
  const pem = { type: 'spki', format: 'pem' } as const
  const secret = { type: 'pkcs8', format: 'pem' } as const
  const rows = [
    { name: 'ECDSA', pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
    { name: 'Ed25519', pair: generateKeyPairSync('ed25519') },
  ].map(({ name, pair: { privateKey, publicKey } }) => ({
    name,
    key: privateKey.export(secret),
    publicKey: publicKey.export(pem),
  }))

  test.each(rows)('by $name is verified by its public key alone', async ({ key, publicKey }) => {
    const opened = await built('a', smallPackage())
    const bundle = Buffer.from(signPackage(opened, { key, passphrase: undefined }))
    const demand = { by: 'key', demand: { key: publicKey } } as const
    expect(await verifyPackage(opened, bundle, demand, never)).toMatchObject({ by: 'cosign-key' })
    const changed = await built('b', { ...smallPackage(), 'hooks/pre-install': 'other' })
    await expect(verifyPackage(changed, bundle, demand, never)).rejects.toThrow('not by this key')
  })

  test('by an identity is verified by a trusted root alone', async () => {
    const authority = await startMockAuthority()
    const who = { identity: 'me@example.test', issuer: 'https://issuer.example.test' }
    const opened = await built('a', smallPackage())
    const lock = Buffer.from(lockText(opened.lock!))
    const bundle = Buffer.from(JSON.stringify(await authority.signBytes(who, lock)))
    const demandOf = (identity: string) => ({
      by: 'identity' as const,
      demand: {
        identity: { exact: identity },
        issuer: { exact: who.issuer },
        trustedRoot: authority.trustedRoot(),
      },
    })
    expect(await verifyPackage(opened, bundle, demandOf(who.identity), never)).toMatchObject({
      by: 'keyless',
      identity: who.identity,
    })
    const other = verifyPackage(opened, bundle, demandOf('you@example.test'), never)
    await expect(other).rejects.toThrow('signed by "me@example.test"')
    const changed = await built('b', { ...smallPackage(), 'hooks/pre-install': 'other' })
    await expect(verifyPackage(changed, bundle, demandOf(who.identity), never)).rejects.toThrow(/./)
  })

  test('by another key is refused', async () => {
    const opened = await built('a', smallPackage())
    const bundle = Buffer.from(signPackage(opened, { key: rows[0]!.key, passphrase: undefined }))
    const demand = { by: 'key', demand: { key: rows[1]!.publicKey } } as const
    await expect(verifyPackage(opened, bundle, demand, never)).rejects.toThrow('not by this key')
  })
})

test('a registry gives the package back, and only new files travel', async () => {
  const running = await serveRegistry({ root: join(folder, 'registry') }, never)
  const transport = createTransport()
  const registry = connectRegistry(running.host, { transport })
  try {
    const opened = await built('a', smallPackage())
    const target = { registry, repository: 'demo', tag: '1.0.0' }
    const first = await pushPackage(opened, target, never)
    expect(first.uploaded).toBeGreaterThan(10)
    expect(await pushPackage(opened, target, never)).toEqual({ ...first, uploaded: 0, bytes: 0 })
    const from = { registry, repository: 'demo', reference: '1.0.0' }
    const pulled = join(folder, 'pulled')
    await pullPackage(from, pulled, never)
    expect((await open(pulled)).lock).toEqual(opened.lock)
    expect(await pullPackage(from, pulled, never)).toEqual({ digest: first.digest, bytes: 0 })
    const changed = await built('b', { ...smallPackage(), 'hooks/pre-install': '#!/bin/sh\n' })
    const second = await pushPackage(changed, target, never)
    // The hook and the lock.
    expect(second.uploaded).toBe(2)
    await pullPackage(from, pulled, never)
    await dropUnlocked(pulled, never)
    expect((await open(pulled)).lock?.digest).toBe(changed.lock?.digest)
  } finally {
    await transport.close()
    await running.close(AbortSignal.abort())
  }
})

test('a diff names what an update changes and what is new to a site', async () => {
  const before = await built('a', smallPackage())
  const main = String(smallPackage()['expansion.yaml'])
    .replace('expansion_version: 1.0.0', 'expansion_version: 1.1.0')
    .replace('  - EnsureGalaxy', '  - EnsureSysctl')
  const images = ['docker.io/demo/web:v1', 'docker.io/demo/store:v1']
  const after = await built('b', {
    ...smallPackage(),
    'expansion.yaml': main,
    'hooks/pre-install': '#!/bin/sh\n',
    ...testLayout(images, (image) =>
      Buffer.from(image.includes('web') ? 'new' : `layer of ${image}\n`.repeat(50)),
    ),
  })
  const { differences, newBlobs } = await diffPackages(before, after, {}, never)
  expect(differences.map(({ change, what, name }) => `${change} ${what} ${name}`)).toEqual([
    'changed hooks pre-install',
    'removed create_cluster_skip_conditions EnsureGalaxy',
    'added create_cluster_skip_conditions EnsureSysctl',
    'changed expansion_version expansion_version',
    'changed images docker.io/demo/web:v1',
  ])
  expect(newBlobs).toBe(3)
})

describe('a diff of what the packages say', () => {
  const main = String(smallPackage()['expansion.yaml'])
  const changed = main
    .replace('k8s_version: 1.36.3', 'k8s_version: 1.36.4')
    .replace('  - etc/sysctl.d', '  - mode: "0600"\n    path: etc/sysctl.d')
    .replace('    render: true', '    render: false')
    .replace('max-pods: "200"', 'max-pods: "100"\n  etcd:\n    local:\n      dataDir: /data')
    .replace('  - EnsureGalaxy', '  - EnsureSysctl')
    .concat('images_loaded: true\ndisable_pass_through_to_platform: true\n')
  const values = 'global:\n  zone: south\ncharts:\n  store:\n    replicas: 3\n    size: 2\n'
  const rows = [
    'changed files etc/sysctl.d/90-demo.conf',
    'changed files opt/demo/PreInstall',
    'removed create_cluster_skip_conditions EnsureGalaxy',
    'added create_cluster_skip_conditions EnsureSysctl',
    'changed k8s_version k8s_version',
    'changed images_loaded images_loaded',
    'changed disable_pass_through_to_platform disable_pass_through_to_platform',
    'added create_cluster_extra_args etcd.local.dataDir',
    'changed create_cluster_extra_args kubeletExtraArgs.max-pods',
    'added values charts.store.size',
    'changed values global.zone',
  ]
  const siteText = `cluster:
  version: 1.35.0
  kubeletExtraArgs: {max-pods: "50"}
  etcd: {local: {dataDir: /mine}}
  features:
    delegateConditions: [EnsureSysctl]
    files: [{src: mine.conf, dst: /etc/sysctl.d/90-demo.conf}]
values:
  global: {zone: here}
  charts: {store: {size: 9}}
`

  test.each([
    { name: 'names every word that is another one', site: undefined, told: rows },
    {
      name: 'leaves out words that the site overrules',
      site: siteText,
      told: [
        'changed files opt/demo/PreInstall',
        'removed create_cluster_skip_conditions EnsureGalaxy',
        'changed images_loaded images_loaded',
        'changed disable_pass_through_to_platform disable_pass_through_to_platform',
      ],
    },
  ])('$name', async ({ site, told }) => {
    const before = await built('a', smallPackage())
    const files = { ...smallPackage(), 'expansion.yaml': changed, 'values.yaml': values }
    const after = await built('b', files)
    const file = site === undefined ? undefined : siteOfText(site, 'site.yaml').site
    const { differences } = await diffPackages(before, after, { file }, never)
    expect(differences.map(({ change, what, name }) => `${change} ${what} ${name}`)).toEqual(told)
  })
})

describe('a merge of two packages', () => {
  const other = {
    'expansion.yaml':
      'expansion_name: other\ncharts: []\nimages:\n  - docker.io/demo/store:v1\n  - docker.io/demo/more:v1\nfiles:\n  - etc/other.conf\n',
    'values.yaml': 'global:\n  region: east\n',
    'files/etc/other.conf': 'x\n',
    ...testLayout(['docker.io/demo/store:v1', 'docker.io/demo/more:v1']),
  }

  test('has what both have, and is a good package', async () => {
    const target = join(folder, 'both')
    const options = { name: 'both', version: '2.0.0', folder: target, workspace: folder }
    await mergePackages(await built('a', smallPackage()), await built('b', other), options, never)
    const opened = await open(target)
    expect((await checkPackage(opened, folder, never)).problems).toEqual([])
    expect(opened.declaration.content).toMatchObject({
      expansion_name: 'both',
      images: ['docker.io/demo/web:v1', 'docker.io/demo/store:v1', 'docker.io/demo/more:v1'],
    })
    expect(opened.values.global).toEqual({ zone: 'north', region: 'east' })
    expect(await readFile(join(target, 'files/etc/other.conf'), 'utf8')).toBe('x\n')
  })

  test('names all conflicts and writes nothing', async () => {
    const target = join(folder, 'both')
    const options = { name: 'both', version: '2.0.0', folder: target, workspace: folder }
    const clashing = {
      ...other,
      'values.yaml': 'global:\n  zone: south\n',
      'expansion.yaml': `${other['expansion.yaml'].replace('etc/other.conf', 'etc/sysctl.d/90-demo.conf')}k8s_version: 1.30.0\n`,
      'files/etc/sysctl.d/90-demo.conf': 'other\n',
    }
    const { 'files/etc/other.conf': _gone, ...files } = clashing
    const merge = mergePackages(
      await built('a', smallPackage()),
      await built('b', files),
      options,
      never,
    )
    await expect(merge).rejects.toThrow(
      /k8s_version: one has "1.36.3", the other "1.30.0"[^]*values.yaml.global.zone: one has "north", the other "south"[^]*files\/etc\/sysctl.d\/90-demo.conf: the packages have it with other bytes/,
    )
    expect(await readdir(folder)).not.toContain('both')
    await writeFile(join(folder, 'end'), '')
  })
})
