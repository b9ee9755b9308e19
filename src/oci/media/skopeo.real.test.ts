import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyImage } from '../../../test/registry/copy-image.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { temporaryFolder, writeRealImage } from '../../../test/registry/real-image.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { type Registry, connectRegistry } from '../client/registry.ts'
import { resolveReference } from '../client/resolve.ts'
import { createTransport } from '../client/transport.ts'
import { dockerArchiveSource } from './docker-archive.ts'
import { layoutSink } from './layout-sink.ts'
import { layoutSource } from './layout.ts'
import { remoteSink, remoteSource } from './remote.ts'

const signal = new AbortController().signal
const transport = createTransport()
const run = promisify(execFile)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>
let registry: Registry
let layout = ''
let digest = ''
beforeAll(async () => {
  folder = await temporaryFolder()
  running = await startTemporaryRegistry()
  registry = connectRegistry(running.host, { transport })
  layout = join(folder.path, 'layout')
  digest = await writeRealImage(layout, 'v1', 'hello from a layout')
  const to = remoteSink(registry, 'ours')
  await copyImage({ from: layoutSource(layout), to, reference: 'v1', tag: 'v1' }, signal)
})
afterAll(async () => {
  await transport.close()
  await running.stop()
  await folder.stop()
})

test('skopeo reads our layout and finds the digest that we computed', async () => {
  expect(await inspect(`oci:${layout}:v1`)).toMatchObject({ Digest: digest, Os: 'linux' })
})

test('skopeo reads our registry: the image, its raw manifest and its tags', async () => {
  const image = `docker://${running.host}/ours:v1`
  expect(await inspect(image, ...insecure)).toMatchObject({ Digest: digest, RepoTags: ['v1'] })
  const raw = await skopeo('inspect', '--raw', ...insecure, image)
  expect(JSON.parse(raw)).toMatchObject({ schemaVersion: 2 })
  const tags = await skopeo('list-tags', ...insecure, `docker://${running.host}/ours`)
  expect(JSON.parse(tags)).toMatchObject({ Tags: ['v1'] })
})

test('skopeo copies from our registry to a layout that we read', async () => {
  const copied = join(folder.path, 'by-skopeo')
  await skopeoCopy(`docker://${running.host}/ours:v1`, `oci:${copied}:v1`)
  expect((await layoutSource(copied).resolve('v1', signal))?.digest).toBe(digest)
  const to = remoteSink(registry, 'from-skopeo')
  const result = await copyImage(
    { from: layoutSource(copied), to, reference: 'v1', tag: 'v1' },
    signal,
  )
  expect(result.digest).toBe(digest)
})

test('skopeo pushes with the token of our registry, and not without; it reads either way', async () => {
  const writeToken = 'the-token-of-this-registry'
  const kept = await startTemporaryRegistry({ writeToken })
  try {
    const target = `docker://${kept.host}/kept:v1`
    const push = (...more: readonly string[]) =>
      skopeo('copy', '--dest-tls-verify=false', ...more, `oci:${layout}:v1`, target)
    await expect(push()).rejects.toThrow(/unauthorized|authentication required|needs its token/)
    await expect(push('--dest-creds', 'outrigger:guess')).rejects.toThrow(/unauthorized|token/)
    await push('--dest-creds', `outrigger:${writeToken}`)
    expect(await inspect(target, ...insecure)).toMatchObject({ Digest: digest })
  } finally {
    await kept.stop()
  }
})

test('skopeo pushes to our registry, mounts inside it and deletes there', async () => {
  await skopeoCopy(`oci:${layout}:v1`, `docker://${running.host}/pushed:v1`)
  const source = remoteSource(registry, 'pushed')
  expect((await source.resolve('v1', signal))?.digest).toBe(digest)
  await skopeoCopy(`docker://${running.host}/pushed:v1`, `docker://${running.host}/again/here:v1`)
  expect((await resolveReference(registry, 'again/here', 'v1', signal))?.digest).toBe(digest)
  await skopeo('delete', ...insecure, `docker://${running.host}/again/here:v1`)
  expect(await resolveReference(registry, 'again/here', 'v1', signal)).toBeUndefined()
})

test('we read the docker archive that skopeo writes, and skopeo reads what we make of it', async () => {
  const archive = join(folder.path, 'image.tar')
  await skopeoCopy(`docker://${running.host}/ours:v1`, `docker-archive:${archive}:app:v1`)
  const from = await dockerArchiveSource(archive, signal)
  const copied = join(folder.path, 'from-archive')
  const to = await layoutSink(copied, signal)
  const result = await copyImage({ from, to, reference: 'app:v1', tag: 'v1' }, signal)
  expect(await inspect(`oci:${copied}:v1`)).toMatchObject({ Digest: result.digest })
  // Reading every layer is what shows that config and layers belong together.
  await skopeoCopy(`oci:${copied}:v1`, `docker://${running.host}/from-archive:v1`)
})

const insecure = ['--tls-verify=false']

async function inspect(image: string, ...flags: readonly string[]): Promise<unknown> {
  return JSON.parse(await skopeo('inspect', ...flags, image))
}

async function skopeoCopy(from: string, to: string): Promise<void> {
  await skopeo('copy', '--src-tls-verify=false', '--dest-tls-verify=false', from, to)
}

async function skopeo(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(findOracle('skopeo'), ['--insecure-policy', ...words])
  return stdout
}
