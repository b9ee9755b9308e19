// The limits of JSON against YAML: keys that are no strings, numbers that are not finite, and
// nesting beyond the depth that Go's encoding/json reads.

import { compareStrings } from '../go-string.ts'
import type { Value } from '../value.ts'
import { YamlError } from './errors.ts'
import { nodeInGoSyntax, scalarInGoSyntax } from './go-syntax.ts'
import type { Node } from './nodes.ts'
import type { Scalar } from './resolve.ts'

/** The keys of mappings that cannot be turned into strings, with their values. */
export type UnsupportedKeys = Map<
  ReadonlyMap<string, Value>,
  Map<string, { readonly key: Scalar; readonly value: Node }>
>

export const maxJsonDepth = 10000

/** Fails if the value cannot be carried by JSON, with the error of the first step that notices. */
export function checkJson(root: Value, unsupported: UnsupportedKeys): void {
  let notFinite: number | undefined
  let tooDeep: string | undefined
  // Values still to be looked at, the next one last, in the order in which Go writes JSON.
  const left: { readonly value: Value; readonly depth: number }[] = [{ value: root, depth: 1 }]
  for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
    const { value, depth } = entry
    if (typeof value === 'number' && !Number.isFinite(value)) notFinite ??= value
    const children = childrenOf(value)
    if (children === undefined) continue
    if (value instanceof Map) failOnUnsupportedKey(unsupported.get(value))
    if (depth > maxJsonDepth) tooDeep ??= value instanceof Map ? '{' : '['
    for (const child of children.toReversed()) left.push({ value: child, depth: depth + 1 })
  }
  if (notFinite !== undefined)
    throw new YamlError('not-json', `json: unsupported value: ${nameOf(notFinite)}`)
  if (tooDeep !== undefined) {
    const problem = `invalid character '${tooDeep}' exceeded max depth`
    throw new YamlError('too-deep', problem, undefined, 'decode')
  }
}

function childrenOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value
  if (!(value instanceof Map)) return undefined
  return [...value].toSorted(([a], [b]) => compareStrings(a, b)).map(([, child]) => child)
}

function failOnUnsupportedKey(
  keys: ReadonlyMap<string, { readonly key: Scalar; readonly value: Node }> | undefined,
): void {
  for (const { key, value } of keys?.values() ?? []) {
    const type = key.type === 'null' ? '%!s(<nil>)' : 'uint64'
    const problem = `unsupported map key of type: ${type}, key: ${scalarInGoSyntax(key)}`
    throw new YamlError('map-key', `${problem}, value: ${nodeInGoSyntax(value)}`)
  }
}

function nameOf(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}
