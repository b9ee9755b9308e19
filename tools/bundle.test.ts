import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, type BundledFile } from './bundle.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'outrigger-bundle-'))
let files: readonly BundledFile[] = []

beforeAll(async () => {
  files = await bundle(root, join(folder, 'dist'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the bundle runs away from the repository and knows its version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(run('version', '--short')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  expect(run('version', '-o', 'yaml').stdout).toContain(`version: ${version}\n`)
})

test('a verb is a file of its own', () => {
  const names = files.map(({ path }) => path.replace(/.*\//, ''))
  expect(names).toContain('outrigger.js')
  expect(names.filter((name) => name.startsWith('version-'))).toHaveLength(1)
})

test('the licences of bundled packages come along', () => {
  const licences = readFileSync(join(folder, 'dist', 'LICENSES.txt'), 'utf8')
  expect(licences).toMatch(/^commander\n=+\n\n\(The MIT License\)/m)
})

function run(...words: readonly string[]) {
  const program = join(folder, 'dist', 'outrigger.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
