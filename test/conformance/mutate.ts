import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { mutationsPerRound } from './mutate/round.ts'
import { mutationLimits } from './mutate/subject.ts'
import type { Finding, RoundReport, WorkerOrders, WorkerRequest } from './mutate/worker.ts'

// Mutations of templates and YAML files, read and rendered: nothing may hang, crash or take long.
//   npm run fuzz:mutate -- [--count 10000] [--seed 1] [--corpus FOLDER]
// Mutated are the templates and values of our rows, and with a corpus those of the charts in
// FOLDER/charts/*.tgz and the files in FOLDER/values.

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    corpus: { type: 'string' },
  },
})

const maxMilliseconds = 50
/** A worker that is at one mutation for so long hangs, however busy the machine is. */
const maxSilence = 30_000
const workers = 2

const rounds = Array.from(
  { length: Math.ceil(Number(options.count) / mutationsPerRound) },
  (_, round) => round,
).values()
const endings = new Map<string, number>()
const findings: Finding[] = []
let slowest = 0

await Promise.all(Array.from({ length: workers }, work))

const counts = [...endings].map(([ending, count]) => `${count} ${ending}`).join(', ')
console.log(`limits: ${JSON.stringify(mutationLimits)}`)
console.log(`mutations: ${counts}; slowest ${slowest.toFixed(1)} ms; findings: ${findings.length}`)
for (const { what, from, text } of findings.slice(0, 20)) {
  console.log(`${from}\n${what}\n${JSON.stringify(text.slice(0, 2000))}\n`)
}
if (findings.length > 0) process.exitCode = 1

/** Gives rounds to a worker until there are none; a worker that hangs is ended and replaced. */
async function work(): Promise<void> {
  const place = new SharedArrayBuffer(4)
  let worker = await startWorker(place)
  for (const round of rounds) {
    const report = await runRound(worker, round, place)
    if (report === undefined) {
      const index = Atomics.load(new Int32Array(place), 0)
      await worker.terminate()
      worker = await startWorker(place)
      const what = `hangs: mutation ${index} of round ${round} takes more than ${maxSilence} ms`
      const about = (await ask(worker, { tell: round, index })) as Omit<Finding, 'what'>
      findings.push({ what, ...about })
    } else add(report)
  }
  await worker.terminate()
}

async function startWorker(place: SharedArrayBuffer): Promise<Worker> {
  const seed = Number(options.seed)
  const workerData: WorkerOrders = { seed, corpus: options.corpus, maxMilliseconds, place }
  const worker = new Worker(new URL('./mutate/worker.ts', import.meta.url), { workerData })
  await once(worker, 'message')
  return worker
}

async function runRound(
  worker: Worker,
  round: number,
  place: SharedArrayBuffer,
): Promise<RoundReport | undefined> {
  const answer = ask(worker, { run: round }) as Promise<RoundReport>
  for (let before = -1; ;) {
    const report = await Promise.race([answer, setTimeout(maxSilence, undefined, { ref: false })])
    const now = Atomics.load(new Int32Array(place), 0)
    if (report !== undefined || now === before) return report
    before = now
  }
}

async function ask(worker: Worker, request: WorkerRequest): Promise<unknown> {
  const answered = once(worker, 'message')
  worker.postMessage(request)
  const [answer] = (await answered) as [unknown]
  return answer
}

function add(report: RoundReport): void {
  slowest = Math.max(slowest, report.slowest)
  findings.push(...report.findings)
  for (const [ending, count] of Object.entries(report.endings)) {
    endings.set(ending, (endings.get(ending) ?? 0) + count)
  }
  if (report.round % 500 === 499)
    console.error(`${(report.round + 1) * mutationsPerRound} mutations`)
}
