import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { startScriptedServer } from '../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { writeTar } from '../../formats/tar-write.ts'
import { pushBlob } from '../../oci/client/transfer/push-blob.ts'
import { pushManifest } from '../../oci/client/transfer/push-manifest.ts'
import { type Registry, connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { digestOf } from '../../oci/digest.ts'
import { ociManifestType } from '../../oci/media-types.ts'
import { openContentCache } from '../cache/content-cache.ts'
import { parseChartReference } from './chart-reference.ts'
import { pullChart } from './pull-chart.ts'
import { pushChart } from './push-chart.ts'
import { resolveChart } from './resolve-chart.ts'

const signal = new AbortController().signal
const transport = createTransport()
const created = '2024-05-06T07:08:09Z'
let server: Awaited<ReturnType<typeof startTemporaryRegistry>>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let registry: Registry
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startTemporaryRegistry()
  registry = connectRegistry(server.host, { transport })
  for (const version of ['1.0.0', '1.2.0', '1.2.3+build.4', '2.0.0-rc.1', '0.9.0']) {
    await pushChart(registry, { below: 'charts', archive: archiveOf(version), created }, signal)
  }
  await pushManifest(
    registry,
    'charts/demo',
    { manifest: await manifestOf('1.0.0'), tag: 'latest' },
    signal,
  )
  const withV = { manifest: await manifestOf('1.0.0'), tag: 'v9.0.0' }
  await pushManifest(registry, 'charts/demo', withV, signal)
})
afterAll(async () => {
  await transport.close()
  await server.stop()
  await folder.stop()
})

describe('a reference', () => {
  test.each([
    { text: 'oci://h.io/a/b', is: { host: 'h.io', repository: 'a/b' } },
    { text: 'oci://h:5000/b:1.2.3', is: { host: 'h:5000', repository: 'b', version: '1.2.3' } },
    { text: 'oci://h/b:1.2.3+x.4', is: { host: 'h', repository: 'b', version: '1.2.3+x.4' } },
    { text: 'oci://h/b:1.2.3_x.4', is: { version: '1.2.3+x.4' } },
    {
      text: `oci://h/b:1.0.0+x@sha256:${'a'.repeat(64)}`,
      is: { repository: 'b', version: '1.0.0+x', digest: `sha256:${'a'.repeat(64)}` },
    },
    { text: `oci://h/b@sha256:${'a'.repeat(64)}`, is: { digest: `sha256:${'a'.repeat(64)}` } },
  ])('$text is understood', ({ text, is }) => {
    expect(parseChartReference(text)).toMatchObject(is)
  })

  test.each(['oci://h', 'oci://h/B', 'oci://h/b:a b', 'oci://h/b@sha256:1', 'https://h/b'])(
    '%s is refused',
    (text) => {
      expect(() => parseChartReference(text)).toThrow(/reference|digest/)
    },
  )
})

describe('which version', () => {
  test.each([
    { name: 'nothing said: the latest release', ref: '', range: undefined, is: '1.2.3+build.4' },
    { name: 'a range: the best tag', ref: '', range: '~1.0', is: '1.0.0' },
    { name: 'a range with pre-releases', ref: '', range: '>1.0.0-0', is: '2.0.0-rc.1' },
    { name: 'a version: that tag, unasked', ref: '', range: '7.7.7', is: '7.7.7' },
    { name: 'two numbers are a version too', ref: '', range: '1.2', is: '1.2' },
    { name: 'a tag in the reference', ref: ':1.0.0', range: undefined, is: '1.0.0' },
    { name: 'both, the same', ref: ':1.0.0', range: '1.0.0', is: '1.0.0' },
  ])('$name', async ({ ref, range, is }) => {
    const reference = parseChartReference(`oci://${server.host}/charts/demo${ref}`)
    expect(await resolveChart(registry, reference, range, signal)).toEqual({ version: is })
  })

  test.each([
    { name: 'both, and not the same', ref: ':1.0.0', range: '1.2.0', code: 'bad-version' },
    { name: 'a range that nothing is in', ref: '', range: '>7', code: 'not-found' },
    { name: 'a range that is none', ref: '', range: 'x y z', code: 'bad-version' },
    { name: 'a repository that is not there', ref: '-not', range: '>1', code: 'not-found' },
    {
      name: 'a tag with another digest than the pinned',
      ref: `:1.0.0@sha256:${'0'.repeat(64)}`,
      range: undefined,
      code: 'digest-mismatch',
    },
  ])('is an error: $name', async ({ ref, range, code }) => {
    const reference = parseChartReference(`oci://${server.host}/charts/demo${ref}`)
    await expect(resolveChart(registry, reference, range, signal)).rejects.toMatchObject({ code })
  })
})

