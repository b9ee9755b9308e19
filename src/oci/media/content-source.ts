import { readBounded, verifyBytes } from '../bytes.ts'
import { type Digest, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxManifestBytes } from '../limits.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../manifest.ts'
import { fallbackTag } from '../referrers-index.ts'
import type { ImageSource } from './medium.ts'

/** Names an image in a layout's index. */
export const refNameAnnotation = 'org.opencontainers.image.ref.name'

/** Content by its digest, with an index of names: an OCI layout, in a folder or in an archive. */
interface Content {
  readonly name: string
  readonly entries: (signal: AbortSignal) => Promise<readonly Descriptor[]>
  /** Fails when the content is not there. */
  readonly read: (digest: Digest, start: number, signal: AbortSignal) => AsyncIterable<Uint8Array>
}

/** An OCI layout to copy from, wherever its files are. */
export function contentSource(content: Content): ImageSource {
  const { name, entries, read } = content
  const manifest = (descriptor: Descriptor, signal: AbortSignal) =>
    readManifest(content, descriptor, signal)
  const findTag = async (tag: string, signal: AbortSignal) =>
    (await entries(signal)).find(({ annotations }) => annotations?.[refNameAnnotation] === tag)
  return {
    name,
    resolve: async (reference, signal) => {
      if (reference !== '' && !isDigest(reference)) return await findTag(reference, signal)
      const all = await entries(signal)
      // An empty name is the only image there is, as with skopeo.
      if (reference === '') return all.length === 1 ? all[0] : undefined
      return all.find(({ digest }) => digest === reference)
    },
    manifest,
    blob: ({ digest, size }) => ({
      digest,
      size,
      open: (start, signal) => {
        const bytes = read(digest, start, signal)
        const what = `blob ${digest} of ${name}`
        return start === 0 ? verifyBytes(bytes, { digest, size }, what) : bytes
      },
    }),
    referrers: async (subject, signal) => {
      const found = await findTag(fallbackTag(subject), signal)
      if (found === undefined) return []
      const list = parseManifest(await manifest(found, signal), `the referrers of ${subject}`)
      return list.kind === 'index' ? list.manifests : []
    },
    names: async (signal) =>
      (await entries(signal)).flatMap(({ annotations, digest }) => {
        const tag = annotations?.[refNameAnnotation] ?? digest
        return isAttachedTag(tag) ? [] : [tag]
      }),
    findTags: async (tags, signal) => {
      const all = await entries(signal)
      const named = all.map((one) => [one.annotations?.[refNameAnnotation] ?? '', one] as const)
      return new Map(named.filter(([tag]) => tags.includes(tag)))
    },
  }
}

// Lists of referrers and cosign's tags stand among the images and are none.
function isAttachedTag(tag: string): boolean {
  return /^sha(?:256|512)-[0-9a-f]{64,128}(?:\.[a-z]+)?$/.test(tag)
}

async function readManifest(
  { name, read }: Content,
  { mediaType, digest, size }: Descriptor,
  signal: AbortSignal,
): Promise<RawManifest> {
  const what = `manifest ${digest} of ${name}`
  if (size > maxManifestBytes) throw new OciError('too-large', `${what} has ${size} bytes`)
  const verified = verifyBytes(read(digest, 0, signal), { digest, size }, what)
  return { mediaType, digest, bytes: await readBounded(verified, maxManifestBytes, what) }
}
