// npm run sandbox:charts -- CORPUS              thirty charts of a corpus, by helm 3 and helm 4, on a sandbox
// npm run sandbox:charts -- CORPUS --charts 6   the same with fewer; --only TEXT for charts of that name,
//                                               --trait hooks for those alone (test/release/pick-charts.ts)
import { parseArgs } from 'node:util'
import { type PickedChart, pickCharts, shareOf } from '../release/pick-charts.ts'
import { leftOf, type ProgramName, programsOn, type RunProgram } from '../release/programs.ts'
import { openSandbox } from '../scenarios/sandbox-stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    charts: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    trait: { type: 'string' },
  },
})
const [corpus] = positionals
const patience = '120s'
const limitSeconds = 180
const programs: readonly ProgramName[] = ['helm3', 'helm4']
// What is wrong with the manifest itself, or needs kinds that an empty cluster does not have.
const ofTheChart = /error validating data: \[apiVersion not set|no matches for kind/

if (corpus === undefined) {
  console.error('usage: npm run sandbox:charts -- CORPUS [--charts N] [--only TEXT] [--trait NAME]')
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
    if (values.trait !== undefined && values.trait !== trait) continue
    const share = shareOf(trait, Number(values.charts))
    let taken = 0
    for (const chart of charts.filter(({ id }) => id.includes(values.only))) {
      if (taken >= share) break
      // The same for both: definitions that are kept say to whom they belong.
      const namespace = `chart-${played}`
      const problems = await playBoth(chart, namespace, run)
      if (problems.some((problem) => problem !== undefined && ofTheChart.test(problem))) {
        console.log(
          `${chart.id} (${trait}): left out, no server could take it: ${problems[0] ?? ''}`,
        )
        continue
      }
      taken++
      played++
      failures += problems.filter((problem) => problem !== undefined).length
      const told = problems.map((problem, at) => `${programs[at] ?? ''}: ${problem ?? 'works'}`)
      console.log(`${chart.id} (${trait}): ${told.join('; ')}`)
    }
  }
  console.log(`${played} charts, ${programs.length} programs each, ${failures} failures`)
  return failures
}

async function playBoth(
  chart: PickedChart,
  namespace: string,
  run: RunProgram,
): Promise<readonly (string | undefined)[]> {
  const problems: (string | undefined)[] = []
  for (const program of programs) {
    problems.push(await playChart(chart, program, namespace, run))
    // No helm uninstalls them; those of the one would be in the way of the other, on a real cluster too.
    await run('kubectl', ['delete', 'customresourcedefinitions', '--all', '--timeout', patience])
  }
  await run('kubectl', ['delete', 'namespace', namespace, '--wait=false'])
  return problems
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
  return left.length === 0 ? problem : `left behind: ${left.join(', ')}`
}
