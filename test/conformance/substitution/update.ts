import { writeFile } from 'node:fs/promises'
import { type SubstitutionOutcome, runEnvsubst } from './run-envsubst.ts'
import { rows } from './rows.ts'

// Records what the envsubst of Flux makes of every row: `npm run conformance:update -- substitution`; needs Go.
const outcomes = await runEnvsubst(rows)
const recorded: Record<string, SubstitutionOutcome> = Object.fromEntries(
  rows.map(({ text }, at) => [text, outcomes[at] ?? { error: 'no outcome' }]),
)
await writeFile(
  new URL('recorded.json', import.meta.url),
  `${JSON.stringify(recorded, undefined, 1)}\n`,
)
console.log(`substitution: ${rows.length} rows`)
