import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/registry/real-image.ts'
import { startScriptedServer } from '../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../test/registry/temporary-registry.ts'
import { connectRegistry } from '../oci/client/registry.ts'
import { createTransport } from '../oci/client/transport.ts'
import { digestOf, hexOf } from '../oci/digest.ts'
import { chartYaml, oddTgz, oddZip } from './archive/archive-for-test.ts'
import { openContentCache } from './cache/content-cache.ts'
import type { ChartRequest, FetchOptions } from './chart-request.ts'
import { chartOf } from './content.ts'
import { fetchChart } from './fetch-chart.ts'
import { pushChart } from './oci/push-chart.ts'
import { strictPolicy } from './policy/policy.ts'

const signal = new AbortController().signal
const archive = oddTgz([{ name: 'demo/Chart.yaml', text: chartYaml }])
const zip = oddZip([{ name: 'demo/Chart.yaml', text: chartYaml }])
const manifests = Buffer.from('apiVersion: v1\nkind: ConfigMap\n')
const digest = digestOf(archive)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let registry: Awaited<ReturnType<typeof startTemporaryRegistry>>
let web: Awaited<ReturnType<typeof startScriptedServer>>
let options: FetchOptions

beforeAll(async () => {
  folder = await temporaryFolder()
  registry = await startTemporaryRegistry()
  const transport = createTransport()
  const client = connectRegistry(registry.host, { transport })
  const created = '2024-05-06T07:08:09Z'
  await pushChart(client, { below: 'charts', archive, provenance: archive, created }, signal)
  await transport.close()
  const files: Readonly<Record<string, Uint8Array>> = {
    '/demo-1.0.0.tgz': archive,
    '/demo-1.0.0.tgz.prov': Buffer.from('signed'),
    '/download': zip,
    '/all.yaml': manifests,
    '/charts/demo-1.0.0.tgz': archive,
  }
  web = await startScriptedServer(({ path }, response) => {
    const file = path === '/charts/index.yaml' ? Buffer.from(indexText()) : files[path]
    if (path === '/moved') response.writeHead(302, { location: registry.url })
    else if (file === undefined) response.writeHead(404)
    response.end(file)
  })
  const root = join(folder.path, 'allowed')
  await mkdir(join(root, 'demo'), { recursive: true })
  await writeFile(join(root, 'demo/Chart.yaml'), chartYaml)
  await writeFile(join(root, 'demo-1.0.0.tgz'), archive)
  await writeFile(join(root, 'demo-1.0.0.tgz.prov'), 'signed')
  await writeFile(join(folder.path, 'outside.tgz'), archive)
  await symlink(join(folder.path, 'outside.tgz'), join(root, 'escape.tgz'))
  await writeFile(join(root, 'open.tgz'), archive)
  await symlink(join(folder.path, 'outside.tgz'), join(root, 'open.tgz.prov'))
  const cache = await openContentCache({ root: join(folder.path, 'cache') })
  const indexFolder = join(folder.path, 'indexes')
  options = { policy: strictPolicy, cache, indexFolder, fileRoot: root }
})
afterAll(async () => {
  await web.stop()
  await registry.stop()
  await folder.stop()
})

const ask = (address: string, more: Partial<ChartRequest> = {}) =>
  fetchChart({ trust: 'trusted', ...more, address: fill(address) }, options, signal)

/** Versions by what is wrong with them. */
function indexText(): string {
  const right = hexOf(digest)
  const rows = [
    ['1.0.0', 'demo-1.0.0.tgz', right],
    ['0.9.0', 'demo-1.0.0.tgz', 'b'.repeat(64)],
    ['0.8.0', 'http://127.0.0.1:1/demo-1.0.0.tgz', ''],
    ['0.7.0', `oci://${registry.host}/charts/demo:1.0.0`, ''],
    ['0.6.0', 'file:///etc/passwd', ''],
    ['0.5.0', 'none.tgz', ''],
  ]
  const entries = rows.map(
    ([version, url, sum]) =>
      `  - {apiVersion: v2, name: demo, version: ${version}, urls: ["${url}"], digest: "${sum}"}\n`,
  )
  return `apiVersion: v1\nentries:\n  demo:\n${entries.join('')}`
}

function fill(address: string): string {
  return address
    .replace('WEB', web.host)
    .replace('REGISTRY', registry.host)
    .replace('FOLDER', folder.path)
}

