import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type DockerRegistry,
  startCraneRegistry,
  startDockerRegistry,
} from '../../../../test/registry/docker-registry.ts'
import { type FaultyProxy, startFaultyProxy } from '../../../../test/registry/faulty-proxy.ts'
import { digestOf } from '../../digest.ts'
import { connectRegistry } from '../registry.ts'
import { blobSize } from '../transfer/pull-blob.ts'
import { pushBlob } from '../transfer/push-blob.ts'
import { createTransport } from '../transport.ts'
import { fileUploadJournal } from './file-upload-journal.ts'

// docker-registry 2.8 keeps the offset of an upload in the location that it answers with. A request that breaks off
// leaves more bytes than the last location says, and whoever asks with that location ends the upload: nothing of
// the blob can be saved then. Between two requests it can be gone on with.
const chunkBytes = 100_000
const bytes = Buffer.from(Array.from({ length: 350_000 }, (_, at) => (at * 7919) % 251))
const digest = digestOf(bytes)
let folder = ''
let running: DockerRegistry
let proxy: FaultyProxy
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-resume-'))
  running = await startDockerRegistry()
  proxy = await startFaultyProxy(running.url, "the proxy's name")
})
afterEach(async () => {
  await proxy.stop()
  await running.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  { name: 'between two requests is taken up', breaks: 'before the third', sent: 150_000 },
  { name: 'within a request is begun anew', breaks: 'within the third', sent: 350_000 },
] as const)('at docker-registry an upload that ended $name', async ({ breaks, sent }) => {
  await pushUntil(breaks)
  proxy.seen.length = 0
  proxy.fault = () => undefined
  await push(new AbortController().signal)
  const patched = proxy.seen.filter(({ method }) => method === 'PATCH')
  expect(patched.reduce((sum, one) => sum + one.bytes, 0)).toBe(sent)
  const registry = connectRegistry(running.host, { transport: createTransport() })
  expect(await blobSize(registry, 'app', digest, new AbortController().signal)).toBe(bytes.length)
})

test('the registry of crane, which answers a chunk with 204, gets a blob in chunks', async () => {
  const crane = await startCraneRegistry()
  const transport = createTransport()
  const { signal } = new AbortController()
  try {
    const registry = connectRegistry(crane.host, { transport })
    const content = { digest, size: bytes.length, open: openAt }
    await pushBlob(registry, 'app', { content, options: { chunkBytes } }, signal)
    expect(await blobSize(registry, 'app', digest, signal)).toBe(bytes.length)
  } finally {
    await transport.close()
    await crane.stop()
  }
})

/** Ends as a killed process does: without another word. */
async function pushUntil(breaks: 'before the third' | 'within the third'): Promise<void> {
  const ending = new AbortController()
  let patches = 0
  proxy.fault = ({ method }) => {
    if (method !== 'PATCH' || ++patches < 3) return undefined
    setTimeout(() => ending.abort(new Error('killed')), 50)
    return breaks === 'within the third' ? { cutAfter: 40_000 } : { status: 503 }
  }
  await expect(push(ending.signal)).rejects.toThrow(/killed|aborted|503/)
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

async function* openAt(start: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
}
