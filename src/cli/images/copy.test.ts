import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { type Exchange, openExchange } from '../../../test/registry/exchange.ts'
import { type FaultyProxy, startFaultyProxy } from '../../../test/registry/faulty-proxy.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { digestOf, hexOf } from '../../oci/digest.ts'
import { ociIndexType, ociManifestType } from '../../oci/media-types.ts'

type Running = Awaited<ReturnType<typeof startTemporaryRegistry>>
let folder = ''
let source: Running
let destination: Running
let proxy: FaultyProxy
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-images-copy-'))
  source = await startTemporaryRegistry()
  destination = await startTemporaryRegistry()
  proxy = await startFaultyProxy(destination.url)
})
afterEach(async () => {
  await proxy.stop()
  await source.stop()
  await destination.stop()
  await rm(folder, { recursive: true, force: true })
})

test('images of a list go to a registry under their own names, with the same digests', async () => {
  const app = await pushImage('team/app', 'v1', 'one')
  const tool = await pushImage('tool', '2', 'two')
  const list = await writeList([`${source.host}/team/app:v1`, `${source.host}/tool:2 # a tool`])
  const { exitCode, stdout, stderr } = await copy(list, `${destination.host}/mirror`, '-o', 'json')
  expect({ exitCode, stderr: stderr.includes('error') }).toEqual({ exitCode: 0, stderr: false })
  expect(JSON.parse(stdout)).toMatchObject({
    images: [
      { target: `${destination.host}/mirror/team/app:v1`, state: 'copied', digest: app.digest },
      { target: `${destination.host}/mirror/tool:2`, state: 'copied', digest: tool.digest },
    ],
  })
  expect(await tagAt('mirror/team/app', 'v1')).toBe(app.digest)
  expect(await tagAt('mirror/tool', '2')).toBe(tool.digest)
  const again = await copy(list, `${destination.host}/mirror`)
  expect(again.stdout).toMatch(/app:v1 +\S+ +there/)
})

test.each([
  { name: 'a layout', place: () => `oci:${join(folder, 'images')}` },
  { name: 'a docker archive', place: () => `docker-archive:${join(folder, 'images.tar')}` },
])(
  'images go to $name and from there to a registry, with all platforms and the same digests',
  async ({ place }) => {
    const many = await pushIndex('many', 'v1')
    const app = await pushImage('app', 'v1', 'one')
    const list = await writeList([`${source.host}/many:v1`, `${source.host}/app:v1`])
    expect((await copy(list, place())).exitCode).toBe(0)
    const up = await copy(place(), destination.host)
    expect(up.exitCode).toBe(0)
    expect(await tagAt('many', 'v1')).toBe(many.digest)
    expect(await tagAt('app', 'v1')).toBe(app.digest)
    for (const image of many.images) {
      expect((await at('many').send('GET', `manifests/${image.digest}`)).status).toBe(200)
      expect((await at('many').send('HEAD', `blobs/${image.layer}`)).status).toBe(200)
    }
  },
)

test.each([
  { name: 'all of them', flags: [], there: [true, true, true], same: true },
  {
    name: 'one, with its attestation',
    flags: ['--platform', 'linux/amd64'],
    there: [true, false, true],
    same: true,
  },
  {
    name: 'none of them',
    flags: ['--multi-arch', 'index-only'],
    there: [false, false, false],
    same: true,
  },
  {
    name: 'one instead of the index',
    flags: ['--multi-arch', 'image', '--platform', 'linux/arm64'],
    there: [false, true, false],
    same: false,
  },
])('of an index goes $name', async ({ flags, there, same }) => {
  const many = await pushIndex('many', 'v1')
  const { exitCode } = await copy(`docker://${source.host}/many:v1`, destination.host, ...flags)
  expect(exitCode).toBe(0)
  const tagged = await tagAt('many', 'v1')
  expect(tagged).toBe(same ? many.digest : many.images[1]?.digest)
  const found = await Promise.all(
    many.images.map(
      async ({ digest }) => (await at('many').send('HEAD', `manifests/${digest}`)).status === 200,
    ),
  )
  expect(found).toEqual(there)
})

