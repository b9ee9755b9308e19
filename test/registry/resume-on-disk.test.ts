import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { generateLayers } from '../../bench/copy-images.ts'
import { digestOf } from '../../src/oci/digest.ts'
import { dockerArchiveSource } from '../../src/oci/media/docker-archive.ts'
import { layoutSource } from '../../src/oci/media/layout.ts'
import type { ImageSource } from '../../src/oci/media/medium.ts'
import { parseManifest } from '../../src/oci/manifest.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { temporaryFolder } from './real-image.ts'
import { startTemporaryRegistry } from './temporary-registry.ts'

vi.setConfig({ testTimeout: 60_000 })

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')
const patienceMilliseconds = 30_000
const layerBytes = 3_000_000
const { signal } = new AbortController()

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let source: Awaited<ReturnType<typeof startTemporaryRegistry>>
let proxy: FaultyProxy
let layers: readonly { readonly digest: string; readonly size: number }[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  source = await startTemporaryRegistry()
  proxy = await startFaultyProxy(source.url)
  await generateLayers(source.host, 2, layerBytes)
  const accept = { accept: 'application/vnd.oci.image.manifest.v1+json' }
  const answer = await fetch(`${source.url}/v2/large/app/manifests/v1`, { headers: accept })
  layers = ((await answer.json()) as { readonly layers: typeof layers }).layers
})
afterEach(async () => {
  await proxy.stop()
  await source.stop()
  await rm(folder.path, { recursive: true, force: true })
})

interface KilledCopyPlace {
  readonly named: string
  readonly to: (path: string) => string
  /** The file that grows while a layer arrives, and how many bytes of the layer are in it. */
  readonly arrived: (path: string, layer: string) => Promise<number>
  readonly open: (path: string) => Promise<ImageSource>
}

const header = 512
const places: Readonly<Record<string, KilledCopyPlace>> = {
  'a layout': {
    named: 'layout',
    to: (path) => `oci:${path}:app`,
    arrived: async (path, layer) =>
      (await stat(join(path, 'blobs', `${layer.replace(':', '/')}.partial`))).size,
    open: async (path) => layoutSource(path),
  },
  'a docker archive': {
    named: 'archive',
    to: (path) => `docker-archive:${path}:app`,
    arrived: async (path, layer) => {
      const bytes = await readFile(`${path}.partial`)
      return bytes.length - bytes.indexOf(layer.replace(':', '/').slice(0, 60)) - header + 6
    },
    open: (path) => dockerArchiveSource(path, signal),
  },
}

// The second layer is asked for last, so that nothing else is under way in an archive.
test.each(
  Object.keys(places).flatMap((name) =>
    [1, 511, 512, 100_003, 2_999_999].map((at) => [name, at] as const),
  ),
)(
  'a copy to %s that was killed at byte %i of a layer asks for the rest alone',
  async (name, at) => {
    const place = places[name]
    if (place === undefined) throw new Error(`there is no place ${name}`)
    const path = join(folder.path, 'there')
    const { digest: layer = '', size = 0 } = layers[1] ?? {}
    proxy.fault = ({ path }) => (path.endsWith(layer) ? { stallAfter: at } : undefined)
    const child = startCopy(place.to(path))
    await until(async () => (await place.arrived(path, layer)) === at)
    child.kill('SIGKILL')
    await ended(child)
    proxy.fault = () => undefined
    proxy.seen.length = 0
    expect(await ended(startCopy(place.to(path)))).toMatchObject({ code: 0 })
    const asked = proxy.seen.filter(({ path, method }) => method === 'GET' && path.endsWith(layer))
    expect(asked.map(({ range, answered }) => [range, answered])).toEqual([
      [`bytes=${at}-`, size - at],
    ])
    expect(await digestsIn(await place.open(path))).toEqual(layers.map(({ digest }) => digest))
  },
)

// A limit on the size of files stands for a full disk: the write fails in the middle of a layer.
const mostBlocks = 2000

test.each(Object.keys(places))(
  'a full disk below %s is named, nothing is tagged, and with room the copy goes on',
  async (name) => {
    const place = places[name]
    if (place === undefined) throw new Error(`there is no place ${name}`)
    const path = join(folder.path, 'there')
    const failed = await ended(startCopy(place.to(path), `ulimit -f ${mostBlocks}`))
    expect(failed.code).toBe(1)
    expect(failed.errors).toContain(`${place.named} ${path} is full: EFBIG`)
    const tagged = await place
      .open(path)
      .then((from) => from.resolve('app', signal))
      .catch(() => undefined)
    expect(tagged).toBeUndefined()
    proxy.seen.length = 0
    expect(await ended(startCopy(place.to(path)))).toMatchObject({ code: 0 })
    const asked = proxy.seen.filter(({ path }) => path.includes('/blobs/'))
    expect(asked.some(({ range }) => range !== undefined && range !== 'bytes=0-')).toBe(true)
    expect(await digestsIn(await place.open(path))).toEqual(layers.map(({ digest }) => digest))
  },
)

test('a layout on a disk without any room is named', async () => {
  const path = join(folder.path, 'there')
  const { digest = '' } = layers[0] ?? {}
  const partial = join(path, 'blobs', `${digest.replace(':', '/')}.partial`)
  await mkdir(dirname(partial), { recursive: true })
  await symlink('/dev/full', partial)
  const { code, errors } = await ended(startCopy(`oci:${path}:app`))
  expect(code).toBe(1)
  expect(errors).toContain(`layout ${path} is full: write: no space left on device`)
})

/** A copy in a process of its own, in a shell that was told something before. */
function startCopy(to: string, before = ':') {
  const from = `docker://${proxy.host}/large/app:v1`
  const env = { PATH: process.env['PATH'], HOME: folder.path }
  const words = [process.execPath, main, 'images', 'copy', from, to]
  return spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function ended(child: ChildProcess) {
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise((done) => child.once('close', done))
  return { code, errors }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patienceMilliseconds; ; await sleep(20)) {
    if (await isTrue().catch(() => false)) return
    if (Date.now() > deadline) throw new Error('waited in vain')
  }
}

/** The digests of the layers as they can be read there. */
async function digestsIn(from: ImageSource): Promise<readonly string[]> {
  const found = await from.resolve('app', signal)
  const raw = found && (await from.manifest(found, signal))
  const manifest = raw && parseManifest(raw, 'it')
  if (manifest?.kind !== 'image') throw new Error('there is no image')
  const digests: string[] = []
  for (const layer of manifest.layers) {
    const bytes = await Array.fromAsync(from.blob(layer).open(0, signal))
    digests.push(digestOf(Buffer.concat(bytes)))
  }
  return digests
}
