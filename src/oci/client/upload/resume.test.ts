import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../../../../test/registry/faulty-proxy.ts'
import { startTemporaryRegistry } from '../../../../test/registry/temporary-registry.ts'
import { digestOf } from '../../digest.ts'
import { fileUploadJournal } from './file-upload-journal.ts'
import { blobSize } from '../transfer/pull-blob.ts'
import { pushBlob } from '../transfer/push-blob.ts'
import { connectRegistry } from '../registry.ts'
import { createTransport } from '../transport.ts'

const chunkBytes = 100_000
const bytes = Buffer.from(Array.from({ length: 350_000 }, (_, at) => (at * 7919) % 251))
const digest = digestOf(bytes)
let folder = ''
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>
let proxy: FaultyProxy
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-resume-'))
  running = await startTemporaryRegistry()
  proxy = await startFaultyProxy(running.url)
})
afterEach(async () => {
  await proxy.stop()
  await running.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  { name: 'in the first piece', at: 1 },
  { name: 'in the middle of a piece', at: 123_456 },
  { name: 'between two pieces', at: 200_000 },
  { name: 'in the last piece', at: 349_999 },
])('an upload that was ended $name is taken up by the next process', async ({ at }) => {
  const sentBefore = await pushUntil(at)
  expect(sentBefore).toBeLessThanOrEqual(at)
  expect(await readdir(join(folder, 'uploads'))).toHaveLength(1)
  proxy.seen.length = 0
  await push(new AbortController().signal)
  const sent = sentBefore + bytesSent()
  expect(sent).toBeGreaterThanOrEqual(bytes.length)
  expect(sent - bytes.length).toBeLessThanOrEqual(chunkBytes)
  expect(proxy.seen.filter(({ method }) => method === 'POST')).toEqual([])
  const registry = connectRegistry(running.host, { transport: createTransport() })
  const signal = new AbortController().signal
  expect(await blobSize(registry, 'app', digest, signal)).toBe(bytes.length)
  expect(await readdir(join(folder, 'uploads'))).toEqual([])
})

test('an upload that the registry has forgotten is begun anew', async () => {
  await pushUntil(150_000)
  await rm(join(running.store.root, 'repositories'), { recursive: true })
  proxy.seen.length = 0
  await push(new AbortController().signal)
  expect(bytesSent()).toBe(bytes.length)
})

/** Pushes until so many bytes have passed, then ends as a killed process does: without another word. */
async function pushUntil(at: number): Promise<number> {
  const ending = new AbortController()
  proxy.fault = ({ method }) => {
    if (method !== 'PATCH') return undefined
    const room = at - bytesSent()
    if (room > chunkBytes) return undefined
    setTimeout(() => ending.abort(new Error('killed')), 50)
    return { cutAfter: room }
  }
  await expect(push(ending.signal)).rejects.toThrow(/killed|aborted/)
  proxy.fault = () => undefined
  return bytesSent()
}

function bytesSent(): number {
  return proxy.seen.reduce((sum, one) => sum + (one.method === 'PATCH' ? one.bytes : 0), 0)
}

async function push(signal: AbortSignal): Promise<void> {
  const transport = createTransport()
  const registry = connectRegistry(proxy.host, { transport })
  const journal = fileUploadJournal(join(folder, 'uploads'))
  try {
    const content = { digest, size: bytes.length, open: openAt }
    await pushBlob(registry, 'app', { content, options: { chunkBytes, journal } }, signal)
  } finally {
    await transport.close()
  }
}

function openAt(start: number): AsyncIterable<Uint8Array> {
  return pieces(bytes.subarray(start))
}

async function* pieces(all: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.length; at += 16_384) {
    await new Promise((resolve) => setImmediate(resolve))
    yield all.subarray(at, at + 16_384)
  }
}
