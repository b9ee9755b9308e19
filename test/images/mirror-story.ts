import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { writeTar } from '../../src/formats/tar-write.ts'
import { type TarEntry, readTar } from '../../src/formats/tar.ts'
import { readImage } from '../../src/images/image-reference.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { type KindDefinition, resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import type { MirrorLock } from '../../src/mirror/file/lock-file.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, conditionOf, textAt } from '../../src/objects/kube-object.ts'
import { secrets } from '../../src/kube/objects/core-resources.ts'
import { runCli } from '../cli/run-cli.ts'
import { openTestPlatform } from '../platform/open-test-platform.ts'
import { openExchange } from '../registry/exchange.ts'
import { type FaultyProxy, startFaultyProxy } from '../registry/faulty-proxy.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { startControlPlane } from '../testbed/control-plane.ts'

// npm run story:mirror -- CHART.tgz
//
// kube-prometheus-stack, or another chart that takes global.imageRegistry, on a real control plane with two registries on
// loopback: stand-ins of its images are brought from one to the other, the chart is installed from there, localised and by
// digest, and upgraded to a version of which one image is new.
const [chartFile] = process.argv.slice(2)
if (chartFile === undefined) {
  console.error('usage: npm run story:mirror -- CHART.tgz')
  process.exit(2)
}
const namespace = 'outrigger-system'
const patience = 600_000
const { signal } = new AbortController()

interface Stage {
  readonly home: string
  readonly upstream: { readonly host: string; readonly url: string }
  /** The local registry, through a proxy that counts. */
  readonly local: FaultyProxy
  readonly client: KubeClient
  readonly run: (...words: readonly string[]) => Promise<string>
}

await play(chartFile)

async function play(file: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'outrigger-mirror-story-'))
  const plane = await startControlPlane({ folder: join(home, 'plane'), keeps: 'nothing' })
  const upstream = await startTemporaryRegistry()
  const behind = await startTemporaryRegistry()
  const local = await startFaultyProxy(behind.url)
  const { kubeconfig } = plane
  const platform = await openTestPlatform({ kubeconfig })
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const run = async (...words: readonly string[]) => {
    const environment = { KUBECONFIG: kubeconfig, HOME: home }
    const { exitCode, stdout, stderr } = await runCli(words, { environment })
    if (exitCode !== 0) throw new Error(`outrigger ${words.join(' ')}: ${stderr}${stdout}`)
    return stdout
  }
  try {
    const stage = { home, upstream, local, client, run }
    await nameCluster(await readFile(kubeconfig, 'utf8'), stage)
    await tell(await readFile(file), stage)
    console.log('ok')
  } finally {
    await close()
    await platform.close()
    await local.stop()
    await behind.stop()
    await upstream.stop()
    await plane.shutDown()
    await rm(home, { recursive: true, force: true })
  }
}

async function tell(archive: Buffer, stage: Stage): Promise<void> {
  const { home, upstream, local } = stage
  // The upstream of this story is a registry of this machine; names are otherwise as the chart has them.
  const global = { imageRegistry: upstream.host, security: { allowInsecureImages: true } }
  await writeFile(join(home, 'values.yaml'), JSON.stringify({ global }))
  const names = await bring(archive, stage)
  const lock = await mirror(stage)
  check(lock.images.length === names.length, `the lock has ${names.length} images`)
  console.log(`mirrored ${lock.images.length} images and ${lock.charts.length} chart`)

  const { name, version } = factsOf(archive)
  await want(name, version, stage)
  await untilVersion(version, stage)
  await checkImages(lock, stage)
  const values = await stage.run('get', 'values', 'monitoring', '-n', namespace)
  check(
    values.includes(`imageRegistry: ${local.host}/mirror`),
    'the chart was told of the registry',
  )

  const before = await generations(stage)
  const next = nextOf(archive, names)
  await bring(next.archive, stage)
  local.seen.length = 0
  const after = await mirror(stage)
  const isNew = after.images.filter(
    (one) => !lock.images.some(({ digest }) => digest === one.digest),
  )
  check(isNew.length === 1, `one image is new: ${isNew.map(({ image }) => image).join(', ')}`)
  const sent = local.seen.filter(({ method, path, bytes }) => {
    return method !== 'GET' && bytes > 0 && path.includes('/blobs/')
  })
  // A layer for the image; config and archive for the chart.
  check(sent.length === 3, `three blobs travelled: ${sent.length}`)
  await want(name, next.version, stage)
  await untilVersion(next.version, stage)
  await checkImages(after, stage)
  await checkDelta(before, stage)
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`wanted: ${what}`)
  console.log(`  ${what}`)
}

