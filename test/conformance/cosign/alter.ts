import { digestOf, hexOf } from '../../../src/oci/digest.ts'
import { type RecordedChart, type Signing, manifestOf } from './recording.ts'

// Changes to a signature by somebody who may push, but has no key.

interface Layer {
  readonly digest: string
  readonly annotations?: Readonly<Record<string, string>>
}

interface SignatureManifest {
  readonly layers: readonly Layer[]
  readonly subject?: { readonly digest: string; readonly size: number }
}

/** Changes the signed texts, and the digests in the manifests with them. */
export function alterBlobs(signing: Signing, change: (text: string) => string): Signing {
  const blobs = signing.blobs.map((before) => ({ before, after: change(before) }))
  const renew = (layer: Layer) => {
    const found = blobs.find(({ before }) => digestOf(Buffer.from(before)) === layer.digest)
    const bytes = Buffer.from(found?.after ?? '')
    return found ? { ...layer, digest: digestOf(bytes), size: bytes.length } : layer
  }
  return {
    blobs: [...signing.blobs, ...blobs.map(({ after }) => after)],
    ...alterManifests(signing, (manifest) => ({ ...manifest, layers: manifest.layers.map(renew) })),
  }
}

/** Changes the annotations that carry the signatures. */
export function alterAnnotations(signing: Signing, change: (text: string) => string): Signing {
  const renew = (layer: Layer) => {
    const entries = Object.entries(layer.annotations ?? {})
    const annotations = Object.fromEntries(entries.map(([key, text]) => [key, change(text)]))
    return { ...layer, annotations }
  }
  return {
    blobs: signing.blobs,
    ...alterManifests(signing, (manifest) => ({ ...manifest, layers: manifest.layers.map(renew) })),
  }
}

/** Makes a signature of one chart look like one of another: by its tag, or by its subject. */
export function transplant(signing: Signing, to: RecordedChart): Signing {
  const { digest, bytes } = manifestOf(to.manifest)
  const { manifests } = alterManifests(signing, (manifest) => {
    if (manifest.subject === undefined) return manifest
    return { ...manifest, subject: { ...manifest.subject, digest, size: bytes.length } }
  })
  const tag = `sha256-${hexOf(digest)}.sig`
  const renamed = manifests.map((one) => (one.tag === undefined ? one : { ...one, tag }))
  return { blobs: signing.blobs, manifests: renamed }
}

/** The signature of one with the text of another: the envelope fits, the letter does not. */
export function swapSignatures(from: Signing, into: Signing): Signing {
  const [donor] = from.manifests.map(({ text }) => parse(text).layers[0]?.annotations)
  const annotations = donor ?? {}
  const renew = (layer: Layer) => ({ ...layer, annotations })
  return {
    blobs: into.blobs,
    ...alterManifests(into, (manifest) => ({ ...manifest, layers: manifest.layers.map(renew) })),
  }
}

function alterManifests(
  { manifests }: Signing,
  change: (manifest: SignatureManifest) => SignatureManifest,
): Pick<Signing, 'manifests'> {
  return {
    manifests: manifests.map((one) => ({ ...one, text: JSON.stringify(change(parse(one.text))) })),
  }
}

function parse(text: string): SignatureManifest {
  return JSON.parse(text) as SignatureManifest
}
