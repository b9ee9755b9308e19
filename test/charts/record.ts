import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { findOracle } from '../oracles/find.ts'
import type { CorpusCase, Verdict } from '../parity/corpus.ts'
import { type HelmOutcome, ownCorpus, runHelmTemplate } from './run-helm-template.ts'

// Records what the real helm prints for every chart and values file of our own corpus.
const helm = findOracle('helm4')
const named = readdirSync(`${ownCorpus}/charts`).toSorted().flatMap(casesOf)
const first = await runAll()
// The second round is in another second, so that what depends on the clock shows.
await setTimeout(1100)
const second = await runAll()

rmSync(`${ownCorpus}/expected`, { recursive: true, force: true })
const cases = named.map(({ id, case: name }, i): CorpusCase => {
  const outcome = outcomeAt(first, i)
  const verdict = verdictOf(`${id}/${name}`, outcome, outcomeAt(second, i))
  write(`${ownCorpus}/expected/${id}`, name, outcome)
  return { id, case: name, verdict }
})
const rows = cases.map((one) => `  ${JSON.stringify(one)}`).join(',\n')
writeFileSync(`${ownCorpus}/cases.json`, `[\n${rows}\n]\n`)
for (const verdict of ['same', 'random', 'error'] as const) {
  console.log(`${verdict}: ${cases.filter((one) => one.verdict === verdict).length}`)
}

/** A chart by itself, and with each of its values files. */
function casesOf(id: string): { id: string; case: string }[] {
  const folder = `${ownCorpus}/values/${id}`
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : []
  const names = ['default', ...files.map((file) => file.replace(/\.yaml$/, ''))]
  return names.map((name) => ({ id, case: name }))
}

async function runAll(): Promise<HelmOutcome[]> {
  const outcomes: HelmOutcome[] = []
  for (const one of named) outcomes.push(await runHelmTemplate(helm, one.id, one.case))
  return outcomes
}

function outcomeAt(outcomes: readonly HelmOutcome[], index: number): HelmOutcome {
  const outcome = outcomes[index]
  if (outcome === undefined) throw new Error(`case ${index} was not run`)
  return outcome
}

function verdictOf(name: string, one: HelmOutcome, other: HelmOutcome): Verdict {
  if ('output' in one && 'output' in other) return one.output === other.output ? 'same' : 'random'
  if ('error' in one && 'error' in other && one.error === other.error) return 'error'
  throw new Error(`${name} fails differently each time; make it fail in one way`)
}

function write(folder: string, name: string, outcome: HelmOutcome): void {
  mkdirSync(folder, { recursive: true })
  if ('output' in outcome) writeFileSync(`${folder}/${name}.yaml`, outcome.output)
  else writeFileSync(`${folder}/${name}.err`, outcome.error)
}
