import type { KubeObject } from '../../objects/kube-object.ts'
import {
  type Surroundings,
  explainDelay,
  printReadinessChain,
} from '../../objects/readiness/explain-readiness.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ObjectName } from '../release.ts'
import {
  type AwaitOptions,
  type Awaited,
  type Unmet,
  type Verdict,
  awaitObjects,
} from './await-objects.ts'
import { LiveCauses } from './live-causes.ts'
import { fetchSurroundings } from './surroundings.ts'
import { judgeGone, judgeReady } from './verdicts.ts'

export interface WaitOptions {
  /** Milliseconds. */
  readonly timeout: number
  readonly jobs: 'started' | 'complete'
}

type Ports = Pick<ReleasePorts, 'client' | 'report' | 'offWorker'>

/** Waits until objects are ready. Fails with the reason of each that is not. */
export async function waitUntilReady(
  objects: readonly Awaited[],
  { timeout, jobs }: WaitOptions,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = ports.client
  const judge = (object: KubeObject | undefined) => judgeReady(object, jobs, new Date(clock.now()))
  const told = (awaited: Awaited, verdict: Verdict) => tell(ports, awaited, verdict)
  const why = await whyNot(objects, { timeout, judge, told }, ports, signal)
  if (why !== undefined) throw new ReleaseError('not-ready', why)
}

/**
 * Waits until all objects are what the judge wants. Tells meanwhile what holds workloads up, and in the end why it did
 * not come to that; undefined when it did.
 */
export async function whyNot(
  objects: readonly Awaited[],
  options: AwaitOptions,
  ports: Ports,
  signal: AbortSignal,
): Promise<string | undefined> {
  const causes = new LiveCauses(ports)
  const stop = new AbortController()
  const following = causes.follow(AbortSignal.any([signal, stop.signal]))
  const told: AwaitOptions['told'] = (awaited, verdict, live) => {
    causes.see(awaited.id, verdict.is === 'waiting' ? live : undefined)
    options.told(awaited, verdict, live)
  }
  try {
    const wanted = { ...options, told, offWorker: ports.offWorker }
    const outcome = await awaitObjects(ports.client, objects, wanted, signal)
    if (outcome.is === 'done') return undefined
    const lines = await explain(outcome.unmet, ports, signal)
    const end = outcome.is === 'timed-out' ? [timeoutText(options.timeout)] : []
    return [...lines, ...end].join('\n')
  } finally {
    stop.abort()
    await following
  }
}

/** Waits until objects are no longer there. */
export async function waitUntilGone(
  objects: readonly Omit<Awaited, 'live'>[],
  timeout: number,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await awaitObjects(
    ports.client,
    objects.map(({ id, resource }) => ({ id, resource })),
    {
      timeout,
      judge: judgeGone,
      told: (awaited, verdict) => tell(ports, awaited, verdict),
      offWorker: ports.offWorker,
    },
    signal,
  )
  if (outcome.is === 'done') return
  const lines = outcome.unmet.map(
    ({ awaited, verdict }) => `${nameText(awaited.id)} is not gone: ${verdict.reason}`,
  )
  throw new ReleaseError('not-ready', [...lines, timeoutText(timeout)].join('\n'))
}

function tell({ report }: Ports, { id }: Awaited, { is, reason }: Verdict): void {
  const status = ({ waiting: 'in-progress', done: 'ready', failed: 'failed' } as const)[is]
  report({ type: 'waiting', object: id, status, reason })
}

// Helm's words first, so that what reads its errors reads ours; then what holds the object up.
async function explain(
  unmet: readonly Unmet[],
  { client }: Ports,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const seen = unmet.flatMap(({ live }) => (live === undefined ? [] : [live]))
  const around = await fetchSurroundings(client, seen, signal)
  return unmet.flatMap(({ awaited, live, verdict }) => {
    const { namespace, name, kind } = awaited.id
    const status = verdict.is === 'failed' ? 'Failed' : 'InProgress'
    const what = `resource ${kind}/${namespace}/${name} not ready`
    const head = `${what}. status: ${status}, message: ${verdict.reason}`
    return [head, ...causesOf(live, around)]
  })
}

function causesOf(live: KubeObject | undefined, around: Surroundings): readonly string[] {
  if (live === undefined) return []
  return explainDelay(live, around).map((chain) => `  ${printReadinessChain(chain)}`)
}

function nameText({ kind, namespace, name }: ObjectName): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

function timeoutText(timeout: number): string {
  return `timed out after ${Math.round(timeout / 1000)} s: context deadline exceeded`
}