/** Offers a chart, and stand-ins for the images that it could run. */
async function bring(archive: Buffer, { home, upstream, run }: Stage): Promise<readonly string[]> {
  const file = join(home, `chart-${factsOf(archive).version}.tgz`)
  await writeFile(file, archive)
  const mirrorFile = {
    to: { images: `{local}/mirror`, charts: 'oci://{local}/charts' },
    charts: [{ repo: file, values: ['values.yaml'] }],
  }
  await writeFile(join(home, 'mirror.json'), JSON.stringify(mirrorFile))
  const text = await run('images', 'list', file, '-f', join(home, 'values.yaml'), '-o', 'json')
  const { images } = JSON.parse(text) as { images: { image: string; certainty: string }[] }
  const names = images.filter(({ certainty }) => certainty !== 'maybe').map(({ image }) => image)
  for (const image of names) {
    const reference = readImage(image)
    if (reference?.host !== upstream.host) throw new Error(`${image} is not from ${upstream.host}`)
    const to = openExchange(upstream.url, reference.repository)
    await to.putManifest(reference.tag ?? 'latest', (await to.image(`instead of ${image}`)).text)
  }
  return names
}

async function mirror({ home, upstream, local, run }: Stage): Promise<MirrorLock> {
  const text = await readFile(join(home, 'mirror.json'), 'utf8')
  await writeFile(join(home, 'mirror.yaml'), text.replaceAll('{local}', local.host))
  await run('mirror', join(home, 'mirror.yaml'), '--allow-address', `http://${upstream.host}`)
  return JSON.parse(await readFile(join(home, 'mirror.lock'), 'utf8')) as MirrorLock
}

async function want(name: string, version: string, { client, local }: Stage): Promise<void> {
  const images = { registry: `${local.host}/mirror`, foreign: 'refuse', digests: 'lookup' }
  const spec = { repo: `oci://${local.host}/charts`, name, version, images, timeout: '10m' }
  await apply(client, pluginKind, { name: 'monitoring', namespace }, spec)
}

/** The same cluster under a name, as the platform knows others. */
async function nameCluster(kubeconfig: string, { client }: Stage): Promise<void> {
  const stringData = { kubeconfig }
  const metadata = { name: 'own', namespace }
  await applyObject(
    client,
    secrets,
    { apiVersion: 'v1', kind: 'Secret', metadata, stringData },
    {},
    signal,
  )
  const spec = { kubeconfig: { secretName: 'own' } }
  await apply(client, clusterKind, { name: 'own' }, spec)
}

async function apply(
  client: KubeClient,
  definition: KindDefinition,
  metadata: JsonObject,
  spec: JsonObject,
): Promise<void> {
  const object = { apiVersion, kind: definition.kind, metadata, spec } as KubeObject
  await applyObject(
    client,
    resourceOf(definition),
    object,
    { fieldManager: 'story', force: true },
    signal,
  )
}

async function pluginNow({ client }: Stage): Promise<KubeObject | undefined> {
  const place = { resource: resourceOf(pluginKind), namespace, name: 'monitoring' }
  return await getObject(client, place, {}, signal)
}

