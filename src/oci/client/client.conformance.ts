import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBounded } from '../bytes.ts'
import { digestOf } from '../digest.ts'
import type { Annotations, RawManifest } from '../manifest.ts'
import { ociManifestType } from '../media-types.ts'
import { deleteBlob, deleteManifest } from './delete.ts'
import { listRepositories, listTags } from './lists.ts'
import { blobSize, pullBlob } from './transfer/pull-blob.ts'
import { type BlobContent, pushBlob } from './transfer/push-blob.ts'
import { pushManifest } from './transfer/push-manifest.ts'
import { listReferrers, pushReferrer } from './referrers.ts'
import { type Registry, connectRegistry } from './registry.ts'
import { pingRegistry, pullManifest, requireManifest, resolveReference } from './resolve.ts'
import { createTransport } from './transport.ts'

const signal = new AbortController().signal

interface Running {
  readonly host: string
  readonly stop: () => Promise<void>
}

/** Tests our client against any registry that keeps the specification. */
export function testClient(server: string, start: () => Promise<Running>): void {
  describe(`the client and ${server}`, () => {
    const transport = createTransport()
    let running: Running | undefined
    let registry: Registry
    beforeAll(async () => {
      running = await start()
      registry = connectRegistry(running.host, { transport })
    })
    afterAll(async () => {
      await transport.close()
      await running?.stop()
    })

    test('finds a registry', async () => {
      await expect(pingRegistry(registry, signal)).resolves.toBeUndefined()
    })

    test.each([
      { name: 'at once', text: 'monolithic', options: {} },
      { name: 'empty', text: '', options: {} },
      { name: 'in pieces', text: 'abcdefghij'.repeat(10), options: { chunkBytes: 7 } },
      { name: 'in pieces that come out even', text: 'abcdefgh', options: { chunkBytes: 4 } },
    ])('a blob that goes up $name comes down', async ({ text, options }) => {
      const content = contentOf(text)
      expect(await blobSize(registry, 'blobs', content.digest, signal)).toBeUndefined()
      expect(await pushBlob(registry, 'blobs', { content, options }, signal)).toBe('uploaded')
      expect(await blobSize(registry, 'blobs', content.digest, signal)).toBe(text.length)
      const stream = pullBlob(registry, 'blobs', content, signal)
      expect(Buffer.from(await readBounded(stream, 1000, 'blob')).toString()).toBe(text)
    })

    test('a blob of another repository is mounted, else it goes up', async () => {
      const content = contentOf('mountable')
      await pushBlob(registry, 'mount/from', { content, options: {} }, signal)
      const near = { mountFrom: 'mount/from' }
      expect(await pushBlob(registry, 'mount/to', { content, options: near }, signal)).toBe(
        'mounted',
      )
      const far = { mountFrom: 'mount/nobody' }
      expect(
        await pushBlob(registry, 'mount/else', { content: contentOf('x'), options: far }, signal),
      ).toBe('uploaded')
    })

    test('a manifest is found by tag and by digest', async () => {
      const raw = await pushImage(registry, 'found', 'v1')
      const descriptor = { mediaType: raw.mediaType, digest: raw.digest, size: raw.bytes.length }
      for (const reference of ['v1', raw.digest]) {
        expect(await resolveReference(registry, 'found', reference, signal)).toEqual(descriptor)
        const pulled = await requireManifest(registry, 'found', reference, signal)
        expect({ ...pulled, bytes: Buffer.from(pulled.bytes) }).toEqual(raw)
      }
    })

    test('what is not there is undefined, or an error for who needs it', async () => {
      expect(await resolveReference(registry, 'absent', 'v1', signal)).toBeUndefined()
      expect(await pullManifest(registry, 'absent', 'v1', signal)).toBeUndefined()
      expect(await listTags(registry, 'absent', {}, signal)).toBeUndefined()
      await expect(requireManifest(registry, 'absent', 'v1', signal)).rejects.toMatchObject({
        code: 'not-found',
        message: `manifest v1 is not in ${registry.host}/absent`,
      })
      const blob = pullBlob(registry, 'absent', contentOf('nothing'), signal)
      await expect(readBounded(blob, 10, 'blob')).rejects.toMatchObject({ code: 'not-found' })
    })

    test('lists all tags and repositories, however they are paged', async () => {
      const tags = ['a', 'b', 'c', 'd', 'e']
      for (const tag of tags) await pushImage(registry, 'listed', tag)
      const found = await listTags(registry, 'listed', { pageSize: 2 }, signal)
      expect(found?.toSorted()).toEqual(tags)
      await pushImage(registry, 'listed/too', 'a')
      const repositories = await listRepositories(registry, { pageSize: 1 }, signal)
      expect(repositories).toEqual(expect.arrayContaining(['listed', 'listed/too']))
    })

    test('deletes manifests and blobs', async () => {
      const raw = await pushImage(registry, 'deleted', 'v1')
      expect(await deleteManifest(registry, 'deleted', raw.digest, signal)).toBe(true)
      expect(await deleteManifest(registry, 'deleted', raw.digest, signal)).toBe(false)
      expect(await resolveReference(registry, 'deleted', 'v1', signal)).toBeUndefined()
      const { digest } = contentOf('a layer')
      expect(await deleteBlob(registry, 'deleted', digest, signal)).toBe(true)
      expect(await deleteBlob(registry, 'deleted', digest, signal)).toBe(false)
    })

    test('referrers are found, whether the registry or a tag keeps them', async () => {
      const subject = await pushImage(registry, 'referred', 'v1')
      expect(
        await listReferrers(registry, 'referred', { subject: subject.digest }, signal),
      ).toEqual([])
      const one = manifestOf({ subject, annotations: { n: '1' }, artifactType: 'example/one' })
      const two = manifestOf({ subject, annotations: { n: '2' }, artifactType: 'example/two' })
      // The second time nothing may be doubled.
      for (const raw of [one, two, one]) await pushReferrer(registry, 'referred', raw, signal)
      const found = await listReferrers(registry, 'referred', { subject: subject.digest }, signal)
      const seen = found.map(({ digest, artifactType, annotations, size }) => ({
        digest,
        artifactType,
        annotations,
        size,
      }))
      const wanted = [one, two].map(({ digest, bytes }, index) => ({
        digest,
        artifactType: index === 0 ? 'example/one' : 'example/two',
        annotations: { n: String(index + 1) },
        size: bytes.length,
      }))
      expect(new Set(seen)).toEqual(new Set(wanted))
    })

    test('a refusal says what was wanted and what the registry said', async () => {
      const raw = manifestOf({ artifactType: 'x/y' })
      await expect(
        pushManifest(registry, 'refused', { manifest: raw, tag: 'v1' }, signal),
      ).rejects.toThrow(
        /^pushing manifest v1 to refused at 127\.0\.0\.1:\d+: http:\/\/127\.0\.0\.1:\d+\/v2\/refused\/manifests\/v1 answered 400: MANIFEST_BLOB_UNKNOWN: /,
      )
    })
  })
}