test.each([
  { name: 'a layout', place: () => `oci:${join(folder, 'some')}` },
  { name: 'a docker archive', place: () => `docker-archive:${join(folder, 'some.tar')}` },
])('some platforms of an index go over $name, which is told of', async ({ place }) => {
  const many = await pushIndex('many', 'v1')
  const flags = ['--platform', 'linux/amd64']
  expect((await copy(`docker://${source.host}/many:v1`, place(), ...flags)).exitCode).toBe(0)
  const all = await copy(place(), `docker://${destination.host}/many:v1`)
  expect(all.exitCode).toBe(1)
  expect(all.stderr).toMatch(
    /of the images of its index .* has not linux\/arm64\/v8; to copy what is there, add --platform linux\/amd64$/m,
  )
  const some = await copy(place(), `docker://${destination.host}/many:v1`, ...flags)
  expect(some.exitCode).toBe(0)
  expect(await tagAt('many', 'v1')).toBe(many.digest)
})

test.each([
  { name: 'registry', place: undefined },
  { name: 'layout', place: () => `oci:${join(folder, 'images')}` },
  { name: 'docker archive', place: () => `docker-archive:${join(folder, 'images.tar')}` },
])('signatures by subject and by tag go along, over a $name', async ({ place }) => {
  const app = await pushImage('app', 'v1', 'one')
  const from = openExchange(source.url, 'app')
  const subject = { mediaType: ociManifestType, digest: app.digest, size: app.text.length }
  const sbom = await from.image('an sbom', { artifactType: 'example/sbom', subject })
  await from.putManifest(sbom.digest, sbom.text)
  const signature = await from.image('a signature')
  const tag = `sha256-${hexOf(app.digest)}.sig`
  await from.putManifest(tag, signature.text)
  const image = `docker://${source.host}/app:v1`
  const hops =
    place === undefined
      ? [[image, destination.host]]
      : [
          [image, place()],
          [place(), destination.host],
        ]
  const codes = []
  for (const hop of hops) codes.push((await copy(...hop)).exitCode)
  expect(codes).toEqual(hops.map(() => 0))
  const referrers = await at('app').send('GET', `referrers/${app.digest}`)
  expect(JSON.parse(referrers.text)).toMatchObject({
    manifests: [{ digest: sbom.digest, artifactType: 'example/sbom' }],
  })
  expect(await tagAt('app', tag)).toBe(signature.digest)
  const left = await copy(image, `${destination.host}/bare`, '--no-signatures')
  expect(left.exitCode).toBe(0)
  expect(await tagAt('bare/app', tag)).toBeUndefined()
})