async function untilVersion(version: string, stage: Stage): Promise<void> {
  const late = performance.now() + patience
  for (;;) {
    const plugin = (await pluginNow(stage)) ?? { apiVersion, kind: 'Plugin', metadata: {} }
    const isThere = textAt(plugin, ['status', 'version']) === version
    if (isThere && conditionOf(plugin, 'Installed')?.status === 'True') break
    const ready = conditionOf(plugin, 'Ready')
    if (performance.now() > late) throw new Error(`${version} is not there: ${ready?.message}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  console.log(`installed ${version}`)
}

/** Everything that the release names comes from the local registry, by the digest of the lock. */
async function checkImages(lock: MirrorLock, { run, local }: Stage): Promise<void> {
  const digests = new Map(lock.images.map(({ target, digest }) => [target, digest]))
  const list = async (subject: string) => {
    const text = await run('images', 'list', subject, '-n', namespace, '-o', 'json')
    return (JSON.parse(text) as { images: { image: string }[] }).images.map(({ image }) => image)
  }
  const images = await list('release/monitoring')
  const wrong = images.filter((image) => {
    const [name = '', digest = ''] = image.split('@')
    return !name.startsWith(`${local.host}/mirror/`) || digests.get(name) !== digest
  })
  check(wrong.length === 0, `all ${images.length} images are local and by digest ${wrong.join()}`)
  const everywhere = new Set(await list('cluster/own'))
  check(
    images.every((image) => everywhere.has(image)),
    'images list cluster/own has all of them',
  )
}

async function generations({ run }: Stage): Promise<ReadonlyMap<string, string>> {
  const text = await run('get', 'manifest', 'monitoring', '-n', namespace)
  const documents = text.split(/^---\n/m)
  return new Map(
    documents.map((document) => [document.split('\n').slice(0, 8).join('\n'), document]),
  )
}

/** An upgrade to a version with one other image changes the objects that name it, and labels of the chart. */
async function checkDelta(before: ReadonlyMap<string, string>, stage: Stage): Promise<void> {
  const after = await generations(stage)
  const same = [...after].filter(([key, document]) => before.get(key) === document)
  console.log(`  ${after.size - same.length} of ${after.size} documents are others`)
}

interface ChartFacts {
  readonly name: string
  readonly version: string
}

function entriesOf(archive: Buffer): readonly TarEntry[] {
  return [...readTar(gunzipSync(archive))].filter(({ kind }) => kind === 'file')
}

function factsOf(archive: Buffer): ChartFacts {
  const file = entriesOf(archive).find(({ name }) => /^[^/]+\/Chart\.yaml$/.test(name))
  const text = Buffer.from(file?.data ?? []).toString('utf8')
  const field = (key: string) => new RegExp(`^${key}: *(\\S+)`, 'm').exec(text)?.[1] ?? ''
  return { name: field('name'), version: field('version') }
}

/** The chart in its next version, with another tag for one of its images. */
function nextOf(archive: Buffer, names: readonly string[]): ChartFacts & { archive: Buffer } {
  const entries = entriesOf(archive)
  const { name, version } = factsOf(archive)
  const next = version.replace(/\d+$/, (last) => String(Number(last) + 1))
  const values = entries.find((one) => one.name === `${name}/values.yaml`)
  const text = Buffer.from(values?.data ?? []).toString('utf8')
  const tags = names.map((image) => readImage(image)?.tag ?? '')
  const tag = tags.find((one) => one !== '' && text.split(one).length === 2)
  if (tag === undefined)
    throw new Error('no image of the chart has a tag of its own in values.yaml')
  const files = entries.map((one) => {
    const old = Buffer.from(one.data).toString('utf8')
    if (one === values)
      return { name: one.name, data: Buffer.from(old.replace(tag, `${tag}-next`)) }
    if (one.name !== `${name}/Chart.yaml`) return { name: one.name, data: one.data }
    const bumped = old.replace(/^version: .*/m, `version: ${next}`)
    return { name: one.name, data: Buffer.from(bumped) }
  })
  return { name, version: next, archive: gzipSync(writeTar(files, 0)) }
}
