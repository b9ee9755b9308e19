import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePackage } from '../../../../test/cli/make-package.ts'
import { startStaticServer } from '../../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../../test/cli/temporary-helm-home.ts'
import type { ScriptedServer } from '../../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../../test/registry/temporary-registry.ts'

let home: HelmHome
let server: ScriptedServer
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>
let chart = ''
let served = ''

beforeAll(async () => {
  registry = await startTemporaryRegistry()
})
afterAll(() => registry.stop())
beforeEach(async () => {
  home = await makeHelmHome()
  served = join(home.folder, 'served')
  await mkdir(served)
  makePackage(served, { name: 'web', version: '1.0.0' })
  makePackage(served, { name: 'web', version: '1.2.0' })
  await home.ours(['repo', 'index', served])
  server = await startStaticServer(served)
  chart = join(home.folder, 'chart')
  await mkdir(join(chart, 'charts'), { recursive: true })
  makePackage(join(chart, 'charts'), { name: 'old', version: '0.1.0' })
})
afterEach(async () => {
  await server.stop()
  await home.remove()
})

const update = (...words: string[]) => home.ours(['dependency', 'update', chart, ...words])

async function askFor(...dependencies: readonly string[]): Promise<void> {
  const list = dependencies.map((one) => `- ${one}\n`).join('')
  const text = `apiVersion: v2\nname: chart\nversion: 0.1.0\ndependencies:\n${list}`
  await writeFile(join(chart, 'Chart.yaml'), text)
}

async function look() {
  const files = await readdir(chart, { recursive: true })
  return files.filter((name) => name !== 'charts').toSorted()
}

const asItWas = ['Chart.yaml', 'charts/old-0.1.0.tgz']

describe('addresses that only the chart names', () => {
  test('are refused on this machine, and the refusal says what would allow them', async () => {
    await askFor(`{name: web, version: ^1, repository: "${server.url}"}`)
    const { exitCode, stdout, stderr } = await update()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is not allowed')
    expect(stderr).toContain(`"http://${server.host}"`)
    expect(stderr).toContain('--allow-address')
    expect(stdout).toContain('...Unable to get an update from the')
    expect(server.seen).toEqual([])
    expect(await look()).toEqual(asItWas)
  })

  test.each(['--allow-address', 'OUTRIGGER_ALLOW_ADDRESS'])('are allowed by %s', async (how) => {
    await askFor(`{name: web, version: ^1, repository: "${server.url}"}`)
    const words = ['dependency', 'update', chart]
    const { exitCode } =
      how === '--allow-address'
        ? await update(how, server.url)
        : await home.ours(words, { environment: { ...home.environment, [how]: server.url } })
    expect(exitCode).toBe(0)
    expect(await look()).toEqual(['Chart.lock', 'Chart.yaml', 'charts/web-1.2.0.tgz'])
  })

  test('are trusted when the repository was added', async () => {
    await home.ours(['repo', 'add', 'here', server.url])
    await askFor(`{name: web, version: ^1, repository: "${server.url}"}`)
    expect(await update()).toMatchObject({ exitCode: 0 })
    expect(await look()).toEqual(['Chart.lock', 'Chart.yaml', 'charts/web-1.2.0.tgz'])
  })

  test('are refused in registries, and allowed where somebody is logged in', async () => {
    const host = registry.url.replace('http://', '')
    const archive = join(served, 'web-1.2.0.tgz')
    await home.ours(['push', archive, `oci://${host}/charts`])
    await askFor(`{name: web, version: ^1, repository: "oci://${host}/charts"}`)
    const refused = await update()
    expect(refused.stderr).toContain('is not allowed')
    expect(await look()).toEqual(asItWas)
    await home.ours(['registry', 'login', host, '-u', 'me', '-p', 'any'])
    expect(await update()).toMatchObject({ exitCode: 0 })
    expect(await look()).toEqual(['Chart.lock', 'Chart.yaml', 'charts/web-1.2.0.tgz'])
  })

  test('an index of an added repository may not lead to other places of this machine', async () => {
    const other = await startStaticServer(served)
    try {
      await home.ours(['repo', 'index', served, '--url', other.url])
      await home.ours(['repo', 'add', 'here', server.url])
      await askFor('{name: web, version: ^1, repository: "@here"}')
      const { exitCode, stderr } = await update()
      expect(exitCode).toBe(1)
      expect(stderr).toContain('is not allowed')
      expect(other.seen).toEqual([])
      expect(await look()).toEqual(asItWas)
    } finally {
      await other.stop()
    }
  })
})

