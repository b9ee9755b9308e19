import { completeTable } from '../../chart/values/coalesce.ts'
import type { PluginInputs, ValuesLayer } from '../../actions/plugins/plugin-inputs.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { redacted } from '../../objects/redact/redact-secrets.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'

const longestBlame = 5000

/** The layers of a Plugin's values, what they make together, and which layer sets each value. Values from Secrets are masked unless they are asked for. */
export function layersView({ chart, layers, values }: PluginInputs, secrets: 'masked' | 'shown') {
  const defaults = jsonOfTable(chart.values)
  const all = [
    { is: 'default', name: 'values.yaml', values: defaults, isSecret: false, obstacle: '' },
    ...layers.map((one) => ({ ...viewOf(one), isSecret: one.isSecret })),
  ]
  const isHidden = (layer: { readonly isSecret: boolean }) => layer.isSecret && secrets === 'masked'
  const merged = jsonOfTable(completeTable(values, chart.values, 'coalesce', () => {}))
  const blame = leavesOf(merged, []).map(({ path, value }) => {
    const layer = all.findLast((one) => hasPath(one.values, path))
    const hidden = layer !== undefined && isHidden(layer)
    return { path, value: hidden ? redacted : value, layer: layer?.name ?? '' }
  })
  const hiddenPaths = new Set(
    blame.filter(({ value }) => value === redacted).map(({ path }) => JSON.stringify(path)),
  )
  return {
    layers: all.map(({ is, name, obstacle, ...layer }) => ({
      is,
      name,
      obstacle,
      values: isHidden(layer) ? maskAll(layer.values) : layer.values,
    })),
    values: maskPaths(merged, [], hiddenPaths),
    blame: blame.slice(0, longestBlame).map((one) => ({ ...one, path: one.path.join('.') })),
    isComplete: layers.every(({ obstacle }) => obstacle === undefined),
  }
}

function viewOf({ is, name, values, obstacle }: ValuesLayer) {
  return { is, name, values: jsonOfTable(values), obstacle: obstacle ?? '' }
}

interface Leaf {
  readonly path: readonly string[]
  readonly value: Json
}

/** Every value that is no map of others; lists are one piece, as in Helm. */
function leavesOf(value: Json, path: readonly string[]): readonly Leaf[] {
  if (!isJsonObject(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function hasPath(values: Json, path: readonly string[]): boolean {
  const [first, ...rest] = path
  if (first === undefined) return true
  if (!isJsonObject(values)) return false
  const inner = Object.hasOwn(values, first) ? values[first] : undefined
  return inner !== undefined && hasPath(inner, rest)
}

function maskAll(value: Json): Json {
  if (!isJsonObject(value)) return redacted
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner)]))
}

function maskPaths(value: Json, path: readonly string[], hidden: ReadonlySet<string>): Json {
  if (!isJsonObject(value)) return hidden.has(JSON.stringify(path)) ? redacted : value
  const inner: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, maskPaths(one, [...path, name], hidden)]),
  )
  return inner
}
