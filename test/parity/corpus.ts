import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fromBytes } from '../../src/formats/go-string.ts'

export type Verdict = 'same' | 'random' | 'error'

/** One chart with one values file, and what the real helm made of it. */
export interface CorpusCase {
  readonly id: string
  readonly case: string
  readonly verdict: Verdict
}

/** The cases of a corpus folder: charts/, values/, expected/ and cases.json. */
export function readCorpus(folder: string): readonly CorpusCase[] {
  const file = join(folder, 'cases.json')
  if (!existsSync(file)) {
    throw new Error(
      `${folder} is no corpus: wanted ${file}, see test/parity/corpus.ts for the layout`,
    )
  }
  return JSON.parse(readFileSync(file, 'utf8')) as CorpusCase[]
}

export function chartOf(folder: string, one: CorpusCase): string {
  const archive = join(folder, 'charts', `${one.id}.tgz`)
  return existsSync(archive) ? archive : join(folder, 'charts', one.id)
}

export function valuesOf(folder: string, one: CorpusCase): Uint8Array[] {
  const file = join(folder, 'values', one.id, `${one.case}.yaml`)
  return existsSync(file) ? [readFileSync(file)] : []
}

/** The output of helm; for an error its text, without log lines, prefix and the hint about --debug. */
export function expectedOf(folder: string, one: CorpusCase): string {
  const base = join(folder, 'expected', one.id, one.case)
  if (one.verdict !== 'error') return fromBytes(readExpected(base))
  const text = readFileSync(`${base}.err`, 'utf8')
  const start = text.search(/^Error: /m)
  return text
    .slice(start + 'Error: '.length)
    .replace(/\n\nUse --debug flag to render out invalid YAML\s*$/, '')
    .trimEnd()
}

function readExpected(base: string): Uint8Array {
  const packed = `${base}.yaml.gz`
  return existsSync(packed) ? gunzipSync(readFileSync(packed)) : readFileSync(`${base}.yaml`)
}
