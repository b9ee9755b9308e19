import { parseReference, parseRegistryReference } from '../../oci/reference.ts'
import { UsageError } from '../errors.ts'

/** Where images are, in skopeo's words: a registry, an OCI layout, a docker archive. */
export type CopyPlace =
  /** A whole image, or a registry with a folder for many. */
  | { readonly kind: 'registry'; readonly text: string }
  | { readonly kind: 'layout'; readonly path: string; readonly name: string | undefined }
  | { readonly kind: 'archive'; readonly path: string; readonly name: string | undefined }

/** Reads `docker://REFERENCE`, `oci:FOLDER[:NAME]` or `docker-archive:FILE[:NAME]`; undefined when it is none of them. */
export function readPlace(word: string): CopyPlace | undefined {
  if (word.startsWith('docker://'))
    return { kind: 'registry', text: word.slice('docker://'.length) }
  const match = /^(oci|docker-archive):(?!\/\/)([^:]+)(?::(.+))?$/.exec(word)
  if (match === null) return undefined
  const [, scheme, path = '', name] = match
  return { kind: scheme === 'oci' ? 'layout' : 'archive', path, name }
}

/** The destination: besides these, a registry may be written without docker://, or with Helm's oci://. */
export function readDestination(word: string): CopyPlace | UsageError {
  const place = readPlace(word) ?? {
    kind: 'registry' as const,
    text: word.replace(/^oci:\/\//, '').replace(/\/+$/, ''),
  }
  if (place.kind !== 'registry') return place
  const host = place.text.split('/', 1)[0] ?? ''
  const isHost = /[.:]/.test(host) || host === 'localhost'
  try {
    if (isHost && place.text.includes('/')) parseRegistryReference(place.text)
    else if (isHost) parseReference(`${place.text}/x`)
    if (isHost) return place
  } catch (error) {
    return new UsageError('bad-value', error instanceof Error ? error.message : String(error))
  }
  const wanted = 'a registry such as registry.example/mirror, oci:FOLDER or docker-archive:FILE'
  return new UsageError('bad-value', `wanted ${wanted} to copy to, found ${word}`)
}
