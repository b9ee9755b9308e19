// The type of a plain scalar in go-yaml v3, which kustomize reads with: as v2, but only true and
// false are booleans. v2 still has a say where kustomize asks whether other readers would see a
// string.

import { resolveScalar, type Scalar } from '../../formats/yaml/resolve.ts'

const trueOrFalse = /^(?:true|True|TRUE|false|False|FALSE)$/

/** The meaning of a plain scalar without a tag. */
export function resolvePlain(text: string): Scalar {
  const found = resolveAsV2(text)
  if (found.type === 'bool' && !trueOrFalse.test(text)) return { type: 'str', value: text }
  return found
}

/** The short tag of a plain scalar. */
export function tagOfPlain(text: string): string {
  const { type } = resolvePlain(text)
  return `!!${type === 'uint' ? 'int' : type}`
}

/** Whether a reader of YAML 1.1 would take the text for something other than a string. */
export function isOtherThanString(text: string): boolean {
  if (text === '' || text.includes('\n')) return false
  const { type } = resolveAsV2(text)
  // A timestamp that stands alone is given out as a string.
  return type !== 'str' && type !== 'timestamp'
}

function resolveAsV2(value: string): Scalar {
  return resolveScalar({ kind: 'scalar', line: 0, value, tag: '', isImplicit: true, quote: '' })
}
