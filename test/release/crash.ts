// npm run crash                  kills our program fifty times at random moments on a real API server
// npm run crash -- --kills 5     the same in small; --seed N repeats a run
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startControlPlane } from '../testbed/control-plane.ts'
import { leftOf, programsOn, type RunProgram, startOf } from './programs.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
})
const chart = fileURLToPath(new URL('../charts/charts/web-app', import.meta.url))
const verbs = ['install', 'upgrade', 'rollback', 'uninstall'] as const
type Verb = (typeof verbs)[number]

const kills = Number(values.kills)
const mostRounds = 10
// Only what hangs is ended: a machine that does other things, too, is slow.
const limitSeconds = 600
const random = createRandom(Number(values.seed))
const folder = await mkdtemp(join(tmpdir(), 'outrigger-crash-'))
const plane = await startControlPlane({ folder, keeps: 'nothing' })
try {
  process.exitCode = (await crashAll(programsOn(plane.kubeconfig, limitSeconds))) ? 0 : 1
} finally {
  await plane.shutDown()
}

async function crashAll(run: RunProgram): Promise<boolean> {
  const usual = await timeVerbs(run)
  let converged = 0
  let killed = 0
  for (let round = 0; killed < kills && round < kills * mostRounds; round++) {
    const verb = verbs[killed % verbs.length] ?? 'install'
    const outcome = await crashOnce(verb, `crash-${round}`, usual[verb], run)
    // It was faster than before; only what was killed in the middle counts.
    if (outcome.is === 'was-done') {
      usual[verb] = outcome.milliseconds
      continue
    }
    killed++
    if (outcome.problem === '') converged++
    const end = outcome.problem === '' ? 'converged' : outcome.problem
    console.log(
      `${killed} ${verb} killed at ${outcome.at} of ${Math.round(usual[verb])} ms: ${end}`,
    )
  }
  console.log(`${converged} of ${killed} converged`)
  return converged === kills
}

function wordsOf(verb: Verb, namespace: string): readonly string[] {
  const where = ['-n', namespace]
  if (verb === 'install') {
    return ['upgrade', '--install', 'web', chart, '--create-namespace', ...where]
  }
  if (verb === 'upgrade') return ['upgrade', 'web', chart, '--set', 'replicas=2', ...where]
  if (verb === 'rollback') return ['rollback', 'web', '1', ...where]
  return ['uninstall', 'web', '--ignore-not-found', ...where]
}

/** The releases that have to be there before a verb can be killed. */
async function prepare(verb: Verb, namespace: string, run: RunProgram): Promise<void> {
  const before = { install: 0, upgrade: 1, rollback: 2, uninstall: 1 }[verb]
  for (const earlier of verbs.slice(0, before)) await must(run, wordsOf(earlier, namespace))
}

async function timeVerbs(run: RunProgram): Promise<Record<Verb, number>> {
  const times: Record<Verb, number> = { install: 0, upgrade: 0, rollback: 0, uninstall: 0 }
  for (const verb of verbs) times[verb] = await must(run, wordsOf(verb, 'crash-timed'))
  return times
}

async function must(run: RunProgram, words: readonly string[]): Promise<number> {
  const { ok, output, seconds } = await run('outrigger', words)
  if (!ok) throw new Error(`${words.join(' ')}: ${output}`)
  return seconds * 1000
}

type Crash =
  | { readonly is: 'was-done'; readonly milliseconds: number }
  | { readonly is: 'killed'; readonly at: number; readonly problem: string }

async function crashOnce(
  verb: Verb,
  namespace: string,
  usual: number,
  run: RunProgram,
): Promise<Crash> {
  await prepare(verb, namespace, run)
  // Before that it is loading itself, and nothing can go wrong.
  const at = Math.round(usual * (0.3 + 0.7 * random()))
  const lived = await killAfter(at, wordsOf(verb, namespace))
  if (lived !== undefined) return { is: 'was-done', milliseconds: lived }
  const again = await run('outrigger', wordsOf(verb, namespace))
  const problem = again.ok ? await problemAfter(verb, namespace, run) : again.output.trim()
  return { is: 'killed', at, problem }
}

/** How long it lived when it ended by itself before; undefined when it was killed. */
async function killAfter(
  milliseconds: number,
  words: readonly string[],
): Promise<number | undefined> {
  const [file = '', ...before] = startOf('outrigger')
  const env = { ...process.env, KUBECONFIG: plane.kubeconfig }
  const started = performance.now()
  const child = spawn(file, [...before, ...words], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  await Promise.race([ended, sleep(milliseconds)])
  const lived = child.exitCode === null ? undefined : performance.now() - started
  child.kill('SIGKILL')
  await ended
  return lived
}

/** Faults of the release after the second attempt; empty when there are none. */
async function problemAfter(verb: Verb, namespace: string, run: RunProgram): Promise<string> {
  if (verb === 'uninstall') {
    const left = await leftOf(namespace, run)
    return left.length === 0 ? '' : `left behind: ${left.join(', ')}`
  }
  const status = await run('helm4', ['status', 'web', '-n', namespace])
  if (!status.output.includes('STATUS: deployed')) return status.output
  const diff = await run('outrigger', ['diff', 'web', '-n', namespace, '--exit-code'])
  if (!diff.ok) return diff.output
  const leases = (await leftOf(namespace, run)).filter((one) => one.startsWith('Lease'))
  return leases.join(', ')
}

/** The same numbers every time (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
