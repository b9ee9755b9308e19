import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOracle } from '../../../test/oracles/find.ts'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { credentialsFromFiles } from '../auth/find-credentials.ts'
import { readBounded } from '../bytes.ts'
import { OciError } from '../errors.ts'
import { parseManifest } from '../manifest.ts'
import { listTags } from './lists.ts'
import { pullBlob } from './transfer/pull-blob.ts'
import { connectRegistry } from './registry.ts'
import { pingRegistry, requireManifest } from './resolve.ts'
import { createTransport } from './transport.ts'

const signal = new AbortController().signal
const transport = createTransport()
const run = promisify(execFile)
const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let open: Awaited<ReturnType<typeof startTemporaryRegistry>>
let guarded: typeof open
beforeAll(async () => {
  folder = await temporaryFolder()
  open = await startTemporaryRegistry()
  guarded = await startTemporaryRegistry({
    checkAccess: ({ authorization }) =>
      authorization === basic ? undefined : 'Basic realm="test"',
  })
  await helm('create', join(folder.path, 'app'))
  await helm('package', join(folder.path, 'app'), '--version', '1.2.3+build.4', '-d', folder.path)
})
afterAll(async () => {
  await transport.close()
  await open.stop()
  await guarded.stop()
  await folder.stop()
})

test('helm pushes a chart to our registry, we pull its bytes, helm pulls it again', async () => {
  const archive = join(folder.path, 'app-1.2.3+build.4.tgz')
  await helm('push', archive, `oci://${open.host}/charts`, '--plain-http')
  const registry = connectRegistry(open.host, { transport })
  expect(await listTags(registry, 'charts/app', {}, signal)).toEqual(['1.2.3_build.4'])
  const raw = await requireManifest(registry, 'charts/app', '1.2.3_build.4', signal)
  const manifest = parseManifest(raw, 'the chart')
  expect(manifest).toMatchObject({
    kind: 'image',
    config: { mediaType: 'application/vnd.cncf.helm.config.v1+json' },
    layers: [{ mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip' }],
    annotations: { 'org.opencontainers.image.title': 'app' },
  })
  const layers = manifest.kind === 'image' ? manifest.layers : []
  const bytes = await readFile(archive)
  for (const layer of layers) {
    const pulled = await readBounded(pullBlob(registry, 'charts/app', layer, signal), 1e6, 'chart')
    expect(bytes.equals(pulled)).toBe(true)
  }
  await mkdir(join(folder.path, 'd'))
  const chart = `oci://${open.host}/charts/app`
  await helm(
    'pull',
    chart,
    '--version',
    '1.2.3+build.4',
    '--plain-http',
    '-d',
    join(folder.path, 'd'),
  )
  expect((await readFile(join(folder.path, 'd/app-1.2.3+build.4.tgz'))).equals(bytes)).toBe(true)
  await expect(helm('template', 'demo', chart, '--plain-http')).resolves.toContain(
    'kind: Deployment',
  )
})

test('a login of helm is a login of ours', async () => {
  const registry = connectRegistry(guarded.host, {
    transport,
    findCredentials: credentialsFromFiles([join(folder.path, 'registry.json')]),
  })
  await expect(pingRegistry(registry, signal)).rejects.toThrow(OciError)
  await helm('registry', 'login', guarded.host, '-u', 'me', '-p', 'secret', '--plain-http')
  await expect(pingRegistry(registry, signal)).resolves.toBeUndefined()
  const archive = join(folder.path, 'app-1.2.3+build.4.tgz')
  await helm('push', archive, `oci://${guarded.host}/charts`, '--plain-http')
  expect(await listTags(registry, 'charts/app', {}, signal)).toEqual(['1.2.3_build.4'])
})

test('helm pushes with the token of our registry, and not without; it pulls either way', async () => {
  const writeToken = 'the-token-of-this-registry'
  const kept = await startTemporaryRegistry({ writeToken })
  try {
    const archive = join(folder.path, 'app-1.2.3+build.4.tgz')
    const push = () => helm('push', archive, `oci://${kept.host}/charts`, '--plain-http')
    const login = (password: string) =>
      helm('registry', 'login', kept.host, '-u', 'outrigger', '-p', password, '--plain-http')
    await expect(push()).rejects.toThrow('401')
    await expect(login('guess')).rejects.toThrow('401')
    await login(writeToken)
    await push()
    await helm('registry', 'logout', kept.host)
    const chart = `oci://${kept.host}/charts/app`
    await expect(helm('show', 'chart', chart, '--plain-http')).resolves.toContain('name: app')
    await expect(push()).rejects.toThrow('401')
  } finally {
    await kept.stop()
  }
})

async function helm(...words: readonly string[]): Promise<string> {
  const home = folder.path
  const { stdout } = await run(findOracle('helm4'), words, {
    env: {
      HOME: home,
      DOCKER_CONFIG: join(home, 'docker'),
      HELM_REGISTRY_CONFIG: join(home, 'registry.json'),
    },
  })
  return stdout
}
