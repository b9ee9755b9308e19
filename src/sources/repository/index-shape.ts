import { metadataShape } from '../../chart/read-metadata.ts'
import type { Shape, StructShape } from '../../formats/yaml/shape.ts'

const texts: Shape = { kind: 'list', of: 'string' }

/** Helm's repo.ChartVersion. The last four are of older Helms: known, and not looked at. */
export const entryShape: StructShape = {
  kind: 'struct',
  type: 'repo.ChartVersion',
  isPointer: true,
  fields: {
    ...(typeof metadataShape === 'object' && metadataShape.kind === 'struct'
      ? metadataShape.fields
      : {}),
    urls: texts,
    created: 'any',
    removed: 'bool',
    digest: 'string',
    checksum: 'string',
    engine: 'string',
    tillerVersion: 'string',
    url: 'string',
  },
}

export const entryListShape: Shape = { kind: 'list', of: entryShape }

/** Helm's repo.IndexFile. */
export const indexShape: StructShape = {
  kind: 'struct',
  type: 'repo.IndexFile',
  fields: {
    serverInfo: { kind: 'map', of: 'any' },
    apiVersion: 'string',
    generated: 'any',
    entries: { kind: 'map', of: entryListShape },
    publicKeys: texts,
    annotations: { kind: 'map', of: 'string' },
  },
}
