// npm run charts:embedded -- CORPUS                ten charts by helm on the embedded server, with the real controllers
// npm run charts:embedded -- CORPUS --charts 4     fewer; --only TEXT for charts of that name; --trait hooks for those alone; --helm helm3; --real: on the real control plane
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PickedChart, pickCharts, shareOf } from '../release/pick-charts.ts'
import { type ProgramName, programsOn, type RunProgram } from '../release/programs.ts'
import { startControlPlane } from '../testbed/control-plane.ts'
import { startWithRealControllers } from './real-controllers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    charts: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    trait: { type: 'string' },
    helm: { type: 'string', default: 'helm3,helm4' },
    real: { type: 'boolean', default: false },
  },
})
const [corpus] = positionals
const wait = '240s'
const limitSeconds = 300

if (corpus === undefined) {
  console.error(
    'usage: npm run charts:embedded -- CORPUS [--charts N] [--only TEXT] [--trait NAME]',
  )
  process.exitCode = 2
} else process.exitCode = await main(corpus)

async function main(folder: string): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'outrigger-charts-'))
  const cluster = values.real ? await startReal(home) : await startOurs(home)
  const helms = values.helm.split(',').filter((name) => name === 'helm3' || name === 'helm4')
  let failures = 0
  try {
    const run = programsOn(cluster.kubeconfig, limitSeconds)
    for (const [at, chart] of chosen(folder).entries()) {
      const helm = helms[at % helms.length] ?? 'helm3'
      const problem = await play(chart, helm, `chart-${at}`, run)
      if (problem !== undefined) failures++
      console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${helm} ${chart.trait} ${chart.id}`)
      if (problem !== undefined) console.log(indented(problem))
    }
  } finally {
    await cluster.stop()
    await rm(home, { recursive: true, force: true })
  }
  console.log(failures === 0 ? 'all charts came, changed and went' : `${failures} failed`)
  return failures === 0 ? 0 : 1
}

interface Cluster {
  readonly kubeconfig: string
  readonly stop: () => Promise<void>
}

async function startOurs(folder: string): Promise<Cluster> {
  const { layout, stop } = await startWithRealControllers(folder)
  return { kubeconfig: layout.files.kubeconfig, stop }
}

async function startReal(folder: string): Promise<Cluster> {
  const plane = await startControlPlane({ folder, keeps: 'everything' })
  return { kubeconfig: plane.kubeconfig, stop: () => plane.shutDown() }
}

function chosen(folder: string): readonly PickedChart[] {
  const count = Number(values.charts)
  const picked = [...pickCharts(folder)].flatMap(([trait, charts]) => {
    if (values.trait !== undefined && values.trait !== trait) return []
    return values.only === ''
      ? charts.slice(0, shareOf(trait, count))
      : charts.filter(({ id }) => id.includes(values.only))
  })
  return picked.slice(0, count)
}

/** The life of a release; gives what went wrong. */
async function play(
  { path }: PickedChart,
  helm: ProgramName,
  namespace: string,
  run: RunProgram,
): Promise<string | undefined> {
  const common = ['--namespace', namespace]
  const taking = helm === 'helm4' ? ['--force-conflicts'] : []
  const steps: readonly (readonly [ProgramName, readonly string[]])[] = [
    [helm, ['install', 'one', path, ...common, '--create-namespace', '--wait', '--timeout', wait]],
    ['kubectl', ['scale', ...common, '--replicas=2', 'deployment,statefulset', '--all']],
    // The scaling manager owns the number of replicas; helm 4 has to be told to take it back.
    [helm, ['upgrade', 'one', path, ...common, '--wait', '--timeout', wait, ...taking]],
    [helm, ['uninstall', 'one', ...common, '--wait', '--timeout', wait]],
    ['kubectl', ['delete', 'namespace', namespace, `--timeout=${wait}`]],
  ]
  for (const [program, words] of steps) {
    const { ok, output } = await run(program, words)
    const isNothing = output.includes('no objects passed to scale')
    if (!ok && !isNothing) return `${program} ${words.slice(0, 2).join(' ')}: ${output.trim()}`
  }
  return undefined
}

function indented(text: string): string {
  return text
    .split('\n')
    .slice(-12)
    .map((line) => `     ${line}`)
    .join('\n')
}