describe('brings', () => {
  test.each([
    {
      name: 'an archive of a web server',
      address: 'http://WEB/demo-1.0.0.tgz',
      is: { digest, fileName: 'demo-1.0.0.tgz', provenance: undefined },
    },
    {
      name: 'its provenance when that is wanted',
      address: 'http://WEB/demo-1.0.0.tgz',
      more: { provenance: 'want' },
      is: { provenance: Buffer.from('signed') },
    },
    {
      name: 'a zip whatever its name',
      address: 'http://WEB/download',
      is: { digest: digestOf(zip), fileName: undefined, content: { kind: 'files' } },
    },
    {
      name: 'a chart of a registry',
      address: 'oci://REGISTRY/charts/demo',
      more: { version: '^1' },
      is: { version: '1.0.0', fileName: 'demo-1.0.0.tgz', content: { kind: 'archive', archive } },
    },
    {
      name: 'its provenance there',
      address: 'oci://REGISTRY/charts/demo:1.0.0',
      more: { provenance: 'want' },
      is: { provenance: archive },
    },
    {
      name: 'the newest chart of a repository',
      address: 'http://WEB/charts',
      more: { name: 'demo' },
      is: { version: '1.0.0', digest, fileName: 'demo-1.0.0.tgz', notes: [] },
    },
    {
      name: 'a chart of a repository by a range',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '>0.9', repositoryName: 'mine' },
      is: { version: '1.0.0', resolved: 'http://WEB/charts/demo-1.0.0.tgz' },
    },
    {
      name: 'a chart of a repository by nearly its version, and says so',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '1.0' },
      is: { notes: ['there is no version 1.0; 1.0.0 is taken instead'] },
    },
    {
      name: 'a folder by its path',
      address: 'FOLDER/allowed/demo',
      is: { content: { kind: 'files' }, resolved: 'FOLDER/allowed/demo' },
    },
    {
      name: 'a folder inside a folder',
      address: 'FOLDER/allowed',
      more: { path: 'demo' },
      is: { content: { kind: 'files' } },
    },
    {
      name: 'an archive by its path, with its provenance',
      address: 'FOLDER/allowed/demo-1.0.0.tgz',
      more: { provenance: 'want' },
      is: { digest, fileName: 'demo-1.0.0.tgz', provenance: Buffer.from('signed') },
    },
    {
      name: 'what is below the root for whom we do not trust',
      address: 'file://FOLDER/allowed/demo',
      more: { trust: 'untrusted' },
      is: { content: { kind: 'files' } },
    },
  ] as const)('$name', async ({ address, more, is }) => {
    const fetched = await ask(address, more)
    const resolved = 'resolved' in is ? { resolved: fill(is.resolved) } : {}
    expect(fetched).toMatchObject({ ...is, ...resolved })
    expect(chartOf(fetched.content).metadata.name).toBe('demo')
  })

  test('manifests', async () => {
    const { content } = await ask('http://WEB/all.yaml')
    expect(content).toEqual({ kind: 'manifests', documents: [manifests.toString()] })
  })

  test('the same again by what it resolved to', async () => {
    for (const address of ['oci://REGISTRY/charts/demo', 'http://WEB/demo-1.0.0.tgz']) {
      const first = await ask(address)
      const again = await ask(first.resolved, { digest: first.digest })
      expect(again.content).toEqual(first.content)
    }
  })

  test('progress', async () => {
    const seen: number[] = []
    const onProgress = ({ received }: { received: number }) => void seen.push(received)
    const { cache: _, ...uncached } = options
    for (const address of ['oci://REGISTRY/charts/demo', 'http://WEB/demo-1.0.0.tgz']) {
      const request = { address: fill(address), trust: 'trusted' } as const
      await fetchChart(request, { ...uncached, onProgress }, signal)
      expect(seen.at(-1)).toBe(archive.length)
    }
  })

  test('a pinned archive from the cache when its server is gone', async () => {
    await ask('http://WEB/demo-1.0.0.tgz', { digest })
    expect((await ask('http://127.0.0.1:1/demo-1.0.0.tgz', { digest })).digest).toBe(digest)
  })
})

