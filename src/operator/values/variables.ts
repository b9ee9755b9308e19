import type { Table } from '../../chart/chart.ts'
import { ChartError } from '../../chart/errors.ts'
import { Sized, type Value } from '../../formats/value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { printJson } from '../../objects/json-text.ts'
import { type InlineValues, type ValuesSource, mergeValues } from './merge-values.ts'

/** The values of a plugin. For a kustomization they are variables: what other objects hold by key stays the text that it is. */
export function valuesFor(
  spec: InlineValues & Pick<Plugin['spec'], 'kind'>,
  sources: readonly ValuesSource[],
): Table {
  return mergeValues(spec, spec.kind === 'kustomize' ? sources.map(asDocument) : sources)
}

function asDocument(source: ValuesSource): ValuesSource {
  const { from, data } = source
  if (from.key !== undefined || data === undefined) return source
  return { ...source, from: { ...from, key: 'all' }, data: { all: printJson(data) } }
}

/**
 * The variables that values are, as Flux takes them: without line breaks. The values of profiles
 * for all plugins, below `global`, are none of them.
 */
export function variablesOf(values: Table): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (const [name, value] of values) {
    if (value === null || (name === 'global' && value instanceof Map)) continue
    variables.set(name, textOf(name, value).replaceAll('\n', ''))
  }
  return variables
}

function textOf(name: string, value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Sized) return String(value.value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  const found = kindOf(value)
  const wanted = 'wanted a text, a whole number, true or false'
  throw new ChartError('values', `the variable ${name} is ${found}: ${wanted}`)
}

function kindOf(value: Value): string {
  if (typeof value === 'number') return 'a number with a fraction, whose digits are not kept'
  return Array.isArray(value) ? 'a list' : 'an object'
}
