import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../tools/bundle.ts'
import { findOracle } from '../oracles/find.ts'

const root = resolve(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'outrigger-older-node-'))
beforeAll(() => bundle(root, join(folder, 'dist')), 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

const run = (program: string, words: readonly string[]) =>
  spawnSync(program, [join(folder, 'dist', 'outrigger.js'), ...words], { encoding: 'utf8' })

test.each([['init', '--dry-run'], ['start'], ['version'], ['--help']])(
  'under Node 20 the built program does nothing for %s %s but say which Node it needs',
  (...words) => {
    const node = findOracle('node20')
    const { status, stdout, stderr } = run(node, words)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    const found = `${node} is v20.20.2; install a newer Node or put it first in PATH`
    expect(stderr).toBe(`error: outrigger needs Node 24 or later, and ${found}\n`)
  },
)

test('under Node 24 it runs', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { status, stdout } = run(findOracle('node24'), ['version', '--short'])
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` })
})