describe('a chart that was pushed', () => {
  test.each([
    { name: 'by version', exact: { version: '1.2.3+build.4' }, file: 'demo-1.2.3+build.4.tgz' },
    {
      name: 'by digest',
      exact: { digest: digestOf(Buffer.from(manifestText('1.2.3+build.4'))) },
      file: `demo@sha256-${digestOf(Buffer.from(manifestText('1.2.3+build.4'))).slice(7)}.tgz`,
    },
  ])('comes back $name', async ({ exact, file }) => {
    const wanted = { repository: 'charts/demo', exact, provenance: 'want' as const }
    const pulled = await pullChart(registry, wanted, undefined, signal)
    expect(pulled).toMatchObject({ fileName: file, provenance: undefined })
    expect(digestOf(pulled.archive)).toBe(digestOf(archiveOf('1.2.3+build.4')))
    expect(Buffer.from(pulled.config).toString()).toBe(configText('1.2.3+build.4'))
  })

  test('under a tag with a v is explained, and found by it', async () => {
    const reference = parseChartReference(`oci://${server.host}/charts/demo`)
    const told = 'does not mean the tag v9.0.0, because a version has no v: give the version v9.0.0'
    await expect(resolveChart(registry, reference, '^9.0.0', signal)).rejects.toThrow(told)
    const pull = (version: string) =>
      pullChart(
        registry,
        { repository: 'charts/demo', exact: { version }, provenance: 'skip' },
        undefined,
        signal,
      )
    await expect(pull('9.0.0')).rejects.toThrow(`9.0.0 ${told}`)
    await expect(pull('8.0.0')).rejects.not.toThrow(told)
    expect((await pull('v9.0.0')).fileName).toBe('demo-v9.0.0.tgz')
  })

  test('comes back with its provenance, and without when nobody asks', async () => {
    const provenance = Buffer.from('signed')
    const chart = { below: '', archive: archiveOf('3.0.0'), provenance, created }
    const { digest, repository } = await pushChart(registry, chart, signal)
    const wanted = { repository, exact: { digest }, provenance: 'want' } as const
    expect((await pullChart(registry, wanted, undefined, signal)).provenance).toEqual(provenance)
    const without = { ...wanted, provenance: 'skip' } as const
    expect((await pullChart(registry, without, undefined, signal)).provenance).toBeUndefined()
  })

  test('comes from the cache the second time', async () => {
    const cache = await openContentCache({ root: `${folder.path}/cache` })
    const wanted = {
      repository: 'charts/demo',
      exact: { version: '1.0.0' },
      provenance: 'skip',
    } as const
    const first = await pullChart(registry, wanted, cache, signal)
    expect(await cache.get(digestOf(first.archive), signal)).toEqual(first.archive)
    expect(await pullChart(registry, wanted, cache, signal)).toEqual(first)
  })
})

describe('refuses', () => {
  const layer = Buffer.from('layer')
  const good = { mediaType: ociManifestType, status: 200, manifest: {}, blob: layer }
  const chartType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'
  const config = Buffer.from('{}')
  const manifest = (changes: object = {}, layerChanges: object = {}) => ({
    schemaVersion: 2,
    config: {
      mediaType: 'application/vnd.cncf.helm.config.v1+json',
      digest: digestOf(config),
      size: config.length,
    },
    layers: [
      { mediaType: chartType, digest: digestOf(layer), size: layer.length, ...layerChanges },
    ],
    ...changes,
  })

  test.each([
    {
      name: 'a blob with other bytes',
      answer: { ...good, manifest: manifest(), blob: Buffer.from('lawyer') },
      code: 'digest-mismatch',
    },
    {
      name: 'a blob with other bytes of the same length',
      answer: { ...good, manifest: manifest(), blob: Buffer.from('leyar') },
      code: 'digest-mismatch',
    },
    {
      name: 'a manifest with another digest than the pinned',
      answer: { ...good, manifest: manifest() },
      exact: { digest: digestOf(Buffer.from('other')) },
      code: 'digest-mismatch',
    },
    {
      name: 'a chart that is too large',
      answer: { ...good, manifest: manifest({}, { size: 200 * 1024 * 1024 }) },
      code: 'too-large',
    },
    {
      name: 'an image',
      answer: {
        ...good,
        manifest: manifest({ config: { ...manifest().config, mediaType: 'application/x' } }),
      },
      code: 'bad-answer',
    },
    {
      name: 'a chart without its layer',
      answer: { ...good, manifest: manifest({}, { mediaType: 'text/plain' }) },
      code: 'bad-answer',
    },
    { name: 'no chart at all', answer: { ...good, status: 404 }, code: 'not-found' },
  ])('$name', async ({ answer, code, exact = { version: '1.0.0' } }) => {
    const scripted = await startScriptedServer(({ path }, response) => {
      if (path.includes('/manifests/')) {
        response.writeHead(answer.status, { 'content-type': answer.mediaType })
        response.end(JSON.stringify(answer.manifest))
      } else response.end(path.includes(digestOf(config)) ? config : answer.blob)
    })
    try {
      const other = connectRegistry(scripted.host, { transport })
      const wanted = { repository: 'demo', exact, provenance: 'skip' as const }
      await expect(pullChart(other, wanted, undefined, signal)).rejects.toMatchObject({ code })
    } finally {
      await scripted.stop()
    }
  })

  test('an endless blob, after as many bytes as it was to have', async () => {
    let sent = 0
    const scripted = await startScriptedServer(({ path }, response) => {
      if (path.includes('/manifests/')) {
        response.writeHead(200, { 'content-type': ociManifestType })
        return void response.end(JSON.stringify(manifest()))
      }
      if (path.includes(digestOf(config))) return void response.end(config)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    })
    try {
      const other = connectRegistry(scripted.host, { transport })
      const wanted = {
        repository: 'demo',
        exact: { version: '1.0.0' },
        provenance: 'skip',
      } as const
      const pulled = pullChart(other, wanted, undefined, signal)
      await expect(pulled).rejects.toMatchObject({ code: 'digest-mismatch' })
      expect(sent).toBeLessThan(64 * 1024 * 1024)
    } finally {
      await scripted.stop()
    }
  })
})