describe('refuses', () => {
  const other = digestOf(Buffer.from('other'))
  test.each([
    {
      name: 'another archive than the pinned one',
      address: 'http://WEB/demo-1.0.0.tgz',
      more: { digest: other },
      code: 'digest-mismatch',
    },
    {
      name: 'another zip than the pinned one',
      address: 'FOLDER/allowed/demo',
      more: { digest: other },
      code: 'digest-mismatch',
    },
    {
      name: 'another manifest than the pinned one',
      address: 'oci://REGISTRY/charts/demo:1.0.0',
      more: { digest: other },
      code: 'digest-mismatch',
    },
    {
      name: 'two pins that differ',
      address: `oci://REGISTRY/charts/demo@${digestOf(Buffer.from('1'))}`,
      more: { digest: other },
      code: 'digest-mismatch',
    },
    {
      name: 'a web server of this machine that a chart names',
      address: 'http://WEB/demo-1.0.0.tgz',
      more: { trust: 'untrusted' },
      code: 'address-refused',
    },
    {
      name: 'a registry of this machine that a chart names',
      address: 'oci://REGISTRY/charts/demo',
      more: { trust: 'untrusted' },
      code: 'address-refused',
    },
    {
      name: 'a redirect to this machine, whoever named the source',
      address: 'http://WEB/moved',
      code: 'address-refused',
    },
    {
      name: 'a path that a chart names',
      address: 'FOLDER/allowed/demo',
      more: { trust: 'untrusted' },
      code: 'not-trusted',
    },
    {
      name: 'a file outside the root',
      address: 'file://FOLDER/outside.tgz',
      more: { trust: 'untrusted' },
      code: 'not-trusted',
    },
    {
      name: 'a way out of the root by dots',
      address: 'file://FOLDER/allowed/%2e%2e/outside.tgz',
      more: { trust: 'untrusted' },
      code: 'not-trusted',
    },
    {
      name: 'a link out of the root',
      address: 'file://FOLDER/allowed/escape.tgz',
      more: { trust: 'untrusted' },
      code: 'not-trusted',
    },
    {
      name: 'a provenance that is a link out of the root',
      address: 'file://FOLDER/allowed/open.tgz',
      more: { trust: 'untrusted', provenance: 'want' },
      code: 'not-trusted',
    },
    {
      name: 'a path that leads out of the folder',
      address: 'FOLDER/allowed',
      more: { path: '../cache' },
      code: 'unsafe-path',
    },
    {
      name: 'an archive that is not what its index says',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '0.9.0' },
      code: 'digest-mismatch',
    },
    {
      name: 'an archive that is not what was pinned, by its index',
      address: 'http://WEB/charts',
      more: { name: 'demo', digest: other },
      code: 'digest-mismatch',
    },
    {
      name: 'another server of this machine that an index names',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '0.8.0' },
      code: 'address-refused',
    },
    {
      name: 'a registry of this machine that an index names',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '0.7.0' },
      code: 'address-refused',
    },
    {
      name: 'a file of this machine that an index names',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '0.6.0' },
      code: 'address-refused',
    },
    {
      name: 'an archive that the index has and the server has not',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '0.5.0' },
      code: 'not-found',
    },
    {
      name: 'a version that the index has not',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: '7.0.0' },
      code: 'not-found',
    },
    {
      name: 'a chart that the index has not',
      address: 'http://WEB/charts',
      more: { name: 'none' },
      code: 'not-found',
    },
    {
      name: 'a range that is none',
      address: 'http://WEB/charts',
      more: { name: 'demo', version: 'no range' },
      code: 'bad-version',
    },
    { name: 'what is not there', address: 'FOLDER/none', code: 'not-found' },
    { name: 'what no server has', address: 'http://WEB/none.tgz', code: 'not-found' },
    {
      name: 'a tag that is not there',
      address: 'oci://REGISTRY/charts/demo:9.9.9',
      code: 'not-found',
    },
    { name: 'a reference that is none', address: 'oci://REGISTRY', code: 'bad-address' },
  ] as const)('$name', async ({ address, more, code }) => {
    await expect(ask(address, more)).rejects.toMatchObject({ name: 'SourceError', code })
  })

  test.each([
    { trust: 'untrusted', more: {} },
    { trust: 'trusted', more: { boundToRoot: 'everybody' } },
  ] as const)('a file of this machine when no root is configured: $trust', async (row) => {
    const request = { address: fill('file://FOLDER/allowed/demo'), trust: row.trust }
    const { fileRoot: _, ...without } = options
    await expect(fetchChart(request, { ...without, ...row.more }, signal)).rejects.toMatchObject({
      code: 'not-trusted',
    })
  })

  test('a file outside the root where everybody has to stay below it', async () => {
    const bound = { ...options, boundToRoot: 'everybody' } as const
    const ask = (path: string) =>
      fetchChart({ address: fill(`file://FOLDER${path}`), trust: 'trusted' }, bound, signal)
    await expect(ask('/allowed/demo')).resolves.toMatchObject({ content: { kind: 'files' } })
    await expect(ask('/outside.tgz')).rejects.toMatchObject({ code: 'not-trusted' })
    await expect(ask('/none')).rejects.toMatchObject({ code: 'not-trusted' })
  })
})
