import { metadataShape } from '../../../chart/load/read-metadata.ts'
import type { Value } from '../../../formats/value.ts'
import { fitToShape } from '../../../formats/yaml/fit-shape.ts'
import { readYamlStrictAs } from '../../../formats/yaml/read.ts'
import type { Shape, StructShape } from '../../../formats/yaml/shape.ts'

const texts: Shape = { kind: 'list', of: 'string' }

const chartFields =
  typeof metadataShape === 'object' && metadataShape.kind === 'struct' ? metadataShape.fields : {}

/** Helm's repo.ChartVersion. The last four fields are of older Helms: known, and not looked at. */
export const entryShape: StructShape = entryShapeWith(chartFields)

const entryListShape: Shape = { kind: 'list', of: entryShape }

/** Helm's repo.IndexFile. */
export const indexShape: StructShape = indexShapeWith(entryShape)

// The YAML library loses sight of the types of Chart.yaml's fields, since they are embedded: it makes no
// texts of their numbers, which are then refused as numbers.
const looseEntryShape = entryShapeWith(
  Object.fromEntries(Object.keys(chartFields).map((key) => [key, 'any'] as const)),
)
const looseListShape: Shape = { kind: 'list', of: looseEntryShape }
const looseIndexShape = indexShapeWith(looseEntryShape)

/** Reads strict YAML that is a list of entries. */
export function readEntryList(text: string): Value {
  return fitToShape(readYamlStrictAs(text, looseListShape), entryListShape, 'refuse-unknown')
}

/** Reads strict YAML that is an index. */
export function readIndexText(text: string): Value {
  return fitToShape(readYamlStrictAs(text, looseIndexShape), indexShape, 'refuse-unknown')
}

function entryShapeWith(fields: Readonly<Record<string, Shape>>): StructShape {
  return {
    kind: 'struct',
    type: 'repo.ChartVersion',
    isPointer: true,
    fields: {
      ...fields,
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
}

function indexShapeWith(entry: StructShape): StructShape {
  return {
    kind: 'struct',
    type: 'repo.IndexFile',
    fields: {
      serverInfo: { kind: 'map', of: 'any' },
      apiVersion: 'string',
      generated: 'any',
      entries: { kind: 'map', of: { kind: 'list', of: entry } },
      publicKeys: texts,
      annotations: { kind: 'map', of: 'string' },
    },
  }
}
