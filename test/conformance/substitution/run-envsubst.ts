import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findGo } from '../../testbed/find-go.ts'
import { type SubstitutionRow, variables } from './rows.ts'

export type SubstitutionOutcome = { readonly output: string } | { readonly error: string }

const oracle = fileURLToPath(new URL('oracle/', import.meta.url))

/** The texts that the envsubst of Flux makes. */
export async function runEnvsubst(
  rows: readonly SubstitutionRow[],
): Promise<readonly SubstitutionOutcome[]> {
  const go = await findGo(process.env, console.log)
  const input = JSON.stringify(rows.map(({ text }) => ({ text, variables })))
  const output = execFileSync(go, ['run', '.'], {
    cwd: oracle,
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(output) as readonly SubstitutionOutcome[]
}
