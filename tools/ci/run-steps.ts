import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandResult, runCommand } from '../run-command.ts'
import type { Step } from './steps.ts'
import { type Counts, countVitestReport } from './vitest-counts.ts'

/** A step that hangs is ended, so that the others still get their turn within the half hour. */
const stepLimitSeconds = 1_500

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

/** Runs every step whatever became of the ones before, and ends with the line `N passed, N failed`. */
export async function runSteps(
  steps: readonly Step[],
  env: Environment,
  say: Say,
): Promise<boolean> {
  const failedSteps: string[] = []
  let passed = 0
  let failed = 0
  for (const step of steps) {
    say(`\n== ${step.name}: ${step.command.join(' ')}`)
    const began = performance.now()
    const counts = await runStep(step, env, say)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`-- ${step.name}: ${describe(counts)}, ${seconds} s`)
    passed += counts.passed
    failed += counts.failed
    if (counts.failed > 0) failedSteps.push(step.name)
  }
  say('')
  for (const name of failedSteps) say(`failed: ${name}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0
}

async function runStep(step: Step, env: Environment, say: Say): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-ci-'))
  try {
    const stepEnv = { ...env, ...step.env?.() }
    if (step.counts === 'once') return judgeOnce(step, await run(step.command, stepEnv), say)
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const result = await run([...step.command, '--', ...reporters], stepEnv)
    const counts = countVitestReport(await readFile(report, 'utf8'))
    return judgeTests(step, result, counts, say)
  } catch (error) {
    // No Node 24, no report: the step has failed, and the ones after it are still of interest.
    say(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: readonly [string, ...string[]], env: Environment): Promise<CommandResult> {
  const [program, ...args] = command
  return runCommand(program, args, { env, output: 'show', limitSeconds: stepLimitSeconds })
}

function judgeOnce(step: Step, result: CommandResult, say: Say): Counts {
  const answered = result.output.includes(step.expects ?? '')
  if (!answered) say(`${step.name} was expected to print ${step.expects}`)
  const ok = result.ok && answered
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

function judgeTests(step: Step, result: CommandResult, counts: Counts, say: Say): Counts {
  let { failed } = counts
  if (step.counts === 'tests, none skipped' && counts.skipped > 0) {
    say(`${counts.skipped} tests were skipped; with the real tools at hand none may be`)
    failed += counts.skipped
  }
  // vitest also fails on what belongs to no test, such as an unhandled rejection.
  if (!result.ok && failed === 0) failed = 1
  return { ...counts, failed }
}

function describe({ passed, failed, skipped }: Counts): string {
  const text = `${passed} passed, ${failed} failed`
  return skipped === 0 ? text : `${text}, ${skipped} skipped`
}
