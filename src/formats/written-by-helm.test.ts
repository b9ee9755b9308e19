import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderWithHelm } from '../../test/conformance/helm.ts'
import { findOracle } from '../../test/oracles/find.ts'
import { decodeJson } from './json/decode.ts'
import { encodeJson } from './json/encode.ts'
import { encodeToml } from './toml/encode.ts'
import { TomlError } from './toml/errors.ts'
import type { Value } from './value.ts'
import { writeYamlPretty } from './yaml/write/write-pretty.ts'
import { writeYaml } from './yaml/write/write.ts'

// The texts that the real helm writes for many values, in every format. UPDATE_GOLDEN=1 asks it
// again.

interface Row {
  /** The subject of the row. */
  readonly of: string
  /** The value. */
  readonly json: string
  readonly [format: string]: string
}

const writers: Readonly<Record<string, (value: Value) => string>> = {
  toYaml: (value) => orEmpty(() => writeYaml(value)),
  toYamlPretty: writeYamlPretty,
  toJson: (value) => encodeJson(value, { html: true }),
  toPrettyJson: (value) => encodeJson(value, { html: true, indent: '  ' }),
  toRawJson: (value) => encodeJson(value, { html: false }),
  toToml: orMessage,
}

const file = new URL('testdata/written-by-helm.json', import.meta.url)
const formats = Object.keys(writers)
const rows = await readRows()

for (const format of formats) {
  test.each(rows)(`${format} writes $of: $json`, (row) => {
    const value = decodeJson(row.json, 'any')
    expect(writers[format]?.(value)).toBe(row[format])
  })
}

async function readRows(): Promise<readonly Row[]> {
  const recorded = JSON.parse(await readFile(file, 'utf8')) as readonly Row[]
  if (process.env['UPDATE_GOLDEN'] !== '1') return recorded
  const updated = await askHelm(recorded)
  const lines = updated.map((row) => escapeUnusual(JSON.stringify(row))).join(',\n')
  await writeFile(file, `[\n${lines}\n]\n`)
  return updated
}

async function askHelm(asked: readonly Row[]): Promise<readonly Row[]> {
  const outcomes = await renderWithHelm(
    asked.map(({ json }) => ({ template: templateFor(json) })),
    { helm: findOracle('helm4'), signal: new AbortController().signal },
  )
  return asked.map(({ of, json }, at) => {
    const outcome = outcomes[at]
    if (outcome === undefined || 'error' in outcome) throw new Error(`helm refused ${json}`)
    const texts = outcome.output.split(',').map((text) => Buffer.from(text, 'base64').toString())
    return { of, json, ...Object.fromEntries(formats.map((format, i) => [format, texts[i] ?? ''])) }
  })
}

function templateFor(json: string): string {
  const encoded = Buffer.from(`{"value":${json}}`).toString('base64')
  const calls = formats.map((format) => `{{ ${format} $value | b64enc }}`).join(',')
  return `{{- $value := (fromJson (b64dec "${encoded}")).value -}}${calls}`
}

// Keeps the file readable in editors that hide or change such characters.
function escapeUnusual(text: string): string {
  return text.replaceAll(
    /[\u007f-\u00a0\u00ad\u2028\u2029\ue000\ufeff\ufff0-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function orEmpty(write: () => string): string {
  try {
    return write()
  } catch {
    return ''
  }
}

function orMessage(value: Value): string {
  try {
    return encodeToml(value)
  } catch (error) {
    if (error instanceof TomlError) return error.message
    throw error
  }
}
