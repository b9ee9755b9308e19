// npm run interchange -- CORPUS                 thirty charts of a corpus, we and helm in turns on a real API server
// npm run interchange -- CORPUS --charts 6      the same with fewer; --only TEXT for charts of that name
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startControlPlane } from '../testbed/control-plane.ts'
import { makeLargeCharts } from './large-charts.ts'
import { type PickedChart, pickCharts, shareOf } from './pick-charts.ts'
import { leftOf, type ProgramName, programsOn, type RunProgram } from './programs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { charts: { type: 'string', default: '30' }, only: { type: 'string', default: '' } },
})
const [corpus] = positionals
const hookTime = '40s'
const limitSeconds = 180

/** Who installs, and who then upgrades, rolls back and uninstalls. */
const turns: readonly (readonly [ProgramName, ProgramName])[] = [
  ['outrigger', 'helm4'],
  ['outrigger', 'helm3'],
  ['helm4', 'outrigger'],
  ['helm3', 'outrigger'],
]

// Every chart gets one of its own, the same for all turns: definitions that are kept say to whom they belong.
let namespaces = 0

if (corpus === undefined) {
  console.error('usage: npm run interchange -- CORPUS [--charts N] [--only TEXT]')
  process.exitCode = 2
} else await main(corpus)

async function main(folder: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'outrigger-interchange-'))
  const plane = await startControlPlane({ folder: home, keeps: 'nothing' })
  try {
    const run = programsOn(plane.kubeconfig, limitSeconds)
    const failures = [...(await playAll(folder, run)), ...(await playLarge(home, run))]
    process.exitCode = failures.length === 0 ? 0 : 1
  } finally {
    await plane.shutDown()
  }
}

async function playAll(folder: string, run: RunProgram): Promise<readonly string[]> {
  const failures: string[] = []
  let played = 0
  for (const [trait, charts] of pickCharts(folder)) {
    const share = shareOf(trait, Number(values.charts))
    let taken = 0
    for (const chart of charts.filter(({ id }) => id.includes(values.only))) {
      if (taken >= share) break
      // What helm itself cannot install on an empty cluster says nothing about us.
      const namespace = `turn-${namespaces++}`
      if (!(await canBeInstalled(chart, namespace, run))) continue
      taken++
      const found = await playChart(chart, namespace, run)
      failures.push(...found)
      const outcome = found.length === 0 ? 'interchangeable' : `FAILED\n${found.join('\n')}`
      console.log(`${chart.id} (${trait}): ${outcome}`)
    }
    played += taken
  }
  console.log(`${played} charts, ${turns.length} turns each, ${failures.length} failures`)
  return failures
}

/** Charts that helm cannot store: our verbs work on them, and helm shows them and keeps its hands off. */
async function playLarge(home: string, run: RunProgram): Promise<readonly string[]> {
  const failures: string[] = []
  for (const chart of await makeLargeCharts(join(home, 'large'))) {
    const namespace = `large-${chart.id}`
    const problem = await playLargeOne(chart, namespace, run)
    if (problem !== undefined) failures.push(`${chart.id}: ${problem}`)
    console.log(`${chart.id} (past 1 MiB): ${problem ?? 'works, and helm lists it'}`)
  }
  return failures
}

async function playLargeOne(
  chart: PickedChart,
  namespace: string,
  run: RunProgram,
): Promise<string | undefined> {
  const where = ['-n', namespace]
  const refused = await run('helm4', installWords(chart, `${namespace}-helm`))
  if (refused.ok) return 'helm stores it, so it proves nothing'
  const verbs = [
    installWords(chart, namespace),
    ['upgrade', 'r', chart.path, '--set', 'changed=true', ...where],
    ['rollback', 'r', '1', ...where],
  ]
  for (const [at, words] of verbs.entries()) {
    const { ok, output } = await run('outrigger', words)
    if (!ok) return `outrigger ${words[0]}: ${output.trim().split('\n').slice(-3).join(' | ')}`
    for (const helm of ['helm3', 'helm4'] as const) {
      const list = await run(helm, ['list', ...where])
      if (!/^r\s.*deployed/m.test(list.output)) return `${helm} list: ${list.output}`
      const history = await run(helm, ['history', 'r', ...where])
      const shown = [...history.output.matchAll(/^\d+\s.*(superseded|deployed)/gm)]
      if (shown.length !== at + 1) return `${helm} history: ${history.output}`
    }
  }
  const { ok, output } = await run('outrigger', ['uninstall', 'r', ...where])
  if (!ok) return `outrigger uninstall: ${output}`
  const left = await leftOf(namespace, run)
  return left.length === 0 ? undefined : `left behind: ${left.join(', ')}`
}

async function canBeInstalled(
  chart: PickedChart,
  namespace: string,
  run: RunProgram,
): Promise<boolean> {
  const { ok } = await run('helm4', installWords(chart, namespace))
  const { ok: gone } = await run('helm4', ['uninstall', 'r', '-n', namespace])
  return ok && gone
}

async function playChart(
  chart: PickedChart,
  namespace: string,
  run: RunProgram,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const [first, second] of turns) {
    const problem = await playTurn(chart, namespace, [first, second], run)
    if (problem !== undefined) failures.push(`${chart.id}: ${first}, then ${second}: ${problem}`)
  }
  return failures
}

async function playTurn(
  chart: PickedChart,
  namespace: string,
  [first, second]: readonly [ProgramName, ProgramName],
  run: RunProgram,
): Promise<string | undefined> {
  const where = ['-n', namespace, '--timeout', hookTime]
  const again = second === 'outrigger' ? ['--new-revision'] : []
  const steps = [
    [first, installWords(chart, namespace)],
    [second, ['upgrade', 'r', chart.path, ...again, ...where]],
    [
      first,
      ['upgrade', 'r', chart.path, ...(first === 'outrigger' ? ['--new-revision'] : []), ...where],
    ],
    [second, ['rollback', 'r', '1', ...where]],
    [second, ['uninstall', 'r', ...where]],
  ] as const
  for (const [program, words] of steps) {
    const { ok, output } = await run(program, words)
    if (!ok) return `${program} ${words[0]}: ${output.trim().split('\n').slice(-3).join(' | ')}`
  }
  const left = await leftOf(namespace, run)
  return left.length === 0 ? undefined : `left behind: ${left.join(', ')}`
}

function installWords({ path }: PickedChart, namespace: string): readonly string[] {
  return ['install', 'r', path, '-n', namespace, '--create-namespace', '--timeout', hookTime]
}
