import type { Value } from '../../formats/value.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import { isTable } from '../values/table.ts'

/** The little that Helm reads of a document to sort it. */
export interface ManifestHead {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly annotations: ReadonlyMap<string, string> | undefined
}

const headShape: Shape = {
  kind: 'struct',
  type: 'util.SimpleHead',
  fields: {
    apiVersion: 'string',
    kind: 'string',
    metadata: {
      kind: 'struct',
      type: 'struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
      isPointer: true,
      fields: { name: 'string', annotations: { kind: 'map', of: 'string' } },
    },
  },
}

/** Reads the head of a document; the whole of it must be YAML. Throws with Helm's words. */
export function readManifestHead(text: string): ManifestHead {
  const head = readYamlAs(text, headShape)
  const metadata = isTable(head) ? head.get('metadata') : undefined
  const annotations = isTable(metadata) ? metadata.get('annotations') : undefined
  return {
    apiVersion: textAt(head, 'apiVersion'),
    kind: textAt(head, 'kind'),
    name: textAt(metadata, 'name'),
    annotations: isTable(annotations) ? textTable(annotations) : undefined,
  }
}

function textAt(table: Value, key: string): string {
  const value = isTable(table) ? table.get(key) : undefined
  return typeof value === 'string' ? value : ''
}

function textTable(table: ReadonlyMap<string, Value>): Map<string, string> {
  // Null in a map[string]string is the empty string.
  return new Map([...table].map(([key, value]) => [key, typeof value === 'string' ? value : '']))
}
