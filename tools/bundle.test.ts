import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesFolder, layOut } from '../test/conformance/provenance/helm.ts'
import { startMockAuthority } from '../test/sigstore/mock-authority.ts'
import { bundle, type BundledFile } from './bundle.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'outrigger-bundle-'))
let files: readonly BundledFile[] = []

beforeAll(async () => {
  files = (await bundle(root, join(folder, 'dist'))).files
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the bundle runs away from the repository and knows its version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(run('version', '--short')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(run('version', '-o', 'yaml').stdout).toContain(`version: ${version}\n`)
})

test('on a Node that is too old nothing runs, and the message says which is needed', () => {
  const older = join(folder, 'older.cjs')
  const versions = `{ value: { ...process.versions, node: '20.20.2' } }`
  const lines = [
    `Object.defineProperty(process, 'versions', ${versions})`,
    `Object.defineProperty(process, 'version', { value: 'v20.20.2' })`,
  ]
  writeFileSync(older, lines.join('\n'))
  const program = join(folder, 'dist', 'outrigger.js')
  const args = ['--require', older, program, 'init', '--dry-run']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const found = `${process.execPath} is v20.20.2`
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain(`error: outrigger needs Node 24 or later, and ${found}`)
})

test('a verb is a file of its own', () => {
  const names = files.map(({ path }) => path.replace(/.*\//, ''))
  expect(names).toContain('outrigger.js')
  expect(names.filter((name) => name.startsWith('version-'))).toHaveLength(1)
})

test('compiled code is kept for the next start, and one that cannot be read is not missed', () => {
  const home = join(folder, 'home')
  const first = runAtHome(home, 'version')
  const kept = keptFiles(home)
  expect(kept.map((path) => path.replace(/^.*[\\/]/, ''))).toContain('frame@none')
  const texts = kept.map((path) => readFileSync(path))
  expect(runAtHome(home, 'version')).toEqual(first)
  expect(kept.map((path) => readFileSync(path))).toEqual(texts)
  for (const path of kept) writeFileSync(path, 'no code')
  expect(runAtHome(home, 'version')).toEqual(first)
  expect(keptFiles(home)).toEqual(kept)
  expect(kept.map((path) => readFileSync(path).length > 1000)).not.toContain(false)
})

test('another command adds its code to what is kept', () => {
  const home = join(folder, 'other-home')
  runAtHome(home, 'version')
  runAtHome(home, 'version', '--help')
  runAtHome(home, 'help')
  expect(keptFiles(home).length).toBeGreaterThan(2)
})

test('regular expressions are loaded for charts that use them', () => {
  const home = join(folder, 'third-home')
  const chart = join(folder, 'chart')
  mkdirSync(join(chart, 'templates'), { recursive: true })
  writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: c\nversion: 0.1.0\n')
  writeFileSync(join(chart, 'templates', 'a.yaml'), 'a: {{ upper "b" }}\n')
  expect(runAtHome(home, 'template', chart)).toMatchObject({ status: 0 })
  const before = keptFiles(home)
  writeFileSync(join(chart, 'templates', 'a.yaml'), 'a: {{ regexFind "b+" "abb" }}\n')
  const stdout = expect.stringContaining('a: bb\n')
  expect(runAtHome(home, 'template', chart)).toMatchObject({ status: 0, stdout })
  expect(keptFiles(home)).toHaveLength(before.length + 1)
})

test('a command that ends before it is done has failed', () => {
  const program = join(folder, 'dist', 'parts', 'frame.js')
  const before = readFileSync(program, 'utf8')
  writeFileSync(program, before.replace('await main()', 'await new Promise(()=>{})'))
  expect(run('version')).toEqual({ status: 13, stdout: '', stderr: '' })
  writeFileSync(program, before)
})

test('the licences of bundled packages come along', () => {
  const licences = readFileSync(join(folder, 'dist', 'LICENSES.txt'), 'utf8')
  expect(licences).toMatch(/^commander\n=+\n\n\(The MIT License\)/m)
})

test('what is under the LGPL stays a package of its own, and is used when it is there', () => {
  const chart = layOut({ name: '', prov: 'rsa.prov', keyring: 'rsa.gpg' }, folder)
  const words = ['verify', chart, '--keyring', join(filesFolder, 'rsa.gpg')]
  const missing = 'error: verifying provenance needs the package openpgp, which is not installed'
  expect(run(...words)).toMatchObject({ status: 1, stderr: expect.stringContaining(missing) })
  const modules = join(folder, 'dist', 'node_modules')
  mkdirSync(modules)
  symlinkSync(join(root, 'node_modules', 'openpgp'), join(modules, 'openpgp'))
  const stdout = expect.stringContaining('Signed by: RSA <rsa@example.test>\n')
  expect(run(...words)).toMatchObject({ status: 0, stdout })
})

test('bundled packages that ask Node for its modules get them', async () => {
  const authority = await startMockAuthority()
  const [chart, trusted] = [join(folder, 'demo-0.2.0.tgz'), join(folder, 'root.json')]
  const who = { identity: 'https://me.example.test', issuer: 'https://issuer.example.test' }
  const signed = await authority.signBytes(who, Buffer.from('a chart'))
  writeFileSync(chart, 'a chart')
  writeFileSync(`${chart}.sigstore.json`, JSON.stringify(signed))
  writeFileSync(trusted, authority.trustedRoot())
  const identity = ['--certificate-identity', who.identity]
  const issuer = ['--certificate-oidc-issuer', who.issuer]
  const ran = run('verify', chart, ...identity, ...issuer, '--trusted-root', trusted)
  expect(ran).toMatchObject({ status: 0, stderr: '' })
})

function keptFiles(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function run(...words: readonly string[]) {
  return runAtHome('', ...words)
}

/** With no home nothing is kept. */
function runAtHome(home: string, ...words: readonly string[]) {
  const program = join(folder, 'dist', 'outrigger.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: home, LOCALAPPDATA: home },
  })
  return { status, stdout, stderr }
}
