import { typeOf, type GoType, type Value } from '../../formats/value.ts'
import type { RenderError, TemplateLocation } from '../../template/errors.ts'
import type { Read } from '../../template/trace/read-set.ts'
import type { Fault } from '../../template/trace/tracing.ts'
import { pathText } from '../../template/trace/values-path.ts'
import type { Chart } from '../chart.ts'
import type { RenderRequest } from '../render/render.ts'
import { isTable } from '../values/table.ts'
import { essentialReads } from './explanation.ts'
import { valueAt, ValueLayers, type Keys, type ValueSource } from './layers.ts'
import { traceChart } from './trace-chart.ts'
import type { UserValues, ReadFile } from '../values/user-values.ts'

/** A value that a template failed on. */
export interface FailedValue {
  readonly path: string
  /** The value that stands there; undefined when there is none. */
  readonly found: Value
  /** The source that set it; undefined when none did. */
  readonly setBy: ValueSource | undefined
  /** The table that it is missing from, and the names there. */
  readonly missingFrom: { readonly above: Keys; readonly names: readonly string[] } | undefined
}

/** The facts about a failed render beyond Helm's text. */
export interface FailureExplanation {
  readonly location: TemplateLocation
  readonly values: readonly FailedValue[]
  /** The type that the template wanted, as Go names it, where the failure is one of types. */
  readonly wanted: GoType | undefined
}

/** Finds out on which values a render failed, by rendering once more with a trace. */
export function explainFailure(
  loaded: Chart,
  request: RenderRequest,
  user: { readonly given: UserValues; readonly readFile: ReadFile },
  error: RenderError,
): FailureExplanation | undefined {
  const { location } = error
  if (location === undefined) return undefined
  if (error.code !== 'execution') return { location, values: [], wanted: undefined }
  const traced = traceChart(
    loaded,
    { ...request, warn: () => {} },
    { includeCrds: false, hooks: 'all' },
  )
  if (!('error' in traced) || traced.fault === undefined) {
    return { location, values: [], wanted: undefined }
  }
  const { chart, values } = traced.prepared
  const layers = new ValueLayers(chart, user.given, user.readFile)
  const found = blamedReads(traced.fault).map(({ path }) => failedValue(values, layers, path.keys))
  return { location, values: found.slice(0, mostValues), wanted: wantedType(error.message) }
}

const mostValues = 5

/** The reads that the operands depend on; if there are none, those that led to the place. */
function blamedReads({ operands, control }: Fault): readonly Read[] {
  const own = essentialReads(operands.flatMap(({ from }) => from.reads.reads))
  return own.length > 0 ? own : essentialReads(control.reads)
}

function failedValue(values: Value, layers: ValueLayers, keys: Keys): FailedValue {
  const path = pathText(keys)
  const found = valueAt(values, keys)
  if (found !== undefined) return { path, found, setBy: layers.find(keys), missingFrom: undefined }
  for (let depth = keys.length - 1; depth >= 0; depth--) {
    const above = keys.slice(0, depth)
    const table = valueAt(values, above)
    if (!isTable(table)) continue
    const missing = pathText(keys.slice(0, depth + 1))
    return {
      path: missing,
      found,
      setBy: undefined,
      missingFrom: { above, names: [...table.keys()] },
    }
  }
  return { path, found, setBy: undefined, missingFrom: undefined }
}

function wantedType(message: string): GoType | undefined {
  const expected = /wrong type for value; expected (.+?); got /.exec(message)?.[1]
  if (expected !== undefined) return expected
  if (/range can't iterate over/.test(message)) return '[]interface {}'
  if (/can't evaluate field \S+ in type/.test(message)) return 'map[string]interface {}'
  return undefined
}

/** A value's type in the words of YAML. */
export function typeWords(type: GoType): string {
  if (type === 'string') return 'a string'
  if (type === 'bool') return 'a boolean'
  if (/^(?:u?int\d*|float\d+)$/.test(type)) return 'a number'
  if (type.startsWith('map[') || type === 'common.Values') return 'a table'
  return type.startsWith('[]') ? 'a list' : type
}

/** The kind of the value, in the words of YAML. */
export function valueWords(value: Value): string {
  return value === null || value === undefined ? 'null' : typeWords(typeOf(value))
}
