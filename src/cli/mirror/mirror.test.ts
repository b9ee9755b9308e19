import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startStaticServer } from '../../../test/cli/static-server.ts'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { type FaultyProxy, startFaultyProxy } from '../../../test/registry/faulty-proxy.ts'
import type { ScriptedServer } from '../../../test/registry/scripted-server.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { gunzip } from '../../chart/node/load-chart.ts'
import { writePackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'

type Running = Awaited<ReturnType<typeof startTemporaryRegistry>>
let home: HelmHome
let server: ScriptedServer
let source: Running
let destination: Running
let proxy: FaultyProxy
beforeEach(async () => {
  home = await makeHelmHome()
  source = await startTemporaryRegistry()
  destination = await startTemporaryRegistry()
  proxy = await startFaultyProxy(destination.url)
  await mkdir(join(home.folder, 'served'))
  await offer('1.0.0', '1.1.0', '2.0.0')
  server = await startStaticServer(join(home.folder, 'served'))
})
afterEach(async () => {
  await server.stop()
  await proxy.stop()
  await source.stop()
  await destination.stop()
  await home.remove()
})

test('charts by ranges go to a registry with their images; the plan, the lock and the delta say what', async () => {
  const file = await writeMirror({ versions: '[^1]', latest: 2 })
  const plan = await mirror(file, '--dry-run')
  expect([plan.exitCode, plan.stdout]).toEqual([
    0,
    expect.stringMatching(/chart web 1\.1\.0 +\S+ +would-copy/),
  ])
  expect(plan.stderr).toContain('charts: 2 to copy, 0 there\nimages: 3 to copy, 0 there; ')
  expect(await tagsAt('charts/web')).toEqual([])
  expect(existsSync(lockOf(file))).toBe(false)

  const first = await mirror(file)
  expect([first.exitCode, first.stdout]).toEqual([
    0,
    expect.stringMatching(/added +chart +web 1\.0\.0/),
  ])
  expect(await tagsAt('charts/web')).toEqual(['1.0.0', '1.1.0'])
  expect(await tagsAt('mirror/app')).toEqual(['1.0.0', '1.1.0'])
  const lock = JSON.parse(await readFile(lockOf(file), 'utf8')) as Lock
  expect(lock.charts.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0'])
  expect(lock.images.map(({ target }) => target)).toContain(`${proxy.host}/mirror/tool:1`)

  // The registry serves the chart, and its images are the ones of the lock.
  const pulled = await home.ours([
    'show',
    'chart',
    `oci://${destination.host}/charts/web`,
    '--version',
    '^1',
  ])
  expect(pulled.stdout).toContain('version: 1.1.0')

  proxy.seen.length = 0
  const second = await mirror(file)
  expect([second.exitCode, second.stdout, second.stderr]).toEqual([
    0,
    '',
    expect.stringContaining('nothing changed'),
  ])
  expect(proxy.seen.filter(({ method }) => !/GET|HEAD/.test(method))).toEqual([])

  await offer('1.2.0')
  const third = await mirror(file, '-o', 'json')
  expect(JSON.parse(third.stdout)).toMatchObject({
    delta: [
      { change: 'removed', noun: 'chart', name: 'web 1.0.0' },
      { change: 'added', noun: 'chart', name: 'web 1.2.0' },
      { change: 'removed', noun: 'image', name: `${source.host}/app:1.0.0` },
      { change: 'added', noun: 'image', name: `${source.host}/app:1.2.0` },
    ],
  })
  const sent = proxy.seen.filter(
    ({ method, path }) => /POST|PUT|PATCH/.test(method) && path.includes('/blobs/'),
  )
  // A layer of its own for the image, config and archive for the chart; the rest is there.
  expect(sent.filter(({ bytes }) => bytes > 0)).toHaveLength(3)
})

test('charts go to a folder with an index that is a repository', async () => {
  const file = await writeMirror({ versions: '"*"', charts: './charts' })
  expect((await mirror(file)).exitCode).toBe(0)
  expect((await readdir(join(home.folder, 'charts'))).toSorted()).toEqual([
    'index.yaml',
    'web-2.0.0.tgz',
  ])
  const local = await startStaticServer(join(home.folder, 'charts'))
  const shown = await home.ours(['template', 'web', '--repo', local.url])
  await local.stop()
  expect(shown.stdout).toContain(`${source.host}/app:2.0.0`)
})

test('a chart of a registry keeps its digest and its signature', async () => {
  const archive = join(home.folder, 'served', 'web-1.0.0.tgz')
  await home.ours(['push', archive, `oci://${source.host}/team`])
  const at = openExchange(source.url, 'team/web')
  const head = await at.send('HEAD', 'manifests/1.0.0')
  const digest = head.headers.get('docker-content-digest') ?? ''
  const signature = await at.image('a signature')
  await at.putManifest(`${digest.replace(':', '-')}.sig`, signature.text)
  const file = await writeMirror({ repo: `oci://${source.host}/team`, versions: '"1"' })
  expect((await mirror(file)).exitCode).toBe(0)
  const there = await openExchange(destination.url, 'charts/web').send('HEAD', 'manifests/1.0.0')
  expect(there.headers.get('docker-content-digest')).toBe(digest)
  expect(await tagsAt('charts/web')).toContain(`${digest.replace(':', '-')}.sig`)
})

test('the charts of Extensions come as well', async () => {
  const path = join(home.folder, 'extensions.yaml')
  const sources = `sources: [{ repo: "${server.url}", name: web, chartVersion: 1.0.0 }]`
  await writeFile(
    path,
    `apiVersion: outrigger.dev/v1alpha1\nkind: Extension\nmetadata: { name: web }\nspec: { ${sources} }\n`,
  )
  const file = join(home.folder, 'mirror.yaml')
  await writeFile(
    file,
    `to: { images: ${proxy.host}, charts: "oci://${proxy.host}" }\nextensions: [extensions.yaml]\n`,
  )
  expect((await mirror(file)).exitCode).toBe(0)
  expect(await tagsAt('web')).toEqual(['1.0.0'])
  const named = (await readFile(path, 'utf8')).replace(`"${server.url}"`, 'shared')
  await writeFile(path, named)
  const refused = await mirror(file)
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('Extension web has a source with the Repository shared; wanted'),
  ])
})