test('layers that images share are sent once and mounted', async () => {
  const shared = 'x'.repeat(50_000)
  for (const name of ['a', 'b', 'c']) await pushImage(name, 'v1', shared, { annotations: { name } })
  const list = await writeList(['a', 'b', 'c'].map((name) => `${source.host}/${name}:v1`))
  const { exitCode } = await copy(list, proxy.host)
  expect(exitCode).toBe(0)
  const sent = proxy.seen.filter(({ path }) => path.includes('/blobs/')).map(({ bytes }) => bytes)
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBe(shared.length + 2)
  // An image that comes later finds them too.
  await pushImage('d', 'v1', shared, { annotations: { name: 'd' } })
  const more = await writeList(['a', 'd'].map((name) => `${source.host}/${name}:v1`))
  proxy.seen.length = 0
  const plan = await copy(more, proxy.host, '--dry-run')
  expect(plan.stderr).toContain('1 to copy, 1 there; 0 B of 50.0 kB really new')
  expect((await copy(more, proxy.host)).exitCode).toBe(0)
  const again = proxy.seen.filter(({ path }) => path.includes('/blobs/'))
  expect(again.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(0)
})

test.each([
  { name: 'registry', place: () => `${destination.host}/x` },
  { name: 'layout', place: () => `oci:${join(folder, 'images')}` },
  { name: 'docker archive', place: () => `docker-archive:${join(folder, 'images.tar')}` },
])('--dry-run leaves a $name as it is and counts the bytes', async ({ place }) => {
  await pushImage('app', 'v1', 'y'.repeat(1234))
  const { stdout, stderr, exitCode } = await copy(
    `docker://${source.host}/app:v1`,
    place(),
    '--dry-run',
  )
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/would-copy +1\.2 kB/)
  expect(stderr).toContain('1 to copy, 0 there; 1.2 kB really new')
  expect(await tagAt('x/app', 'v1')).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('--no-clobber leaves a tag that is another image, else it is replaced', async () => {
  const first = await pushImage('app', 'v1', 'one')
  const image = `docker://${source.host}/app:v1`
  await copy(image, destination.host)
  const second = await pushImage('app', 'v1', 'two')
  const kept = await copy(image, destination.host, '--no-clobber')
  expect([kept.exitCode, kept.stdout]).toEqual([0, expect.stringMatching(/ kept/)])
  expect(await tagAt('app', 'v1')).toBe(first.digest)
  await copy(image, destination.host)
  expect(await tagAt('app', 'v1')).toBe(second.digest)
})

test('--keep-going copies the others and fails at the end; without it nothing is begun', async () => {
  await pushImage('app', 'v1', 'one')
  const list = await writeList([`${source.host}/gone:v1`, `${source.host}/app:v1`])
  const strict = await copy(list, destination.host)
  expect([strict.exitCode, strict.stderr]).toEqual([
    1,
    expect.stringContaining(`${source.host}/gone:v1: "v1" is not in ${source.host}/gone`),
  ])
  expect(await tagAt('app', 'v1')).toBeUndefined()
  const lenient = await copy(list, destination.host, '--keep-going')
  expect([lenient.exitCode, lenient.stdout]).toEqual([
    1,
    expect.stringMatching(/gone:v1 .*failed: "v1" is not in/),
  ])
  expect(await tagAt('app', 'v1')).toBeDefined()
})

test.each([
  {
    name: 'a push that is denied midway',
    fault: (path: string) =>
      path.includes('/manifests/') ? { status: 403, body: denied } : undefined,
    says: /answered 403: DENIED: not today/,
  },
  {
    name: 'a destination that is full',
    fault: (path: string) => (path.includes('/blobs/uploads/') ? { status: 507 } : undefined),
    says: /answered 507/,
  },
  {
    name: 'a destination whose disk is full, as docker-registry says it',
    fault: (path: string) =>
      path.includes('/blobs/uploads/') ? { status: 500, body: diskFull } : undefined,
    says: /UNKNOWN: unknown error \(no space left\)/,
  },
])('$name is named, and nothing is tagged', async ({ fault, says }) => {
  await pushImage('app', 'v1', 'one')
  proxy.fault = ({ method, path }) => (/PUT|POST|PATCH/.test(method) ? fault(path) : undefined)
  const { exitCode, stderr } = await copy(`docker://${source.host}/app:v1`, proxy.host)
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(says)])
  expect(stderr).toContain(`${source.host}/app:v1: `)
  expect(await tagAt('app', 'v1')).toBeUndefined()
})

test('a tag that moves during the copy is named, and nothing is tagged', async () => {
  await pushImage('app', 'v1', 'one')
  let moved: Promise<unknown> | undefined
  proxy.fault = async ({ method, path }) => {
    const isUpload = method === 'POST' && path.includes('/blobs/')
    if (isUpload) await (moved ??= pushImage('app', 'v1', 'two'))
    return undefined
  }
  const { exitCode, stderr } = await copy(`docker://${source.host}/app:v1`, proxy.host)
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/"v1" of \S+ was sha256:\w+ when the copy began and is sha256:\w+ now/),
  ])
  expect(await tagAt('app', 'v1')).toBeUndefined()
})

