// npm run judge:guards [-- ATTACK…]: takes out each guard against a known attack and expects its test to fail.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { guardRows } from './guard-rows.ts'

const root = resolve(import.meta.dirname, '../..')
const wanted = process.argv.slice(2)
let bad = 0
for (const { attack, file, find } of guardRows) {
  if (wanted.length > 0 && !wanted.some((one) => attack.includes(one))) continue
  const isThere = readFileSync(join(root, 'src', file), 'utf8').includes(find)
  const found = isThere ? outcomeWithout(attack) : 'the guard is not where its row says'
  if (found !== 'found') bad++
  console.log(`${found === 'found' ? 'ok  ' : 'FAIL'}  ${attack}  ${found}`)
}
process.exitCode = bad === 0 ? 0 : 1

/** Runs the tests of an attack without its guard: at least one must fail, and by an assertion. */
function outcomeWithout(attack: string): string {
  const config = join(import.meta.dirname, 'without-guard.config.ts')
  const pattern = attack.replaceAll(/[^\w :,-]/g, '.')
  const args = ['tools/node/run.cjs', 'vitest', 'run', '--root', root, '--config', config]
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-guards-'))
  const report = join(folder, 'report.json')
  try {
    spawnSync(
      process.execPath,
      [...args, '--reporter', 'json', '--outputFile', report, '-t', pattern],
      { cwd: root, env: { ...process.env, OUTRIGGER_WITHOUT_GUARD: attack }, stdio: 'ignore' },
    )
    return existsSync(report) ? verdictOf(readFileSync(report, 'utf8')) : 'the tests did not run'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function verdictOf(report: string): string {
  const { numFailedTests, numPassedTests } = JSON.parse(report) as {
    readonly numFailedTests: number
    readonly numPassedTests: number
  }
  if (numFailedTests > 0) return 'found'
  return numPassedTests === 0 ? 'no test has this name' : 'its test passes without the guard'
}
