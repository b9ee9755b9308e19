import { decodeJson } from '../../../formats/json/decode.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { fieldOf, type Json } from '../../../objects/json.ts'
import { printCanonicalJson } from '../../../objects/json-text.ts'
import type { StoredChart } from '../../../release/release.ts'

/** JSON as YAML, as Helm writes it: keys sorted, a line at the end. */
export function yamlOfJson(text: string): string {
  return `${writeYaml(decodeJson(text, 'any'))}\n`
}

/** Data without a type of its own, such as values. */
export function printData(value: Json | undefined, format: 'json' | 'yaml'): string {
  const json = printCanonicalJson(value ?? null)
  return format === 'json' ? `${json}\n` : yamlOfJson(json)
}

/** A chart as lists name it: name and version. */
export function chartLabel(chart: StoredChart | undefined): string {
  const name = fieldOf(chart?.metadata, 'name')
  if (chart === undefined || name === undefined) return 'MISSING'
  return `${textOf(name)}-${textOf(fieldOf(chart.metadata, 'version'))}`
}

export function appVersion(chart: StoredChart | undefined): string {
  return chart === undefined ? 'MISSING' : textOf(fieldOf(chart.metadata, 'appVersion'))
}

/** The text, or none where there is something else. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
