import { encodeBase64 } from '../../formats/base64.ts'
import { formatFloat } from '../../formats/format-float.ts'
import { toBytes } from '../../formats/go-string.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import { redactText, redacted } from '../../objects/redact/redact-secrets.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { type ValuesSource, mergeValues } from './merge-values.ts'

/** Takes what is secret out of a text. */
export type Redact = (text: string) => string

// A shorter secret may be a part of other words by chance, so it is redacted only where it is a whole
// word.
const shortest = 4

/** Whether one of the sources holds secrets. */
export function holdSecrets(sources: readonly ValuesSource[]): boolean {
  return secretsAmong(sources).some(({ data }) => data !== undefined)
}

function secretsAmong(sources: readonly ValuesSource[]): readonly ValuesSource[] {
  return sources.filter(({ from, isPlain }) => from.kind === 'Secret' && isPlain !== true)
}

/**
 * The function that takes everything out of texts that comes from the Secrets among sources, also
 * as base64.
 */
export function redactorOf(sources: readonly ValuesSource[]): Redact {
  const secrets = secretsAmong(sources)
  const words = new Set(
    secrets.flatMap((one) => [...wordsIn(jsonOfTable(mergeValues({}, [one]))), ...digitsIn(one)]),
  )
  // The longest first: one may be a part of another.
  const long = [...words]
    .filter(({ length }) => length >= shortest)
    .toSorted((one, other) => other.length - one.length)
  return (text) => {
    const without = redactText(text, long)
    return without.replace(/[\p{L}\p{N}_]+/gu, (word) => (words.has(word) ? redacted : word))
  }
}

/** Every way in which a message may quote a value: whole, line by line, with escapes, and as objects of kind Secret hold it. */
function wordsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (isJsonObject(value)) return Object.values(value).flatMap(wordsIn)
  if (typeof value === 'number' || typeof value === 'bigint') return numberWords(value)
  if (typeof value !== 'string') return []
  const text = value
  const lines = text.split('\n').map((line) => line.trim())
  const escaped = [text, ...lines].map((line) => printJson(line).slice(1, -1))
  return [text, ...lines, ...escaped, encodeBase64(toBytes(text))].filter((word) => word !== '')
}

// A number as it is written, and as templates print it when YAML has made it a float64. Short ones stand everywhere (lines, ports, counts) and are left out.
function numberWords(value: number | bigint): string[] {
  const forms = [String(value), formatFloat(Number(value), 'g', -1)]
  return forms.flatMap((form) =>
    form.length < shortest ? [] : [form, encodeBase64(toBytes(form))],
  )
}

// A float64 has forgotten how long numbers were written.
function digitsIn({ from, data = {} }: ValuesSource): readonly string[] {
  const texts = from.key === undefined ? Object.values(data) : [data[from.key] ?? '']
  return texts.flatMap((text) => text.match(/\d{4,}/g) ?? [])
}