test('a manifest of schema version 1 is named', async () => {
  const old = await startFaultyProxy(source.url)
  const text = JSON.stringify({ schemaVersion: 1, name: 'old', tag: 'v1', fsLayers: [] })
  const headers = {
    'content-type': 'application/vnd.docker.distribution.manifest.v1+prettyjws',
    'docker-content-digest': digestOf(Buffer.from(text)),
  }
  old.fault = ({ path }) =>
    path.includes('/manifests/') ? { status: 200, headers, body: text } : undefined
  const { exitCode, stderr } = await copy(
    `docker://${old.host}/old:v1`,
    destination.host,
    '--no-signatures',
  )
  await old.stop()
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is of schema version 1')])
})

test('a host that asks for a pause gets it from everybody, and the copy goes on', async () => {
  for (const name of ['a', 'b', 'c']) await pushImage(name, 'v1', name)
  const list = await writeList(['a', 'b', 'c'].map((name) => `${source.host}/${name}:v1`))
  let refused = 0
  proxy.fault = ({ path }) =>
    path.includes('/blobs/uploads/') && refused++ < 2
      ? { status: 429, headers: { 'retry-after': '1' } }
      : undefined
  const { exitCode } = await copy(list, proxy.host)
  expect(exitCode).toBe(0)
  expect(await tagAt('c', 'v1')).toBeDefined()
})

test('a registry of this machine that a list names has to be allowed', async () => {
  const list = await writeList([`${source.host}/app:v1`])
  const { exitCode, stderr } = await runCli(['images', 'copy', list, `oci:${folder}/x`])
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is not allowed.*--allow-address/)])
})

test('a wrong blob at the destination is found by --check=blobs', async () => {
  const app = await pushImage('app', 'v1', 'one')
  const layout = join(folder, 'images')
  await copy(`docker://${source.host}/app:v1`, `oci:${layout}`)
  await writeFile(join(layout, 'blobs/sha256', hexOf(app.layer)), 'two')
  const { exitCode, stderr } = await copy(
    `docker://${source.host}/app:v1`,
    `oci:${layout}`,
    '--check=blobs',
  )
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`blob ${app.layer} of layout`)])
})