// Pushes an archive as one layer, whatever it is said to be.
async function pushLayer(
  repository: string,
  archive: Uint8Array,
  types: { readonly config: string; readonly layer: string },
): Promise<void> {
  const parts = [Buffer.from('{}'), archive].map((bytes) => ({
    digest: digestOf(bytes),
    size: bytes.length,
    open: async function* () {
      yield bytes
    },
  }))
  for (const part of parts)
    await pushBlob(registry, repository, { content: part, options: {} }, signal)
  const [config, layer] = parts.map(({ digest, size }) => ({ digest, size }))
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      config: { ...config, mediaType: types.config },
      layers: [{ ...layer, mediaType: types.layer }],
    }),
  )
  const raw = { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
  await pushManifest(registry, repository, { manifest: raw, tag: '0.1.0' }, signal)
}

test('a chart of before Helm 3.7 is read by its old media type', async () => {
  const archive = archiveOf('0.1.0')
  const config = 'application/vnd.cncf.helm.config.v1+json'
  await pushLayer('old', archive, { config, layer: 'application/tar+gzip' })
  const wanted = { repository: 'old', exact: { version: '0.1.0' }, provenance: 'want' } as const
  expect((await pullChart(registry, wanted, undefined, signal)).archive).toEqual(archive)
})

test('an artifact as Flux pushes it is an archive where files are sought, and no chart', async () => {
  const archive = archiveOf('0.1.0')
  await pushLayer('flux', archive, {
    config: 'application/vnd.cncf.flux.config.v1+json',
    layer: 'application/vnd.cncf.flux.content.v1.tar+gzip',
  })
  const wanted = { repository: 'flux', exact: { version: '0.1.0' }, provenance: 'skip' } as const
  const pulled = await pullChart(registry, { ...wanted, holds: 'tree' }, undefined, signal)
  expect(pulled.archive).toEqual(archive)
  await expect(pullChart(registry, wanted, undefined, signal)).rejects.toThrow('and no chart')
})

test.each([
  { name: 'a name with capitals', chart: { name: 'Demo' }, code: 'bad-address' },
  { name: 'a link in the archive', chart: { link: true }, code: 'bad-archive' },
])('does not push a chart with $name', async ({ chart, code }) => {
  const text = `apiVersion: v2\nname: ${chart.name ?? 'demo'}\nversion: 1.0.0\n`
  const tar = Buffer.from(writeTar([{ name: 'demo/Chart.yaml', data: Buffer.from(text) }], 0))
  if (chart.link === true) {
    tar.write('2', 156)
    tar.write('        ', 148)
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  }
  const pushed = pushChart(registry, { below: '', archive: gzipSync(tar), created }, signal)
  await expect(pushed).rejects.toMatchObject({ code })
})

function archiveOf(version: string): Uint8Array {
  const text = `apiVersion: v2\nname: demo\nversion: ${version}\n`
  return gzipSync(writeTar([{ name: 'demo/Chart.yaml', data: Buffer.from(text) }], 0))
}

function configText(version: string): string {
  return `{"name":"demo","version":"${version}","apiVersion":"v2"}`
}

function manifestText(version: string): string {
  const archive = archiveOf(version)
  const config = Buffer.from(configText(version))
  const prefix = 'org.opencontainers.image'
  return (
    `{"schemaVersion":2,"config":{"mediaType":"application/vnd.cncf.helm.config.v1+json",` +
    `"digest":"${digestOf(config)}","size":${config.length}},"layers":[{"mediaType":` +
    `"application/vnd.cncf.helm.chart.content.v1.tar+gzip","digest":"${digestOf(archive)}",` +
    `"size":${archive.length}}],"annotations":{"${prefix}.created":"${created}",` +
    `"${prefix}.title":"demo","${prefix}.version":"${version}"}}`
  )
}

async function manifestOf(version: string) {
  const bytes = Buffer.from(manifestText(version))
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}