test('a source that names a Repository has its address from the same file, and the name of its Extension', async () => {
  const sources = 'sources: [{ repo: shared, chartVersion: 1.0.0 }]'
  const head = 'apiVersion: outrigger.dev/v1alpha1\nkind:'
  const documents = [
    `${head} Extension\nmetadata: { name: web }\nspec: { ${sources} }`,
    `${head} Repository\nmetadata: { name: shared }\nspec: { url: "${server.url}" }`,
  ]
  await writeFile(join(home.folder, 'extensions.yaml'), `${documents.join('\n---\n')}\n`)
  const file = join(home.folder, 'mirror.yaml')
  const to = `to: { images: ${proxy.host}, charts: "oci://${proxy.host}" }`
  await writeFile(file, `${to}\nextensions: [extensions.yaml]\n`)
  expect(await mirror(file)).toMatchObject({ exitCode: 0 })
  expect(await tagsAt('web')).toEqual(['1.0.0'])
})

test('sources with tags come for the versions of Kubernetes of the file, under their tags', async () => {
  const at = openExchange(source.url, 'team/web')
  for (const [version, tag] of [
    ['1.0.0', 'v1.30'],
    ['1.1.0', 'v1.31'],
  ] as const) {
    const archive = join(home.folder, 'served', `web-${version}.tgz`)
    await home.ours(['push', archive, `oci://${source.host}/team`])
    await at.putManifest(tag, (await at.send('GET', `manifests/${version}`)).text)
  }
  const tagged = `{ repo: "oci://${source.host}/team", name: web, tag: "v{{ .Major }}.{{ .Minor }}", kubernetes: ">=1.30" }`
  const plain = `{ repo: "${server.url}", name: web, chartVersion: 2.0.0, kubernetes: "1.29" }`
  const file = await writeExtensions([tagged, plain], '["1.30", 1.31]')
  const first = await mirror(file)
  expect([first.exitCode, first.stdout]).toEqual([
    0,
    expect.stringMatching(/added +chart +web 1\.1\.0 \(v1\.31\)/),
  ])
  expect(await tagsAt('web')).toEqual(['v1.30', 'v1.31'])
  expect(await tagsAt('app')).toEqual(['1.0.0', '1.1.0'])

  // The tag moves; the lock brings what it named, under the tag.
  const before = await digestAt(destination.url, 'v1.31')
  await at.putManifest('v1.31', (await at.send('GET', 'manifests/1.0.0')).text)
  await openExchange(destination.url, 'web').send('DELETE', 'manifests/v1.31')
  const again = await mirror(file, '--locked')
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('all is there as')])
  expect(await digestAt(destination.url, 'v1.31')).toBe(before)
  const moved = await mirror(file)
  expect(moved.stdout).toMatch(/removed +chart +web 1\.1\.0 \(v1\.31\)/)
  expect(await digestAt(destination.url, 'v1.31')).toBe(await digestAt(destination.url, 'v1.30'))

  const folder = await writeExtensions([tagged], '["1.30", "1.31"]', './charts')
  const same = await mirror(folder)
  expect([same.exitCode, same.stderr]).toEqual([
    1,
    expect.stringMatching(/v1\.30@\S+ and \S+v1\.31@\S+ would both be \S+web-1\.0\.0\.tgz/),
  ])
  const none = await mirror(await writeExtensions([tagged, plain], '["1.28"]'))
  expect(none.stderr).toContain('Extension web has no source for Kubernetes 1.28')
})

