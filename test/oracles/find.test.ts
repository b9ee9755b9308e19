import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oracles } from './catalogue.ts'
import { cacheFolder, findOracle, locateOracle, oracleNamed } from './find.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-find-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(path: string, mode = 0o755): string {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, '', { mode })
  return full
}

test('takes a versioned oracle from the cache', () => {
  const path = program('oracles/helm4@4.2.3/helm')
  expect(findOracle('helm4', { OUTRIGGER_CACHE: folder })).toBe(path)
})

test('prefers the binary that the environment names', () => {
  program('oracles/helm4@4.2.3/helm')
  const mine = program('mine/helm')
  const env = { OUTRIGGER_CACHE: folder, OUTRIGGER_HELM4: mine }
  expect(locateOracle(oracleNamed('helm4'), env)).toEqual({ path: mine, from: 'environment' })
})

test('never takes a versioned oracle from PATH', () => {
  program('bin/kubectl')
  const env = { OUTRIGGER_CACHE: folder, PATH: join(folder, 'bin') }
  expect(locateOracle(oracleNamed('kubectl-1.36'), env)).toBeUndefined()
})

test('takes a Debian oracle from the first folder of PATH where it can be run', () => {
  program('first/skopeo', 0o644)
  const path = program('second/skopeo')
  const env = { PATH: ['', join(folder, 'first'), join(folder, 'second')].join(delimiter) }
  expect(findOracle('skopeo', env)).toBe(path)
})

test.each([
  {
    name: 'a versioned oracle',
    oracle: 'helm3',
    says: 'this needs the oracle helm3 (helm 3.17.3): get it with "npm run oracles -- --only helm3", or point OUTRIGGER_HELM3 at one you have',
  },
  {
    name: 'a Debian oracle',
    oracle: 'docker-registry',
    says: 'this needs the oracle docker-registry: get it with "npm run oracles -- --only docker-registry", or point OUTRIGGER_DOCKER_REGISTRY at one you have',
  },
] as const)('says which oracle is missing and how to get it: $name', ({ oracle, says }) => {
  expect(() => findOracle(oracle, { OUTRIGGER_CACHE: folder })).toThrow(says)
})

test('refuses an environment variable that points at no program', () => {
  const path = join(folder, 'gone')
  expect(() => findOracle('chromium', { OUTRIGGER_CHROMIUM: path })).toThrow(
    `OUTRIGGER_CHROMIUM points at ${path}, which is not a program`,
  )
})

test.each([
  {
    name: 'OUTRIGGER_CACHE',
    env: { OUTRIGGER_CACHE: '/a', XDG_CACHE_HOME: '/b' },
    folder: /^\/a$/,
  },
  { name: 'the XDG folder', env: { XDG_CACHE_HOME: '/b' }, folder: /^\/b\/outrigger$/ },
  { name: 'the home folder', env: {}, folder: /\/\.cache\/outrigger$/ },
])('keeps the cache in $name', ({ env, folder }) => {
  expect(cacheFolder(env)).toMatch(folder)
})

test('gives every oracle a name and an environment variable of its own', () => {
  const names = oracles.map((oracle) => oracle.name)
  expect(new Set(names).size).toBe(names.length)
  const byRule = names.map(
    (name) => `OUTRIGGER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`,
  )
  expect(oracles.map((oracle) => oracle.variable)).toEqual(byRule)
})
