import { generateKeyPairSync } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMockAuthority } from '../../../test/sigstore/mock-authority.ts'
import { runCli } from '../../../test/cli/run-cli.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import {
  deleteFolder,
  smallPackage,
  testFolder,
  writeFiles,
} from '../../expansion/package-for-test.ts'

let folder: string
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>
/** Two versions of a package, in a registry. */
const address = (version: string) => `oci://${running.host}/expansions/demo:${version}`

async function expansion(...words: readonly string[]) {
  const environment = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  return await runCli(['expansion', ...words], { environment })
}

async function ran(...words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await expansion(...words)
  expect(exitCode, `${words.join(' ')}: ${stderr}`).toBe(0)
  return stdout
}

beforeAll(async () => {
  folder = await testFolder()
  running = await startTemporaryRegistry()
  const files = smallPackage()
  const main = String(files['expansion.yaml'])
  for (const version of ['1.0.0', '1.1.0']) {
    const root = join(folder, version)
    const hooks = version === '1.0.0' ? {} : { 'hooks/pre-install': '#!/bin/sh\necho again\n' }
    await writeFiles(root, {
      ...files,
      ...hooks,
      'expansion.yaml': main.replace('1.0.0', version),
    })
    const file = join(folder, `demo-${version}.tar.zst`)
    await ran('build', root, '-f', file)
    await ran('push', file, address(version))
  }
})

afterAll(async () => {
  await running.stop()
  await deleteFolder(folder)
})

test('a package in a registry is inspected and checked as a file is', async () => {
  const file = await ran('inspect', join(folder, 'demo-1.0.0.tar.zst'), '-o', 'json')
  expect(await ran('inspect', address('1.0.0'), '-o', 'json')).toBe(file)
  const { exitCode, stderr } = await expansion('check', address('1.0.0'))
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'the package is good\n' })
})

test('a diff of two packages in a registry names what an update changes', async () => {
  const { stdout, stderr, exitCode } = await expansion(
    'diff',
    address('1.0.0'),
    address('1.1.0'),
    '--exit-code',
  )
  expect(exitCode).toBe(3)
  expect(stdout.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^changed +hooks +pre-install/),
    expect.stringMatching(/^changed +expansion_version +expansion_version/),
  ])
  expect(stderr).toBe('0 new blobs of images, 0 bytes\n')
})

test('explain names the side of each line, and which words of the package the site overruled', async () => {
  const site = join(folder, 'site.yaml')
  await writeFile(
    site,
    'cluster:\n  version: 1.35.0\n  features:\n    skipConditions: [EnsureCilium]\n',
  )
  const { stdout, stderr } = await expansion('explain', address('1.0.0'), '--site', site)
  const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))
  expect(lines).toContain('site version: 1.35.0')
  expect(lines).toContain('expansion - EnsureGalaxy')
  expect(lines).toContain('default provider: kubeadm')
  expect(stderr).toContain('the site wins: cluster.version is that of the site, not 1.36.3')
  expect(stderr).toContain('the site wins: EnsureCilium is not delegated')
})

test('merge makes one of two as a refused Expansion advises, and names conflicts', async () => {
  const both = join(folder, 'both')
  const conflict = await expansion('merge', address('1.0.0'), address('1.1.0'), '--folder', both)
  expect(conflict.exitCode).toBe(1)
  expect(conflict.stderr).toContain('hooks/pre-install: the packages have it with other bytes')
  await expect(readdir(both)).rejects.toThrow('ENOENT')
  await ran('merge', address('1.0.0'), address('1.0.0'), '--folder', both, '--name', 'both')
  await ran('check', both)
  const again = await expansion('merge', address('1.0.0'), address('1.0.0'), '--folder', both)
  expect(again.stderr).toContain('is not empty: nothing in it is overwritten')
})

test('a package is signed by a key and verified by it, from a file and from a registry', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [key, pub] = [join(folder, 'my.key'), join(folder, 'my.pub')]
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(pub, publicKey.export({ type: 'spki', format: 'pem' }))
  const file = join(folder, 'demo-1.0.0.tar.zst')
  await ran('sign', file, '--key', key)
  expect(await ran('verify', file, '--key', pub)).toBe('verified: signed by the key\n')
  const bundle = ['--bundle', `${file}.sigstore.json`]
  expect(await ran('verify', address('1.0.0'), '--key', pub, ...bundle)).toContain('verified')
  const other = await expansion('verify', address('1.1.0'), '--key', pub, ...bundle)
  expect(other.exitCode).toBe(1)
  expect(other.stderr).toContain('not by this key')
})

test('a keyless signature is verified by a trusted root and asks no server', async () => {
  const authority = await startMockAuthority()
  const who = { identity: 'me@example.test', issuer: 'https://issuer.example.test' }
  const pulled = join(folder, 'pulled')
  await ran('pull', address('1.0.0'), pulled)
  const lock = await readFile(join(pulled, 'expansion.lock'))
  const [bundle, root] = [join(folder, 'keyless.json'), join(folder, 'root.json')]
  await writeFile(bundle, JSON.stringify(await authority.signBytes(who, lock)))
  await writeFile(root, authority.trustedRoot())
  const given = ['verify', pulled, '--bundle', bundle, '--trusted-root', root]
  const by = (identity: string) => [...given, '--identity', identity, '--issuer', who.issuer]
  expect(await ran(...by(who.identity))).toBe(
    `verified: signed by ${who.identity} (${who.issuer})\n`,
  )
  const other = await expansion(...by('you@example.test'))
  expect(other.exitCode).toBe(1)
  expect(other.stderr).toContain('signed by "me@example.test"')
})

test('init takes flags, and its example passes the check and plays', async () => {
  const target = join(folder, 'new')
  await ran('init', target, '--name', 'new')
  await ran('check', target, '--strict')
  expect(await ran('test', target)).toMatch(/Done +Install Applications/)
})

test('init asks at a terminal for what was not given, and takes what it offers for an empty line', async () => {
  const target = join(folder, 'Asked')
  const asked = await runCli(['expansion', 'init', target], { to: 'terminal', stdin: 'mine\n\n' })
  expect(asked).toMatchObject({ exitCode: 0 })
  expect(asked.stderr).toContain('name [asked]: version [0.1.0]: ')
  const main = await readFile(join(target, 'expansion.yaml'), 'utf8')
  expect(main).toContain('expansion_name: mine\nexpansion_version: 0.1.0\n')
})

test('init refuses a name that was typed and is none, and writes nothing', async () => {
  const target = join(folder, 'refused')
  const asked = await runCli(['expansion', 'init', target], { to: 'terminal', stdin: 'No Name\n' })
  expect(asked.exitCode).toBe(2)
  expect(asked.stderr).toContain('--name: wanted lower-case letters, digits and -, found No Name')
  await expect(readFile(join(target, 'expansion.yaml'), 'utf8')).rejects.toThrow('ENOENT')
})
