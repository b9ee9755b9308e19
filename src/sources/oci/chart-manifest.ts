import type { Metadata } from '../../chart/load/metadata.ts'
import { compareStrings } from '../../formats/go-string.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import type { Descriptor } from '../../oci/manifest.ts'

const prefix = 'org.opencontainers.image.'
/** The annotations that a chart's own ones cannot change. */
const fixed: ReadonlySet<string> = new Set([`${prefix}title`, `${prefix}version`])

/** The manifest of a chart, byte for byte as Helm pushes it. */
export function chartManifestJson(parts: {
  readonly config: Descriptor
  readonly layers: readonly Descriptor[]
  readonly metadata: Metadata
  /** In RFC 3339, by the second. */
  readonly created: string
}): string {
  const layers = parts.layers.toSorted((one, other) => compareStrings(one.digest, other.digest))
  const annotations = chartAnnotations(parts.metadata, parts.created)
  const fields = [
    '"schemaVersion":2',
    `"config":${descriptorJson(parts.config)}`,
    `"layers":[${layers.map(descriptorJson).join(',')}]`,
    `"annotations":${encodeJson(annotations, { html: true })}`,
  ]
  return `{${fields.join(',')}}`
}

function chartAnnotations(metadata: Metadata, created: string): Map<string, string> {
  const known = [
    ['description', metadata.description],
    ['title', metadata.name],
    ['version', metadata.version],
    ['url', metadata.home],
    ['created', created],
    ['source', metadata.sources[0] ?? ''],
    ['authors', authorsOf(metadata)],
  ] as const
  const own = [...(metadata.annotations ?? [])].filter(([key]) => !fixed.has(key))
  const told = known.filter(([, value]) => trimSpace(value) !== '')
  return new Map([...told.map(([key, value]) => [`${prefix}${key}`, value] as const), ...own])
}

function authorsOf({ maintainers }: Metadata): string {
  return maintainers
    .map(({ name, email }) => `${name}${email === '' ? '' : ` (${email})`}`)
    .join(', ')
}

function descriptorJson({ mediaType, digest, size }: Descriptor): string {
  return JSON.stringify({ mediaType, digest, size })
}
