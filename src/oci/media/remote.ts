import { listFewTags } from '../client/lists.ts'
import { blobSize, pullBlob, readBlobFrom } from '../client/transfer/pull-blob.ts'
import { type PushOptions, pushBlob } from '../client/transfer/push-blob.ts'
import { pushManifest } from '../client/transfer/push-manifest.ts'
import { listReferrers, pushReferrer } from '../client/referrers.ts'
import type { Registry } from '../client/registry.ts'
import { requireManifest, resolveReference } from '../client/resolve.ts'
import { type Descriptor, parseManifest } from '../manifest.ts'
import type { ImageSink, ImageSource } from './medium.ts'

/** A repository of a registry to copy from. */
export function remoteSource(registry: Registry, repository: string): ImageSource {
  // Most repositories have few tags: one question then answers which signatures there are.
  let few: Promise<readonly string[] | undefined> | undefined
  const knownTags = (signal: AbortSignal) =>
    (few ??= listFewTags(registry, repository, signal).catch((error: unknown) => {
      few = undefined
      throw error
    }))
  const resolve = (reference: string, signal: AbortSignal) =>
    resolveReference(registry, repository, reference, signal)
  return {
    name: `${registry.host}/${repository}`,
    origin: { host: registry.host, repository },
    resolve,
    manifest: ({ digest }, signal) => requireManifest(registry, repository, digest, signal),
    blob: ({ digest, size }) => ({
      digest,
      size,
      open: (start, signal) =>
        start === 0
          ? pullBlob(registry, repository, { digest, size }, signal)
          : readBlobFrom({ registry, repository, expected: { digest, size }, start }, signal),
    }),
    referrers: (subject, signal) =>
      listReferrers(registry, repository, { subject, tags: knownTags }, signal),
    findTags: async (tags, signal) => {
      const known = await knownTags(signal)
      const asked = known === undefined ? tags : tags.filter((tag) => known.includes(tag))
      const found = await Promise.all(
        asked.map(async (tag) => [tag, await resolve(tag, signal)] as const),
      )
      return new Map(found.filter((one): one is [string, Descriptor] => one[1] !== undefined))
    },
  }
}

/** A repository of a registry to copy to. */
export function remoteSink(
  registry: Registry,
  repository: string,
  options: Omit<PushOptions, 'mountFrom'> = {},
): ImageSink {
  const sizeOf = (digest: Descriptor['digest'], signal: AbortSignal) =>
    blobSize(registry, repository, digest, signal)
  return {
    name: `${registry.host}/${repository}`,
    place: { host: registry.host, repository },
    resolve: (tag, signal) => resolveReference(registry, repository, tag, signal),
    hasManifest: async ({ digest }, signal) =>
      (await resolveReference(registry, repository, digest, signal)) !== undefined,
    hasBlob: async ({ digest }, signal) => (await sizeOf(digest, signal)) !== undefined,
    putBlob: async (content, mountFrom, signal) => {
      const more = mountFrom === undefined ? {} : { mountFrom }
      return await pushBlob(
        registry,
        repository,
        { content, options: { ...options, ...more } },
        signal,
      )
    },
    putManifest: async (manifest, tag, signal) => {
      const { subject } = parseManifest(manifest, `manifest ${manifest.digest}`)
      if (subject !== undefined) await pushReferrer(registry, repository, manifest, signal)
      if (subject !== undefined && tag === undefined) return
      await pushManifest(registry, repository, { manifest, tag }, signal)
    },
    isWhole: async ({ digest, size }, signal) => (await sizeOf(digest, signal)) === size,
  }
}