describe('charts/ and the lock stay as they were when', () => {
  beforeEach(async () => {
    await home.ours(['repo', 'add', 'here', server.url])
  })
  const both = [
    '{name: web, version: 1.0.0, repository: "@here"}',
    '{name: BAD, version: "*", repository: "@here"}',
  ]

  test('one of several charts is not there', async () => {
    await askFor(...both)
    expect(await update()).toMatchObject({ exitCode: 1 })
    expect(await look()).toEqual(asItWas)
  })

  test('an archive is not what the index says', async () => {
    await writeFile(join(served, 'web-1.2.0.tgz'), await readFile(join(served, 'web-1.0.0.tgz')))
    await askFor('{name: web, version: 1.2.0, repository: "@here"}')
    const { exitCode, stderr } = await update()
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/sha256:[0-9a-f]{64}/)
    expect(await look()).toEqual(asItWas)
  })

  test('an archive is another chart', async () => {
    await rm(join(served, 'web-1.2.0.tgz'))
    const other = makePackage(join(home.folder), { name: 'other', version: '1.2.0' })
    await writeFile(join(served, 'web-1.2.0.tgz'), await readFile(other))
    const index = await readFile(join(served, 'index.yaml'), 'utf8')
    await writeFile(join(served, 'index.yaml'), index.replaceAll(/^ +digest: .*\n/gm, ''))
    await askFor('{name: web, version: 1.2.0, repository: "@here"}')
    const { exitCode, stderr } = await update()
    expect(exitCode).toBe(1)
    expect(stderr).toContain('wanted the chart web')
    expect(await look()).toEqual(asItWas)
  })

  test('the lock cannot be written', async () => {
    await symlink(join(home.folder, 'elsewhere'), join(chart, 'Chart.lock'))
    await askFor('{name: web, version: 1.2.0, repository: "@here"}')
    expect(await update()).toMatchObject({ exitCode: 1 })
    expect(await look()).toEqual(['Chart.lock', ...asItWas])
  })

  test.skipIf(process.getuid?.() === 0)('charts/ cannot be written', async () => {
    await askFor('{name: web, version: 1.2.0, repository: "@here"}')
    await chmod(join(chart, 'charts'), 0o555)
    expect(await update()).toMatchObject({ exitCode: 1 })
    await chmod(join(chart, 'charts'), 0o755)
    expect(await look()).toEqual(asItWas)
  })
})

test('what is no chart below charts/ is not deleted', async () => {
  await writeFile(join(chart, 'charts', 'README.prov'), 'mine')
  await home.ours(['repo', 'add', 'here', server.url])
  await askFor('{name: web, version: 1.2.0, repository: "@here"}')
  const { exitCode } = await update()
  expect(exitCode).toBe(0)
  const expected = ['Chart.lock', 'Chart.yaml', 'charts/README.prov', 'charts/web-1.2.0.tgz']
  expect(await look()).toEqual(expected)
})

test('a password of the flags is not sent to several registries', async () => {
  await askFor(
    '{name: a, version: 1, repository: "oci://one.example/x"}',
    '{name: b, version: 1, repository: "oci://two.example/x"}',
  )
  const { exitCode, stderr } = await update('--username', 'me', '--password', 'secret')
  expect(exitCode).toBe(2)
  expect(stderr).toContain('one.example and two.example')
})
