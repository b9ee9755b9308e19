// npm run sandbox:charts -- CORPUS              thirty charts of a corpus, by helm 3 and helm 4, on a sandbox
// npm run sandbox:charts -- CORPUS --charts 6   the same with fewer; --only TEXT for charts of that name
import { parseArgs } from 'node:util'
import { type PickedChart, pickCharts, shareOf } from '../release/pick-charts.ts'
import { leftOf, type ProgramName, programsOn, type RunProgram } from '../release/programs.ts'
import { openSandbox } from '../scenarios/sandbox-stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { charts: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
})
const [corpus] = positionals
const patience = '120s'
const limitSeconds = 180
const programs: readonly ProgramName[] = ['helm3', 'helm4']

if (corpus === undefined) {
  console.error('usage: npm run sandbox:charts -- CORPUS [--charts N] [--only TEXT]')
  process.exitCode = 2
} else await main(corpus)

async function main(folder: string): Promise<void> {
  const sandbox = await openSandbox()
  try {
    const failures = await playAll(folder, programsOn(sandbox.kubeconfig, limitSeconds))
    process.exitCode = failures === 0 ? 0 : 1
  } finally {
    await sandbox.close()
  }
}

async function playAll(folder: string, run: RunProgram): Promise<number> {
  let [played, failures] = [0, 0]
  for (const [trait, charts] of pickCharts(folder)) {
    const chosen = charts.filter(({ id }) => id.includes(values.only))
    for (const chart of chosen.slice(0, shareOf(trait, Number(values.charts)))) {
      for (const program of programs) {
        const problem = await playChart(chart, program, `chart-${played++}`, run)
        if (problem !== undefined) failures++
        console.log(`${chart.id} (${trait}), ${program}: ${problem ?? 'works'}`)
      }
    }
  }
  console.log(`${played} runs, ${failures} failures`)
  return failures
}

/** The whole life of a release; undefined when every step succeeds and nothing is left. */
async function playChart(
  { path }: PickedChart,
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
    // Whatever went wrong, what was installed goes again.
    if (problem !== undefined && words[0] !== 'uninstall') continue
    const { ok, output } = await run(program, words)
    if (!ok) problem ??= `${words[0]}: ${output.trim().split('\n').slice(-3).join(' | ')}`
  }
  const left = problem === undefined ? await leftOf(namespace, run) : []
  await run('kubectl', ['delete', 'namespace', namespace, '--wait=false'])
  return left.length === 0 ? problem : `left behind: ${left.join(', ')}`
}