function contentOf(text: string): BlobContent {
  const bytes = Buffer.from(text)
  const open = async function* (start: number) {
    // Many small pieces, so that none fits where it has to.
    for (let at = start; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3)
  }
  return { digest: digestOf(bytes), size: bytes.length, open }
}

async function pushImage(registry: Registry, repository: string, tag: string) {
  for (const text of ['{}', 'a layer']) {
    await pushBlob(registry, repository, { content: contentOf(text), options: {} }, signal)
  }
  const raw = manifestOf({})
  await pushManifest(registry, repository, { manifest: raw, tag }, signal)
  return raw
}

interface Parts {
  readonly subject?: RawManifest
  readonly artifactType?: string
  readonly annotations?: Annotations
}

function manifestOf({ subject, ...more }: Parts): RawManifest {
  const about = subject && { digest: subject.digest, size: subject.bytes.length }
  const manifest = {
    schemaVersion: 2,
    mediaType: ociManifestType,
    config: describeText('application/vnd.oci.image.config.v1+json', '{}'),
    layers: [describeText('text/plain', 'a layer')],
    ...(about === undefined ? {} : { subject: { mediaType: ociManifestType, ...about } }),
    ...more,
  }
  const bytes = Buffer.from(JSON.stringify(manifest))
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

function describeText(mediaType: string, text: string) {
  return { mediaType, digest: digestOf(Buffer.from(text)), size: text.length }
}
