import { parentPort, workerData } from 'node:worker_threads'
import { type Mutation, mutationsOf, runMutation } from './round.ts'
import { corpusSubjects, rowSubjects } from './sources.ts'

/** The first message to a worker. */
export interface WorkerOrders {
  readonly seed: number
  readonly corpus: string | undefined
  readonly maxMilliseconds: number
  /** Where the worker notes which mutation of its round it is at, for the case that it hangs. */
  readonly place: SharedArrayBuffer
}

/** A question to a worker: to run a round, or for the text of a mutation. */
export type WorkerRequest =
  | { readonly run: number }
  | { readonly tell: number; readonly index: number }

/** The report of a worker about a round. */
export interface RoundReport {
  readonly round: number
  readonly endings: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
  readonly slowest: number
}

export interface Finding {
  readonly what: string
  readonly from: string
  readonly text: string
}

const orders = workerData as WorkerOrders
const subjects = [
  ...(await rowSubjects()),
  ...(orders.corpus === undefined ? [] : corpusSubjects(orders.corpus)),
]
const place = new Int32Array(orders.place)
parentPort?.on('message', (request: WorkerRequest) => parentPort?.postMessage(answer(request)))
parentPort?.postMessage('ready')

function answer(request: WorkerRequest): RoundReport | Omit<Finding, 'what'> {
  if ('run' in request) return runRound(request.run)
  const mutation = mutationsOf(subjects, orders.seed, request.tell)[request.index]
  if (mutation === undefined) throw new Error(`round ${request.tell} has no ${request.index}`)
  return { from: mutation.subject.from, text: mutation.text }
}

function runRound(round: number): RoundReport {
  const endings: Record<string, number> = {}
  const findings: Finding[] = []
  let slowest = 0
  const mutations = mutationsOf(subjects, orders.seed, round)
  const most = allowedMilliseconds(mutations)
  for (const [index, mutation] of mutations.entries()) {
    Atomics.store(place, 0, index)
    const { result, milliseconds } = timed(() => runMutation(mutation))
    const ending = typeof result === 'string' ? result : 'thrown'
    endings[ending] = (endings[ending] ?? 0) + 1
    const about = { from: mutation.subject.from, text: changedPart(mutation) }
    if (typeof result !== 'string') findings.push({ what: describe(result.thrown), ...about })
    const time = milliseconds > most ? quickest(mutation) : milliseconds
    slowest = Math.max(slowest, time)
    if (time > most) findings.push({ what: `${ending} after ${time} ms`, ...about })
  }
  return { round, endings, findings, slowest }
}

/** Some charts print all their files as they are: what is slow unharmed may be so when damaged. */
function allowedMilliseconds([first]: readonly Mutation[]): number {
  const whole = first === undefined ? 0 : quickest({ ...first, text: first.subject.text })
  return Math.max(orders.maxMilliseconds, 2 * whole)
}

// The first time may pay for compiling or collecting what others left: only what is slow each time is slow.
function quickest(mutation: Mutation): number {
  const times = [1, 2, 3].map(() => timed(() => runMutation(mutation)).milliseconds)
  return Math.min(...times)
}

/** Time of this thread on a processor, whatever else the machine does. */
function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const before = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, milliseconds: (user + system) / 1000 }
}

/** The text from a little before the first mutation on. */
function changedPart({ subject, text }: Mutation): string {
  let same = 0
  while (same < text.length && text[same] === subject.text[same]) same++
  return text.slice(Math.max(0, same - 200), same + 1500)
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
