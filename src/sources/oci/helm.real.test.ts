import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOracle } from '../../../test/oracles/find.ts'
import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { temporaryFolder } from '../../../test/registry/real-image.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { requireManifest } from '../../oci/client/resolve.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { digestOf } from '../../oci/digest.ts'
import { chartOf } from '../content.ts'
import { fetchChart } from '../fetch-chart.ts'
import { strictPolicy } from '../policy/policy.ts'
import { pushChart } from './push-chart.ts'

const signal = new AbortController().signal
const transport = createTransport()
const run = promisify(execFile)
const name = 'rich'
const version = '1.2.3-rc.1+build.4'
const file = `${name}-${version}.tgz`
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const servers: Record<string, { readonly host: string; readonly stop: () => Promise<void> }> = {}

beforeAll(async () => {
  folder = await temporaryFolder()
  servers['embedded'] = await startTemporaryRegistry()
  servers['docker'] = await startDockerRegistry()
  const chart = join(folder.path, name)
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(join(chart, 'Chart.yaml'), richMetadata)
  await writeFile(join(chart, 'templates/a.yaml'), 'a: {{ .Chart.Version }} {{ .Values.x }}\n')
  await writeFile(join(chart, 'values.yaml'), 'x: 1\n')
  await helm('package', chart, '-d', folder.path)
  await writeFile(join(folder.path, `${file}.prov`), 'not signed, but beside it\n')
})
afterAll(async () => {
  await transport.close()
  for (const { stop } of Object.values(servers)) await stop()
  await folder.stop()
})

