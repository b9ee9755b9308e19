import { blobSize, pullBlob, readBlobFrom } from '../client/pull-blob.ts'
import { pushBlob } from '../client/push-blob.ts'
import { pushManifest } from '../client/push-manifest.ts'
import { pushReferrer } from '../client/referrers.ts'
import type { Registry } from '../client/registry.ts'
import { requireManifest, resolveReference } from '../client/resolve.ts'
import { parseManifest } from '../manifest.ts'
import type { ImageSink, ImageSource } from './medium.ts'

/** A repository of a registry to copy from. */
export function remoteSource(registry: Registry, repository: string): ImageSource {
  return {
    name: `${registry.host}/${repository}`,
    origin: { host: registry.host, repository },
    resolve: (reference, signal) => resolveReference(registry, repository, reference, signal),
    manifest: ({ digest }, signal) => requireManifest(registry, repository, digest, signal),
    blob: ({ digest, size }) => ({
      digest,
      size,
      open: (start, signal) =>
        start === 0
          ? pullBlob(registry, repository, { digest, size }, signal)
          : readBlobFrom({ registry, repository, expected: { digest, size }, start }, signal),
    }),
  }
}

/** A repository of a registry to copy to. */
export function remoteSink(registry: Registry, repository: string): ImageSink {
  return {
    name: `${registry.host}/${repository}`,
    hasManifest: async ({ digest }, signal) =>
      (await resolveReference(registry, repository, digest, signal)) !== undefined,
    hasBlob: async ({ digest }, signal) =>
      (await blobSize(registry, repository, digest, signal)) !== undefined,
    putBlob: async (content, origin, signal) => {
      const isNear = origin?.host === registry.host && origin.repository !== repository
      const options = isNear ? { mountFrom: origin.repository } : {}
      return await pushBlob(registry, repository, content, options, signal)
    },
    putManifest: async (manifest, tag, signal) => {
      const { subject } = parseManifest(manifest, `manifest ${manifest.digest}`)
      if (subject !== undefined) await pushReferrer(registry, repository, manifest, signal)
      if (subject !== undefined && tag === undefined) return
      await pushManifest(registry, repository, manifest, tag, signal)
    },
  }
}
