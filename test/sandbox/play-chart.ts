import { leftOf, type ProgramName, type RunProgram } from '../release/programs.ts'

/** How long helm waits for anything. */
export const patience = '120s'

/** The whole life of a release; undefined when every step succeeds and nothing is left. */
export async function playChart(
  path: string,
  program: ProgramName,
  namespace: string,
  run: RunProgram,
): Promise<string | undefined> {
  const where = ['-n', namespace, '--timeout', patience]
  const steps: readonly (readonly string[])[] = [
    ['install', 'r', path, '--create-namespace', '--wait', ...where],
    ['upgrade', 'r', path, '--wait', ...where],
    ['rollback', 'r', '1', '--wait', ...where],
    ['test', 'r', ...where],
    ['uninstall', 'r', '--wait', ...where],
  ]
  let problem: string | undefined
  for (const words of steps) {
    // An uninstall follows also after a failure.
    if (problem !== undefined && words[0] !== 'uninstall') continue
    const { ok, output } = await run(program, words)
    if (!ok) problem ??= `${words[0]}: ${output.trim().split('\n').slice(-3).join(' | ')}`
  }
  const left = problem === undefined ? await leftOf(namespace, run) : []
  return left.length === 0 ? problem : `left behind: ${left.join(', ')}`
}
