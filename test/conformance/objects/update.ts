import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Json } from '../../../src/objects/json.ts'
import { findGo } from '../../testbed/find-go.ts'
import { loadObjectsChapters, saveAnswers } from './chapters.ts'

// Records what the libraries of Kubernetes and of Helm answer: `npm run conformance:update -- objects`.
const oracle = fileURLToPath(new URL('oracle/', import.meta.url))
const go = await findGo(process.env, console.log)
for (const { name, rows, recorded } of await loadObjectsChapters()) {
  const questions = JSON.stringify(rows.map(({ ask, args }) => ({ ask, args })))
  const output = execFileSync(go, ['run', '.'], { cwd: oracle, input: questions, encoding: 'utf8' })
  const answers = JSON.parse(output) as readonly Json[]
  const after = Object.fromEntries(rows.map((row, at) => [row.name, answers[at] ?? null]))
  await saveAnswers(name, after)
  const changed = rows.filter(
    (row) => JSON.stringify(recorded[row.name]) !== JSON.stringify(after[row.name]),
  )
  console.log(`objects/${name}: ${rows.length} rows, ${changed.length} changed`)
}
