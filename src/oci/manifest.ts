import { type Digest, isDigest } from './digest.ts'
import { OciError } from './errors.ts'
import { maxDescriptors, maxManifestBytes } from './limits.ts'
import { isIndexType, isManifestType, ociIndexType, ociManifestType } from './media-types.ts'

/** Points at content by what it is. */
export interface Descriptor {
  readonly mediaType: string
  readonly digest: Digest
  readonly size: number
  readonly artifactType?: string
  readonly annotations?: Annotations
  readonly platform?: Platform
}

export type Annotations = Readonly<Record<string, string>>

export interface Platform {
  readonly os: string
  readonly architecture: string
  readonly variant?: string
}

/** A manifest as it travels: its digest is of exactly these bytes. */
export interface RawManifest {
  readonly mediaType: string
  readonly digest: Digest
  readonly bytes: Uint8Array
}

interface ManifestBase {
  readonly mediaType: string
  readonly artifactType: string | undefined
  readonly subject: Descriptor | undefined
  readonly annotations: Annotations
}

export type Manifest =
  | (ManifestBase & {
      readonly kind: 'image'
      readonly config: Descriptor
      readonly layers: readonly Descriptor[]
    })
  | (ManifestBase & { readonly kind: 'index'; readonly manifests: readonly Descriptor[] })

type Json = Readonly<Record<string, unknown>>

/** Reads an image manifest or an index; `what` names it in errors. */
export function parseManifest(
  raw: Pick<RawManifest, 'mediaType' | 'bytes'>,
  what: string,
): Manifest {
  const json = readJson(raw.bytes, what)
  if (json['schemaVersion'] === 1) throw broken(what, schema1)
  const mediaType = typeOf(json, raw.mediaType, what)
  const base = {
    mediaType,
    artifactType: textAt(json, 'artifactType', what),
    subject: json['subject'] === undefined ? undefined : readDescriptor(json['subject'], what),
    annotations: annotationsAt(json, what) ?? {},
  }
  if (isIndexType(mediaType)) {
    return { kind: 'index', ...base, manifests: listAt(json, 'manifests', what) }
  }
  if (isManifestType(mediaType)) {
    const config = readDescriptor(json['config'], what)
    return { kind: 'image', ...base, config, layers: listAt(json, 'layers', what) }
  }
  const known = 'only OCI and Docker version 2 manifests and indexes are read'
  throw broken(what, `has the media type ${JSON.stringify(mediaType)}; ${known}`)
}

const schema1 =
  'is of schema version 1, which Docker gave up in 2017 and registries no longer take; wanted version 2: build or push the image again with a current tool'

/** The descriptor in a parsed JSON value. */
function readDescriptor(value: unknown, what: string): Descriptor {
  const json = asObject(value)
  if (json === undefined) throw broken(what, 'lacks a descriptor')
  const { mediaType, digest, size } = json
  if (typeof mediaType !== 'string') throw broken(what, 'has a descriptor without mediaType')
  if (typeof digest !== 'string' || !isDigest(digest)) {
    throw broken(what, `has a descriptor with the digest ${clip(digest)}`)
  }
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) {
    throw broken(what, `has a descriptor with the size ${clip(size)}`)
  }
  const artifactType = textAt(json, 'artifactType', what)
  const annotations = annotationsAt(json, what)
  const platform = readPlatform(json['platform'])
  return {
    mediaType,
    digest,
    size,
    ...(artifactType === undefined ? {} : { artifactType }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(platform === undefined ? {} : { platform }),
  }
}

function readJson(bytes: Uint8Array, what: string): Json {
  if (bytes.length > maxManifestBytes) {
    const message = `${what} is larger than the limit of ${maxManifestBytes} bytes`
    throw new OciError('too-large', message)
  }
  try {
    const json = asObject(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    if (json !== undefined) return json
  } catch (cause) {
    throw new OciError('bad-manifest', `${what} is not JSON`, { cause })
  }
  throw broken(what, 'is not a JSON object')
}

// The media type inside the document may not differ from the one it came as: a manifest that is two
// things at once is an attack (CVE-2021-41190).
function typeOf(json: Json, told: string, what: string): string {
  const own = textAt(json, 'mediaType', what)
  const outer = told.split(';', 1)[0]?.trim() ?? ''
  const mediaType = own ?? (isGeneric(outer) ? guessType(json) : outer)
  if (!isGeneric(outer) && outer !== mediaType) {
    throw broken(what, `came as ${outer} and calls itself ${mediaType}`)
  }
  if ('manifests' in json && ('layers' in json || 'config' in json)) {
    throw broken(what, 'is both an image manifest and an index')
  }
  return mediaType
}

function isGeneric(mediaType: string): boolean {
  return ['', 'application/json', 'text/plain', 'application/octet-stream'].includes(mediaType)
}

function guessType(json: Json): string {
  return 'manifests' in json ? ociIndexType : ociManifestType
}

function listAt(json: Json, field: string, what: string): readonly Descriptor[] {
  const list = json[field]
  if (!Array.isArray(list)) throw broken(what, `has no list of ${field}`)
  if (list.length > maxDescriptors) {
    throw broken(what, `has ${list.length} ${field}; the limit is ${maxDescriptors}`)
  }
  return list.map((entry: unknown) => readDescriptor(entry, what))
}

function annotationsAt(json: Json, what: string): Annotations | undefined {
  const value = json['annotations']
  if (value === undefined || value === null) return undefined
  const entries = Object.entries(asObject(value) ?? { '': undefined })
  const texts = entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : []))
  if (texts.length !== entries.length) throw broken(what, 'has annotations that are not texts')
  return Object.fromEntries(texts) as Annotations
}

function readPlatform(value: unknown): Platform | undefined {
  const { os, architecture, variant } = asObject(value) ?? {}
  if (typeof os !== 'string' || typeof architecture !== 'string') return undefined
  return { os, architecture, ...(typeof variant === 'string' ? { variant } : {}) }
}

function textAt(json: Json, field: string, what: string): string | undefined {
  const value = json[field]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw broken(what, `has a ${field} that is not a text`)
}

function asObject(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Json) : undefined
}

function broken(what: string, why: string): OciError {
  return new OciError('bad-manifest', `${what} ${why}`)
}

function clip(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 200)
}
