// npm run interchange -- CORPUS                 thirty charts of a corpus, we and helm in turns on a real API server
// npm run interchange -- CORPUS --charts 6      the same with fewer; --only TEXT for charts of that name
// npm run interchange -- CORPUS --trait hooks --from 0 --most 2      a piece of it: two charts with hooks from the
//                                               first on, then it says where the next piece begins; --trait large for
//                                               the two that helm cannot store
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
  options: {
    charts: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
    trait: { type: 'string' },
    from: { type: 'string', default: '0' },
    most: { type: 'string' },
  },
})
const [corpus] = positionals
const hookTime = '40s'
// Only what hangs is ended: a machine that does other things, too, is slow.
const limitSeconds = 600

/** The program that installs, and the one that then upgrades, rolls back and uninstalls. */
const turns: readonly (readonly [ProgramName, ProgramName])[] = [
  ['outrigger', 'helm4'],
  ['outrigger', 'helm3'],
  ['helm4', 'outrigger'],
  ['helm3', 'outrigger'],
]

// Every chart gets one of its own, the same for all turns: definitions that are kept say to whom they belong.
let namespaces = 0

if (corpus === undefined) {
  console.error('usage: npm run interchange -- CORPUS [--charts N] [--only TEXT] [--trait TRAIT]')
  process.exitCode = 2
} else await main(corpus)

async function main(folder: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'outrigger-interchange-'))
  const plane = await startControlPlane({ folder: home, keeps: 'nothing' })
  try {
    const run = programsOn(plane.kubeconfig, limitSeconds)
    const { trait } = values
    const failures = [
      ...(trait === 'large' ? [] : await playAll(folder, run)),
      ...(trait === undefined || trait === 'large' ? await playLarge(home, run) : []),
    ]
    process.exitCode = failures.length === 0 ? 0 : 1
  } finally {
    await plane.shutDown()
  }
}

async function playAll(folder: string, run: RunProgram): Promise<readonly string[]> {
  const failures: string[] = []
  let played = 0
  for (const [trait, charts] of pickCharts(folder)) {
    if (values.trait !== undefined && values.trait !== trait) continue
    const share = values.most ?? shareOf(trait, Number(values.charts))
    const named = charts.filter(({ id }) => id.includes(values.only))
    let taken = 0
    let at = Number(values.from)
    for (; at < named.length && taken < Number(share); at++) {
      const chart = named[at]
      if (chart === undefined) break
      const namespace = `turn-${namespaces++}`
      const why = await whyNotInstalled(chart, namespace, run)
      if (why !== undefined) {
        console.log(`${chart.id} (${trait}): left out, helm cannot: ${why}`)
        continue
      }
      taken++
      const found = await playChart(chart, namespace, run)
      failures.push(...found)
      const outcome = found.length === 0 ? 'interchangeable' : `FAILED\n${found.join('\n')}`
      console.log(`${chart.id} (${trait}): ${outcome}`)
    }
    played += taken
    if (values.most !== undefined) console.log(`the next piece: --trait ${trait} --from ${at}`)
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

// A chart that helm itself cannot install and uninstall on an empty cluster says nothing about us.
async function whyNotInstalled(
  chart: PickedChart,
  namespace: string,
  run: RunProgram,
): Promise<string | undefined> {
  const installed = await run('helm4', installWords(chart, namespace))
  const gone = await run('helm4', ['uninstall', 'r', '-n', namespace])
  return [installed, gone]
    .find(({ ok }) => !ok)
    ?.output.trim()
    .split('\n')
    .at(-1)
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
