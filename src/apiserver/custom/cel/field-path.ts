import { type StructuralSchema, fieldSchema } from '../structural-schema.ts'

const step = /\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/y

/** A rule's `fieldPath` as errors write it; undefined when it leads to nothing in the schema. */
export function normaliseFieldPath(path: string, schema: StructuralSchema): string | undefined {
  let written = ''
  let inner: StructuralSchema | undefined = schema
  let end = 0
  step.lastIndex = 0
  for (let found = step.exec(path); found !== null; found = step.exec(path)) {
    const name: string = found[1] ?? (found[2] ?? '').replaceAll(/\\(.)/g, '$1')
    const isNamed: boolean = inner.properties !== undefined
    inner = fieldSchema(inner, name)
    if (inner === undefined) return undefined
    written += isNamed ? `${written === '' ? '' : '.'}${name}` : `[${name}]`
    end = step.lastIndex
  }
  return end === path.length && end > 0 ? written : undefined
}