test.each([
  {
    source: 'repo: "oci://r.example/web", tag: v1',
    says: 'a source with tag v1; wanted the versions',
  },
  {
    source: 'repo: "https://r.example", name: web, tag: v1',
    kubernetes: '["1.30"]',
    says: 'a source with a tag at https://r.example; wanted oci://',
  },
  {
    source: 'repo: "oci://r.example/web", tag: "{{ .Site }}"',
    kubernetes: '["1.30"]',
    says: 'tag "{{ .Site }}" asks for {{ .Site }}',
  },
])('a source with $source is refused', async ({ source, kubernetes = '[]', says }) => {
  const file = await writeExtensions([`{ ${source} }`], kubernetes)
  const { exitCode, stderr } = await mirror(file)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)])
})

test('--locked brings what the lock names though tags have moved and versions have come', async () => {
  const file = await writeMirror({ versions: '"*"' })
  await mirror(file)
  const lock = JSON.parse(await readFile(lockOf(file), 'utf8')) as Lock
  await pushImage('app', '2.0.0', 'another')
  await offer('3.0.0')
  const other = await startTemporaryRegistry()
  const elsewhere = (await readFile(file, 'utf8')).replaceAll(proxy.host, other.host)
  await writeFile(file, elsewhere)
  const { exitCode, stderr } = await mirror(file, '--locked')
  const at = openExchange(other.url, 'mirror/app')
  const found = (await at.send('HEAD', 'manifests/2.0.0')).headers.get('docker-content-digest')
  const charts = await openExchange(other.url, 'charts/web').send('GET', 'tags/list')
  await other.stop()
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('all is there as')])
  expect(found).toBe(lock.images.find(({ image }) => image.endsWith('app:2.0.0'))?.digest)
  expect(charts.text).toContain('["2.0.0"]')
})

test('an image that fails leaves the lock and the charts, also with --keep-going', async () => {
  const file = await writeMirror({ versions: '"*"', images: [`${source.host}/gone:1`] })
  for (const flags of [[], ['--keep-going']]) {
    const { exitCode, stderr } = await mirror(file, ...flags)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${source.host}/gone:1`)])
  }
  expect(existsSync(lockOf(file))).toBe(false)
  expect(await tagsAt('charts/web')).toEqual([])
})

test.each([
  { text: 'charts: [{ repo: x }]', says: 'to: wanted charts, images or both, found neither' },
  { text: 'to: { images: r.example }', says: 'wanted charts, extensions or images, found none' },
  { text: 'to: { image: r.example }', says: 'to: wanted the fields images, charts, found image' },
  {
    text: 'to: { charts: ./x }\nimages: [a]',
    says: 'to.images: wanted a registry for the images, found nothing',
  },
  {
    text: 'to: { images: r.example }\nimages: ["a b"]',
    says: 'images[0]: wanted an image, found a b',
  },
  {
    text: 'to: { images: r.example }\nimages: [a]\nplatforms: [amd64]',
    says: 'platforms[0]: wanted a platform such as linux/amd64, found amd64',
  },
  {
    text: 'to: { charts: ./x }\nextensions: [a]\nkubernetes: [1.30]',
    says: 'kubernetes[0]: wanted a version of Kubernetes such as "1.30", in quotes, found 1.3',
  },
  {
    text: 'to: { charts: ./x }\ncharts: [{ name: web }]',
    says: 'charts[0].repo: wanted a text, found nothing',
  },
  {
    text: 'to: { charts: ./x }\ncharts: [{ repo: ./a, latest: 0 }]',
    says: 'charts[0].latest: wanted a whole number from 1 to 1000, found 0',
  },
  {
    text: 'to: { charts: ./x }\ncharts: [{ repo: ./a, images: some }]',
    says: 'charts[0].images: wanted could-run, certain, all, none, found some',
  },
  {
    text: 'to: { images: r.example }\nimages: [a]\ntable: image Thing',
    says: 'table: line 1 of the table of images: wanted "image|registry|never GROUP KIND PATH"',
  },
])('$text is refused by its place', async ({ text, says }) => {
  const file = join(home.folder, 'mirror.yaml')
  await writeFile(file, text)
  const { exitCode, stderr } = await mirror(file)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${file}: ${says}`)])
})

