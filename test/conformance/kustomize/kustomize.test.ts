import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildRow } from './build-row.ts'
import type { KustomizeOutcome, KustomizeRow } from './kustomize-row.ts'

const here = new URL('./', import.meta.url)

for (const file of readdirSync(new URL('rows/', here)).toSorted()) {
  const name = file.replace(/\.ts$/, '')
  const { rows } = (await import(new URL(`rows/${file}`, here).href)) as {
    rows: readonly KustomizeRow[]
  }
  const text = readFileSync(new URL(`recorded/${name}.json`, here), 'utf8')
  const recorded = JSON.parse(text) as Record<string, KustomizeOutcome>
  describe(`builds what kustomize builds: ${name}`, () => {
    test.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
      expect(comparable(buildRow(row))).toEqual(comparable(recorded[row.name]))
    })
  })
}

// Ours fails where kustomize does, in words of its own.
function comparable(outcome: KustomizeOutcome | undefined): string | undefined {
  return outcome !== undefined && 'error' in outcome ? 'fails' : outcome?.output
}
