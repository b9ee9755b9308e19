import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from 'openpgp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../../test/cli/temporary-helm-home.ts'
import {
  type DockerRegistry,
  startDockerRegistry,
} from '../../../../test/registry/docker-registry.ts'
import { findOracle } from '../../../../test/oracles/find.ts'
import { startControlPlane } from '../../../../test/testbed/control-plane.ts'

vi.setConfig({ testTimeout: 120_000 })

const helm = findOracle('helm4')
const user = { username: 'me', password: 'secret' }
let home: HelmHome
let registry: DockerRegistry
let charts = ''

beforeEach(async () => {
  home = await makeHelmHome()
  registry = await startDockerRegistry(user)
  charts = join(home.folder, 'charts')
})
afterEach(async () => {
  await registry.stop()
  await home.remove()
})

async function writeChart(name: string, version: string): Promise<void> {
  const folder = join(charts, name)
  await mkdir(join(folder, 'templates'), { recursive: true })
  await writeFile(
    join(folder, 'Chart.yaml'),
    `apiVersion: v2\nname: ${name}\nversion: ${version}\nicon: https://example.test/a.png\n`,
  )
  const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n'
  await writeFile(join(folder, 'templates', 'map.yaml'), map)
}

const ci = (...words: readonly string[]) =>
  home.ours(['chart', 'ci', charts, '--all', '--push', `oci://${registry.host}/charts`, ...words])
const login = ['--username', user.username, '--password', user.password]

test('a registry with a login takes charts, and helm reads them, also by Kubernetes version', async () => {
  await writeChart('web', '1.0.0')
  await writeChart('queue', '2.0.0')
  expect(await ci(...login, '--kubernetes-tags', '--kubernetes', '1.34')).toMatchObject({
    exitCode: 0,
  })
  await home.helm(
    helm,
    ['registry', 'login', registry.host, '--plain-http', '-u', 'me', '--password-stdin'],
    'secret',
  )
  for (const version of ['1.0.0', 'v1.34']) {
    const reference = `oci://${registry.host}/charts/web:${version}`
    const shown = await home.helm(helm, ['show', 'chart', reference, '--plain-http'])
    expect(shown).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('version: 1.0.0') as string,
    })
  }
})

test('a refused login is named, and nothing is published', async () => {
  await writeChart('web', '1.0.0')
  const { exitCode, stdout } = await ci('--username', 'me', '--password', 'wrong', '-o', 'json')
  expect(exitCode).toBe(1)
  expect(stdout).not.toContain('wrong')
  const [chart] = (JSON.parse(stdout) as { charts: { checks: object[] }[] }).charts
  expect(chart?.checks).toContainEqual(
    expect.objectContaining({ name: 'version', state: 'failed' }),
  )
  expect(chart?.checks.at(-1)).toMatchObject({ name: 'push', state: 'skipped' })
})

test('helm verifies the provenance that a key of OpenPGP gave', async () => {
  await writeChart('web', '1.0.0')
  const { privateKey, publicKey } = await generateKey({
    type: 'rsa',
    rsaBits: 2048,
    userIDs: [{ name: 'a test', email: 'test@example.test' }],
    passphrase: 'hush',
    format: 'object',
  })
  const key = join(home.folder, 'secret.asc')
  const ring = join(home.folder, 'ring.gpg')
  await writeFile(key, privateKey.armor())
  await writeFile(ring, publicKey.write())
  const kept = join(home.folder, 'kept')
  const words = ['chart', 'ci', charts, '--all', '--sign-key', key, '--destination', kept]
  const environment = { ...home.environment, OUTRIGGER_KEY_PASSPHRASE: 'hush' }
  expect(await home.ours(words, { environment })).toMatchObject({ exitCode: 0 })
  const verified = await home.helm(helm, ['verify', join(kept, 'web-1.0.0.tgz'), '--keyring', ring])
  expect(verified).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('a test') as string,
  })
})

test('a cluster that is named gets charts for the trial alone', async () => {
  await writeChart('web', '1.0.0')
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-ci-'))
  const plane = await startControlPlane({ folder, keeps: 'nothing' })
  try {
    const where = ['--all', '--kubeconfig', plane.kubeconfig, '-o', 'json']
    const { stdout } = await home.ours(['chart', 'ci', charts, ...where])
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'passed' })
    const kubectl = findOracle('kubectl-1.36')
    const words = [
      'get',
      'namespaces',
      '-o',
      'jsonpath={.items[?(@.status.phase=="Active")].metadata.name}',
    ]
    const { stdout: names } = await home.helm(kubectl, [...words, '--kubeconfig', plane.kubeconfig])
    expect(names).not.toContain('ci-web')
  } finally {
    await plane.shutDown()
  }
})
