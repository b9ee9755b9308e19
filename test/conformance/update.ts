import { writeFile } from 'node:fs/promises'
import { findOracle } from '../oracles/find.ts'
import { goodCalls } from './functions/table/good-calls.ts'
import { recordFamily } from './functions/table/record.ts'
import { renderWithHelm } from './helm.ts'
import { type Chapter, loadChapters } from './load-rows.ts'
import { shaped } from './row.ts'

// Records what the real helm says for every row and every cell of the table of functions:
//   npm run conformance:update [-- NAME…]
// A name is a suite (template, functions, table, flags, lint, kustomize, substitution, tiller, provenance, cosign), a chapter of one
// (traps), or both (functions/traps). Outcomes that stay the same stay the same in the file, so that
// a diff shows what changed.

const only = process.argv.slice(2)
const helm = findOracle('helm4')

for (const suite of ['template', 'functions']) {
  for (const chapter of await loadChapters(new URL(`./${suite}/`, import.meta.url))) {
    if (isWanted(suite, chapter.name)) await record(suite, chapter)
  }
}
for (const family of Object.keys(goodCalls)) {
  if (!isWanted('table', family) && !only.includes('functions')) continue
  const { cells, changed } = await recordFamily(helm, family)
  console.log(`table/${family}: ${cells} cells, ${changed} changed`)
}
// Importing them records the flags, and what lint says.
if (only.length === 0 || only.includes('flags')) await import('./flags/update.ts')
if (only.length === 0 || only.includes('lint')) await import('./lint/update.ts')
if (only.length === 0 || only[0] === 'kustomize') await import('./kustomize/update.ts')
// The texts of Flux's envsubst; needs Go.
if (only.length === 0 || only[0] === 'substitution') await import('./substitution/update.ts')
// Records of Helm 2, by its own library; needs Go.
if (only.length === 0 || only[0] === 'tiller') await import('./tiller/update.ts')
// The answers of the real kube-apiserver; it is built and started for that (see test/testbed).
if (only.length === 0 || only[0] === 'kube') await import('./kube/update.ts')
// The answers of the libraries of Kubernetes and Helm about objects; needs Go.
if (only.length === 0 || only[0] === 'objects') await import('./objects/update.ts')
// These make new keys every time, and need gpg and cosign: only when they are named.
if (only.includes('provenance')) await import('./provenance/update.ts')
if (only.includes('cosign')) await import('./cosign/update.ts')

function isWanted(suite: string, chapter: string): boolean {
  const names = [suite, chapter, `${suite}/${chapter}`]
  return only.length === 0 || names.some((name) => only.includes(name))
}

async function record(suite: string, chapter: Chapter): Promise<void> {
  const { name, rows, recorded: before, recordedFile } = chapter
  const outcomes = await renderWithHelm(rows, {
    helm,
    likelyFails: (index) => 'error' in (before[rows[index]?.name ?? ''] ?? {}),
    signal: new AbortController().signal,
  })
  const after = Object.fromEntries(
    rows.map((row, index) => [row.name, shaped(row, outcomes[index] ?? { error: 'no outcome' })]),
  )
  await writeFile(recordedFile, `${JSON.stringify(after, undefined, 1)}\n`)
  const changed = rows.filter(
    (row) => JSON.stringify(before[row.name]) !== JSON.stringify(after[row.name]),
  )
  console.log(`${suite}/${name}: ${rows.length} rows, ${changed.length} changed`)
}