test('a row of the table brings an image that only the site knows of', async () => {
  await offer('1.0.0')
  await pushImage('extra', '1', 'more')
  const file = await writeMirror({ versions: '"^1"' })
  await writeFile(file, `${await readFile(file, 'utf8')}table: also ${source.host}/extra:1\n`)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('latest: 1 }', 'latest: 1, images: all }'))
  const { exitCode, stderr } = await mirror(file)
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  expect(await tagsAt('mirror/extra')).toEqual(['1'])
})

test('a range that nothing is in is named with the chart and what there is', async () => {
  const file = await writeMirror({ versions: '"^9"' })
  const { exitCode, stderr } = await mirror(file)
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(
      'chart web: no version is in the range ^9; the newest are 2.0.0, 1.1.0, 1.0.0',
    ),
  ])
})

interface Lock {
  readonly charts: readonly { readonly version: string }[]
  readonly images: readonly {
    readonly image: string
    readonly digest: string
    readonly target: string
  }[]
}

interface Written {
  readonly versions: string
  readonly latest?: number
  readonly charts?: string
  readonly repo?: string
  readonly images?: readonly string[]
}

async function writeMirror({
  versions,
  latest = 1,
  charts,
  repo,
  images = [],
}: Written): Promise<string> {
  const file = join(home.folder, 'mirror.yaml')
  const lines = [
    'to:',
    `  images: ${proxy.host}/mirror`,
    `  charts: ${charts ?? `oci://${proxy.host}/charts`}`,
    'charts:',
    `- { repo: "${repo ?? server.url}", name: web, versions: ${versions}, latest: ${latest} }`,
    `images: ${JSON.stringify([`${source.host}/tool:1`, ...images])}`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

/** A mirror of an Extension with sources, for versions of Kubernetes. */
async function writeExtensions(
  sources: readonly string[],
  kubernetes: string,
  charts = `"oci://${proxy.host}"`,
): Promise<string> {
  const spec = `spec: { sources: [${sources.join(', ')}] }`
  const head = 'apiVersion: outrigger.dev/v1alpha1\nkind: Extension\nmetadata: { name: web }'
  await writeFile(join(home.folder, 'extensions.yaml'), `${head}\n${spec}\n`)
  const file = join(home.folder, 'mirror.yaml')
  const to = `to: { images: ${proxy.host}, charts: ${charts} }`
  await writeFile(file, `${to}\nextensions: [extensions.yaml]\nkubernetes: ${kubernetes}\n`)
  return file
}

async function digestAt(url: string, tag: string): Promise<string | null> {
  const head = await openExchange(url, 'web').send('HEAD', `manifests/${tag}`)
  return head.headers.get('docker-content-digest')
}

function lockOf(file: string): string {
  return file.replace('.yaml', '.lock')
}

async function mirror(file: string, ...flags: readonly string[]) {
  const hosts = [source.host, destination.host, proxy.host].map((host) => `http://${host}`)
  const allowed = hosts.flatMap((host) => ['--allow-address', host])
  return await home.ours(['mirror', file, ...flags, ...allowed])
}

/** Versions of the chart in the repository, and their images at the source. */
async function offer(...versions: readonly string[]): Promise<void> {
  const served = join(home.folder, 'served')
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: c, image: "${source.host}/app:{{ .Chart.Version }}" }] }\n`
  for (const version of versions) {
    const files = [
      { name: 'Chart.yaml', data: Buffer.from(`apiVersion: v2\nname: web\nversion: ${version}\n`) },
      { name: 'templates/pod.yaml', data: Buffer.from(pod) },
    ]
    writePackage(packageChart(loadFiles(files, gunzip), {}), served)
    await pushImage('app', version, `layer of ${version}`)
  }
  await home.ours(['repo', 'index', served])
  await pushImage('tool', '1', 'a tool')
}

async function pushImage(repository: string, tag: string, layer: string): Promise<void> {
  const to = openExchange(source.url, repository)
  await to.putManifest(tag, (await to.image(layer)).text)
}

async function tagsAt(repository: string): Promise<readonly string[]> {
  const reply = await openExchange(destination.url, repository).send('GET', 'tags/list')
  return reply.status === 200 ? (JSON.parse(reply.text) as { tags: string[] }).tags : []
}
