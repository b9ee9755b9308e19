// npm run sandbox:charts -- CORPUS              thirty charts of a corpus, by helm 3 and helm 4, on a sandbox
// npm run sandbox:charts -- CORPUS --charts 6   the same with fewer; --only TEXT for charts of that name,
//                                               --trait hooks for those alone (test/release/pick-charts.ts)
import { parseArgs } from 'node:util'
import { type PickedChart, pickCharts, shareOf } from '../release/pick-charts.ts'
import { type ProgramName, programsOn, type RunProgram } from '../release/programs.ts'
import { openSandbox } from '../scenarios/sandbox-stage.ts'
import { patience, playChart } from './play-chart.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    charts: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    trait: { type: 'string' },
  },
})
const [corpus] = positionals
const limitSeconds = 180
const programs: readonly ProgramName[] = ['helm3', 'helm4']
// Faults of the manifest itself, and kinds that an empty cluster does not have.
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
    problems.push(await playChart(chart.path, program, namespace, run))
    // No helm uninstalls them; those of the one would be in the way of the other, on a real cluster too.
    await run('kubectl', ['delete', 'customresourcedefinitions', '--all', '--timeout', patience])
  }
  await run('kubectl', ['delete', 'namespace', namespace, '--wait=false'])
  return problems
}
