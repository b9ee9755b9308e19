// npm run crash:copy [-- --kills 50 --to embedded|docker-registry|distribution|crane --layer-bytes 50000000]
// Kills `images copy` at random bytes and starts it again, until it was killed so often; then nothing may be
// corrupt, and no byte may have been sent twice but those of requests that were open at a kill; at registries that
// give up an upload, those of the uploads that were.
import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generateLayers } from '../../bench/copy-images.ts'
import {
  type DockerRegistry,
  startCraneRegistry,
  startDistribution,
  startDockerRegistry,
} from './docker-registry.ts'
import { type FaultyProxy, type Passed, startFaultyProxy } from './faulty-proxy.ts'
import { temporaryFolder } from './real-image.ts'
import { startTemporaryRegistry } from './temporary-registry.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    to: { type: 'string', default: 'embedded' },
    'layer-bytes': { type: 'string', default: '50000000' },
  },
})
interface Destination {
  readonly start: () => Promise<DockerRegistry>
  /** How much of an upload a kill may cost. */
  readonly mayLose: 'its open request' | 'all of it'
  /** Whether it gives locations by the name that it was called by. */
  readonly calledBy: 'its own name' | "the proxy's name"
}

const layerBytes = Number(values['layer-bytes'])
/**
 * docker-registry 2.8 deletes an upload of which it has more bytes than the state in its location says, which is so after
 * every request that broke off; crane's registry answers no question about uploads. Neither can be gone on with.
 */
const destinations: Readonly<Record<string, Destination>> = {
  embedded: {
    start: startTemporaryRegistry,
    mayLose: 'its open request',
    calledBy: 'its own name',
  },
  distribution: {
    start: startDistribution,
    mayLose: 'its open request',
    calledBy: "the proxy's name",
  },
  'docker-registry': {
    start: () => startDockerRegistry(),
    mayLose: 'all of it',
    calledBy: "the proxy's name",
  },
  crane: { start: startCraneRegistry, mayLose: 'all of it', calledBy: "the proxy's name" },
}

const to = destinations[values.to]
if (to === undefined) {
  throw new Error(`--to: wanted ${Object.keys(destinations).join(', ')}, found ${values.to}`)
}
const { start, mayLose, calledBy } = to

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')
const layers = 8
// Bytes that a process had written may still be on its way through the proxy when it is gone.
const settlingMilliseconds = 200
/** Requests whose bytes a kill may have cost; more of them may still pass after it, so they are summed at the end. */
const lost = new Set<Passed>()

const wanted = Number(values.kills)
let kills = 0
let images = 0
let sent = 0
let size = 0
while (kills < wanted) await copyOne()
const over = sent - size
const allowed = [...lost].reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`${kills} kills, ${images} images of ${layers} × ${layerBytes} bytes, all whole`)
console.log(`${size} bytes to send, ${sent} sent: ${over} twice, at most ${allowed} may be`)
if (over > allowed) process.exitCode = 1

async function copyOne(): Promise<void> {
  const folder = await temporaryFolder()
  const source = await startTemporaryRegistry()
  const destination = await start()
  const proxy = await startFaultyProxy(destination.url, calledBy)
  try {
    await generateLayers(source.host, layers, layerBytes)
    const blobs = await blobsAt(source.url)
    const total = blobs.reduce((sum, blob) => sum + blob.size, 0)
    for (let isDone = false; !isDone;) {
      const mayDie = kills < wanted
      const at = bytesThrough(proxy) + Math.floor(Math.random() * (total / 12))
      const end = await runUntil(proxy, mayDie ? at : Number.POSITIVE_INFINITY, {
        words: [
          'images',
          'copy',
          `docker://${source.host}/large/app:v1`,
          proxy.host,
          '--check=blobs',
        ],
        home: folder.path,
      })
      if (end === 'killed') {
        kills++
        await noteLost(proxy)
      } else isDone = true
    }
    await checkBlobs(destination.url, blobs)
    images++
    sent += bytesThrough(proxy)
    size += total
  } finally {
    await proxy.stop()
    await destination.stop()
    await source.stop()
    await rm(join(folder.path, '.cache'), { recursive: true, force: true })
    await folder.stop()
  }
}

function bytesThrough({ seen }: FaultyProxy): number {
  return seen.reduce((sum, one) => sum + (one.path.includes('/blobs/') ? one.bytes : 0), 0)
}

/** Notes the requests of a process that was just killed whose bytes the registry has not confirmed. */
async function noteLost({ seen }: FaultyProxy): Promise<void> {
  await sleep(settlingMilliseconds)
  const uploads = seen.filter(({ path }) => path.includes('/blobs/uploads/'))
  const finished = new Set(
    uploads.filter((one) => one.method === 'PUT' && one.isAnswered).map(uploadOf),
  )
  const isLost = (one: Passed) =>
    mayLose === 'its open request' ? !one.isAnswered : !finished.has(uploadOf(one))
  for (const one of uploads.filter(isLost)) lost.add(one)
}

function uploadOf({ path }: Passed): string {
  return path.replace(/\?.*$/, '')
}

interface Started {
  readonly words: readonly string[]
  readonly home: string
}

async function runUntil(proxy: FaultyProxy, at: number, { words, home }: Started) {
  const env = { PATH: process.env.PATH, HOME: home }
  const child = spawn(process.execPath, [main, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const watch = setInterval(() => {
    if (bytesThrough(proxy) >= at) child.kill('SIGKILL')
  }, 5)
  const { code, signal } = await ended(child)
  clearInterval(watch)
  if (signal === 'SIGKILL') return 'killed'
  if (code === 0) return 'done'
  throw new Error(`images copy failed: ${errors}`)
}

function ended(child: ChildProcess) {
  return new Promise<{ readonly code: number | null; readonly signal: string | null }>((done) => {
    child.once('close', (code, signal) => done({ code, signal }))
  })
}

interface Blob {
  readonly digest: string
  readonly size: number
}

/** The blobs of the image: layers and config. */
async function blobsAt(url: string): Promise<readonly Blob[]> {
  const accept = { accept: 'application/vnd.oci.image.manifest.v1+json' }
  const answer = await fetch(`${url}/v2/large/app/manifests/v1`, { headers: accept })
  const manifest = (await answer.json()) as {
    readonly config: Blob
    readonly layers: readonly Blob[]
  }
  return [...manifest.layers, manifest.config]
}

/** Reads every blob of the destination and compares its digest. */
async function checkBlobs(url: string, blobs: readonly Blob[]): Promise<void> {
  const { createHash } = process.getBuiltinModule('node:crypto')
  for (const { digest } of blobs) {
    const blob = await fetch(`${url}/v2/large/app/blobs/${digest}`)
    const hash = createHash('sha256')
    for await (const chunk of blob.body ?? []) hash.update(chunk)
    const found = `sha256:${hash.digest('hex')}`
    if (found !== digest) throw new Error(`blob ${digest} is ${found} at the destination`)
  }
}