describe.each(['embedded', 'docker'])('%s', (server) => {
  test('we push what helm pushes, to the byte', async () => {
    const host = hostOf(server)
    const path = join(folder.path, file)
    await helm('push', path, `oci://${host}/helm`, '--plain-http')
    const registry = connectRegistry(host, { transport })
    const pushed = await pushChart(registry, await chartToPush('ours'), signal)
    const tag = '1.2.3-rc.1_build.4'
    const theirs = await requireManifest(registry, 'helm/rich', tag, signal)
    const ours = await requireManifest(registry, 'ours/rich', tag, signal)
    expect(Buffer.from(ours.bytes).toString()).toBe(Buffer.from(theirs.bytes).toString())
    expect(pushed).toMatchObject({ repository: 'ours/rich', tag, digest: theirs.digest })
  })

  test('helm pulls and templates what we pushed', async () => {
    const host = hostOf(server)
    await pushChart(connectRegistry(host, { transport }), await chartToPush('mine'), signal)
    const chart = `oci://${host}/mine/rich`
    const there = join(folder.path, `pulled-${server}`)
    await mkdir(there)
    await helm('pull', chart, '--version', version, '--prov', '--plain-http', '-d', there)
    const [archive, provenance] = [file, `${file}.prov`].map((one) => join(there, one))
    const own = await readFile(join(folder.path, file))
    expect((await readFile(archive!)).equals(own)).toBe(true)
    expect(await readFile(provenance!, 'utf8')).toBe('not signed, but beside it\n')
    const rendered = await helm('template', 'x', chart, '--version', '>1.0.0-0', '--plain-http')
    expect(rendered).toContain(`a: ${version} 1`)
  })

  test.each([
    { by: 'version', reference: '', wanted: version },
    { by: 'range', reference: '', wanted: '>=1.0.0-0' },
    { by: 'tag', reference: `:${version}`, wanted: undefined },
    { by: 'digest', reference: '@DIGEST', wanted: undefined },
    { by: 'tag and digest', reference: `:${version}@DIGEST`, wanted: undefined },
  ])('we fetch what helm pushed, by $by', async ({ reference, wanted }) => {
    const host = hostOf(server)
    await helm('push', join(folder.path, file), `oci://${host}/theirs`, '--plain-http')
    const registry = connectRegistry(host, { transport })
    const raw = await requireManifest(registry, 'theirs/rich', '1.2.3-rc.1_build.4', signal)
    const address = `oci://${host}/theirs/rich${reference.replace('DIGEST', raw.digest)}`
    const request = { address, trust: 'trusted', provenance: 'want' } as const
    const fetched = await fetchChart(
      { ...request, ...(wanted === undefined ? {} : { version: wanted }) },
      { policy: strictPolicy, indexFolder: folder.path },
      signal,
    )
    const own = await readFile(join(folder.path, file))
    expect(fetched).toMatchObject({ digest: raw.digest, content: { kind: 'archive' } })
    expect(fetched.content.kind === 'archive' && digestOf(fetched.content.archive)).toBe(
      digestOf(own),
    )
    expect(Buffer.from(fetched.provenance!).toString()).toBe('not signed, but beside it\n')
    expect(chartOf(fetched.content).metadata.version).toBe(version)
  })

  test.each([
    { by: 'version', digest: false, wanted: version },
    { by: 'range', digest: false, wanted: '>=1.0.0-0' },
    { by: 'digest', digest: true, wanted: undefined },
  ])('helm names the file as we do, by $by', async ({ by, digest, wanted }) => {
    const host = hostOf(server)
    const registry = connectRegistry(host, { transport })
    const { digest: own } = await pushChart(registry, await chartToPush('named'), signal)
    const address = `oci://${host}/named/rich${digest ? `@${own}` : ''}`
    const more = wanted === undefined ? {} : { version: wanted }
    const { fileName } = await fetchChart(
      { address, trust: 'trusted', ...more },
      { policy: strictPolicy, indexFolder: folder.path },
      signal,
    )
    const there = join(folder.path, `named-${server}-${by}`)
    await mkdir(there)
    const words = wanted === undefined ? [] : ['--version', wanted]
    await helm('pull', address, ...words, '--plain-http', '-d', there)
    expect(await readdir(there)).toEqual([fileName])
  })

  test.each([
    { name: 'a tag and another version', reference: ':1.0.0', wanted: '2.0.0' },
    { name: 'a version that is not there', reference: '', wanted: '9.9.9' },
    { name: 'a range that nothing is in', reference: '', wanted: '>9' },
    { name: 'no release', reference: '', wanted: undefined },
    { name: 'two numbers', reference: '', wanted: '1.2' },
    { name: 'a chart that is not there', reference: '-not', wanted: '>1' },
  ])('helm refuses it as well: $name', async ({ reference, wanted }) => {
    const host = hostOf(server)
    const address = `oci://${host}/helm/rich${reference}`
    const words = wanted === undefined ? [] : ['--version', wanted]
    await expect(helm('pull', address, ...words, '--plain-http')).rejects.toThrow('Error: ')
    const request = { address, trust: 'trusted' } as const
    const fetched = fetchChart(
      { ...request, ...(wanted === undefined ? {} : { version: wanted }) },
      { policy: strictPolicy, indexFolder: folder.path },
      signal,
    )
    await expect(fetched).rejects.toMatchObject({ name: 'SourceError' })
  })
})

function hostOf(server: string): string {
  return servers[server]?.host ?? ''
}

async function chartToPush(below: string) {
  const path = join(folder.path, file)
  const { mtime } = await stat(path)
  const created = `${mtime.toISOString().slice(0, 19)}Z`
  const provenance = await readFile(`${path}.prov`)
  return { below, archive: await readFile(path), provenance, created }
}

async function helm(...words: readonly string[]): Promise<string> {
  const env = { HOME: folder.path, TZ: 'UTC' }
  const { stdout } = await run(findOracle('helm4'), words, { env, cwd: folder.path })
  return stdout
}

const richMetadata = `apiVersion: v2
name: ${name}
version: ${version}
appVersion: "4.5"
kubeVersion: ">= 1.20.0-0 < 2"
description: "a <b> & c — \u00e4"
type: application
home: https://example.test/?a=1&b=2
icon: https://example.test/icon.png
deprecated: true
sources: [https://example.test/one, https://example.test/two]
keywords: [x, "y & z"]
maintainers:
  - { name: Ann, email: ann@example.test, url: https://example.test/ann }
  - { name: Bob }
  - { name: "", email: nobody@example.test }
annotations:
  org.opencontainers.image.title: not this
  org.opencontainers.image.description: this instead
  z: last
  a: "<first>"
`