test('the images of a chart are copied, those that could run and not those that maybe do', async () => {
  await pushImage('app', 'v1', 'one')
  await pushImage('extra', 'v1', 'two')
  const chart = join(folder, 'chart')
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(
    join(chart, 'Chart.yaml'),
    `apiVersion: v2\nname: c\nversion: 1.0.0\nannotations:\n  images: |\n    - name: x\n      image: ${source.host}/maybe:v1\n`,
  )
  await writeFile(join(chart, 'values.yaml'), 'extra: false\n')
  const pod = (name: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, image: "${source.host}/${name}:v1"}]}\n`
  await writeFile(
    join(chart, 'templates/a.yaml'),
    `${pod('app')}---\n{{- if .Values.extra }}\n${pod('extra')}{{- end }}\n`,
  )
  const { exitCode, stdout, stderr } = await copy(chart, `${destination.host}/all`, '-o', 'lock')
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('names 1 more that maybe run')])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/@.*/, '')),
  ).toEqual([`${source.host}/app:v1`, `${source.host}/extra:v1`])
  await copy(chart, `${destination.host}/sure`, '--certain')
  expect(await tagAt('sure/extra', 'v1')).toBeUndefined()
  const all = await copy(chart, destination.host, '--maybe', '--keep-going')
  expect([all.exitCode, all.stdout]).toEqual([1, expect.stringContaining('maybe:v1')])
})

test.each([
  { words: [], says: 'wanted images or charts and a destination, found nothing' },
  { words: ['a'], says: 'wanted images or charts and a destination, found a' },
  { words: ['a', 'b'], says: 'wanted a registry such as registry.example/mirror' },
  {
    words: ['a', 'r.example/x', '--platform', 'amd64'],
    says: '--platform must be like linux/amd64: got "amd64"',
  },
  {
    words: ['a', 'r.example/x', '--multi-arch', 'image'],
    says: '--multi-arch=image needs one --platform, found none',
  },
  { words: ['a', 'r.example/x', '--map', 'quay.io'], says: '--map must be like' },
  {
    words: ['a', 'r.example/x', '--bandwidth', 'fast'],
    says: '--bandwidth must be like 500kB or 10MB: got "fast"',
  },
  { words: ['a', 'r.example/x', '--certain', '--maybe'], says: 'exclude each other' },
])('$words are refused', async ({ words, says }) => {
  const { exitCode, stderr } = await runCli(['images', 'copy', ...words])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(says)])
})

test('two images that would get one name are refused, and --scoped keeps them apart', async () => {
  await pushImage('app', 'v1', 'one')
  const list = await writeList([`${source.host}/app:v1`, `${destination.host}/app:v1`])
  await openExchange(destination.url, 'app').putManifest(
    'v1',
    (await openExchange(destination.url, 'app').image('x')).text,
  )
  const { exitCode, stderr } = await copy(list, `oci:${join(folder, 'a')}`)
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('both')])
  const both = await copy(list, `${destination.host}/mirror`)
  expect([both.exitCode, both.stderr]).toEqual([1, expect.stringContaining('would both become')])
  expect((await copy(list, `${destination.host}/mirror`, '--scoped')).exitCode).toBe(0)
  expect(await tagAt(`mirror/${source.host.replace(':', '-')}/app`, 'v1')).toBeDefined()
  expect(existsSync(join(folder, 'a', '.writer'))).toBe(false)
  expect(await readFile(join(folder, 'a', 'index.json'), 'utf8')).toContain(`${source.host}/app:v1`)
})

async function copy(...words: readonly string[]) {
  const environment = { HOME: folder, HELM_CACHE_HOME: `${folder}-cache` }
  const hosts = [source.host, destination.host, proxy.host].map((host) => `http://${host}`)
  const allowed = hosts.flatMap((host) => ['--allow-address', host])
  const result = await runCli(['images', 'copy', ...words, ...allowed], { environment })
  await rm(`${folder}-cache`, { recursive: true, force: true })
  return result
}

async function writeList(lines: readonly string[]): Promise<string> {
  const path = `${folder}.txt`
  await writeFile(path, `# images\n${lines.join('\n')}\n`)
  return path
}

function at(repository: string): Exchange {
  return openExchange(destination.url, repository)
}

async function tagAt(repository: string, tag: string): Promise<string | undefined> {
  const reply = await at(repository).send('HEAD', `manifests/${tag}`)
  return reply.headers.get('docker-content-digest') ?? undefined
}

async function pushImage(repository: string, tag: string, layer: string, more: object = {}) {
  const to = openExchange(source.url, repository)
  const image = await to.image(layer, more)
  await to.putManifest(tag, image.text)
  return image
}

/** Two platforms and the attestation of the first, as buildx makes them. */
async function pushIndex(repository: string, tag: string) {
  const images = [
    await pushImage(repository, 'amd', 'layer of amd64'),
    await pushImage(repository, 'arm', 'layer of arm64'),
    await pushImage(repository, 'att', 'an attestation'),
  ]
  const platforms = [
    { platform: { os: 'linux', architecture: 'amd64' } },
    { platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
    {
      platform: { os: 'unknown', architecture: 'unknown' },
      annotations: { 'vnd.docker.reference.digest': images[0]?.digest },
    },
  ]
  const manifests = images.map(({ digest, text }, index) => ({
    mediaType: ociManifestType,
    digest,
    size: text.length,
    ...platforms[index],
  }))
  const text = JSON.stringify({ schemaVersion: 2, mediaType: ociIndexType, manifests })
  await openExchange(source.url, repository).putManifest(tag, text, ociIndexType)
  return { digest: digestOf(Buffer.from(text)), images }
}

const denied = JSON.stringify({ errors: [{ code: 'DENIED', message: 'not today' }] })
const diskFull = JSON.stringify({
  errors: [{ code: 'UNKNOWN', message: 'unknown error', detail: { Op: 'write', Err: 28 } }],
})
