import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import type { EventFacts } from '../../controller/events/occurrence.ts'
import type { PassResult } from '../../controller/worker.ts'
import { isFailure } from '../../kinds/conditions.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import { type KubeObject, conditionsOf, numberAt } from '../../objects/kube-object.ts'
import { type DesiredStatus, applyStatus } from './apply-status.ts'
import { warningOfStatus } from './event-of-status.ts'
import type { KindStore } from './kind-store.ts'
import type { StageReport } from './stage-report.ts'
import type { TracePass } from './trace-pass.ts'
import { type UnreadableFindings, unreadable } from './unreadable.ts'

/** The state of a pass that has decided. */
export interface Decided<Seen, Decision> {
  /** The object as it was when the pass began. */
  readonly object: KubeObject
  readonly seen: Seen
  readonly decision: Decision
}

/** The state of a pass that has acted. */
export interface Acted<Seen, Decision, Outcome> extends Decided<Seen, Decision> {
  readonly outcome: Outcome
}

/** The status and event of a pass, and when the key comes again. */
export interface Report {
  /** Undefined when the earlier status still holds, or the object is gone. */
  readonly status: DesiredStatus | undefined
  readonly event: EventFacts | undefined
  readonly next: PassResult | Again
}

/** The pass begins again at once, with what it has found out. */
export interface Again {
  readonly do: 'again-at-once'
  readonly because: string
}

/**
 * How one kind goes through a pass. `begin` prepares it, `observe` only reads, `decide` and `report` are pure, `act` changes
 * the cluster, and `after` keeps what later passes need.
 */
export interface KindPass<Value, Seen, Decision, Outcome> {
  readonly definition: KindDefinition
  readonly store: KindStore<Value>
  /** The conditions of an object that cannot be parsed. */
  readonly unreadable: UnreadableFindings
  /** Forgets what is kept of an object that is gone or cannot be parsed. */
  readonly forget: (key: string, why: 'gone' | 'unreadable') => void | Promise<void>
  /** Where rights decide: keys in `waiting` are woken when rights change. */
  readonly rights?: { readonly waiting: Set<string>; readonly decide: (seen: Seen) => boolean }
  /** Begins to write the stage of a long pass into the status; without it no stage is written. */
  readonly stages?: (object: KubeObject, signal: AbortSignal) => StageReport
  /** Before anything is read: opens a connection, or notes that changes from now on are news to the next pass. */
  readonly begin?: (key: string, value: Value, signal: AbortSignal) => void | Promise<void>
  readonly observe: (value: Value, signal: AbortSignal, stages?: StageReport) => Promise<Seen>
  readonly decide: (seen: Seen) => Decision
  readonly act: (
    decided: Decided<Seen, Decision>,
    signal: AbortSignal,
    stages?: StageReport,
  ) => Promise<Outcome>
  readonly report: (acted: Acted<Seen, Decision, Outcome>) => Report
  /** Remembers how the pass ended, after the status was written. */
  readonly after?: (acted: Acted<Seen, Decision, Outcome>, signal: AbortSignal) => Promise<void>
}

export interface PassPorts {
  readonly client: FencedClient
  readonly recorder: EventRecorder
  /** Names the pass in events and logs. */
  readonly passId: string
  /** Nothing is traced unless given. */
  readonly tracePass?: TracePass | undefined
}

const rest: PassResult = { do: 'rest' }

/** How often a pass may begin again at once; a pass that asks more comes again after its back-off. */
const mostRounds = 64

/** Passes over one object until one of them does not ask to begin again at once. */
export async function reconcile<Value, Seen, Decision, Outcome>(
  key: string,
  kind: KindPass<Value, Seen, Decision, Outcome>,
  ports: PassPorts,
  signal: AbortSignal,
): Promise<PassResult> {
  const object = kind.store.at(key)?.object
  const pass = () => passUntilDone(key, kind, ports, signal)
  return object === undefined || ports.tracePass === undefined
    ? pass()
    : ports.tracePass(object, pass)
}

async function passUntilDone<Value, Seen, Decision, Outcome>(
  key: string,
  kind: KindPass<Value, Seen, Decision, Outcome>,
  ports: PassPorts,
  signal: AbortSignal,
): Promise<PassResult> {
  for (let round = 1; ; round += 1) {
    const next = await passOnce(key, kind, ports, signal)
    if (next.do !== 'again-at-once') return next
    if (round === mostRounds) return { do: 'again-soon', because: next.because }
  }
}

// Observe, decide, act, tell.
async function passOnce<Value, Seen, Decision, Outcome>(
  key: string,
  kind: KindPass<Value, Seen, Decision, Outcome>,
  ports: PassPorts,
  signal: AbortSignal,
): Promise<PassResult | Again> {
  const known = kind.store.at(key)
  if (known === undefined) {
    await kind.forget(key, 'gone')
    return rest
  }
  const { object, parsed } = known
  if (!parsed.ok) {
    await kind.forget(key, 'unreadable')
    const status = unreadable(object, parsed, kind.unreadable)
    record(object, { status, event: undefined }, ports)
    await tell(object, status, { ...ports, kind }, signal)
    return rest
  }
  // Before rights are asked for: a change while the pass is under way must not be missed.
  kind.rights?.waiting.add(key)
  const stages = kind.stages?.(object, signal)
  try {
    await kind.begin?.(key, parsed.value, signal)
    const seen = await kind.observe(parsed.value, signal, stages)
    if (kind.rights?.decide(seen) === false) kind.rights.waiting.delete(key)
    const decision = kind.decide(seen)
    const outcome = await kind.act({ object, seen, decision }, signal, stages)
    const acted = { object, seen, decision, outcome }
    const { status, event, next } = kind.report(acted)
    // A user who waits for the status and then asks for events is to find them.
    record(object, { status, event }, ports)
    const latest = (await stages?.end()) ?? object
    // The status is about the generation that this pass observed, not about a newer one.
    const observedGeneration = numberAt(object, ['metadata', 'generation']) ?? 0
    if (status !== undefined)
      await tell(latest, { observedGeneration, ...status }, { ...ports, kind }, signal)
    await kind.after?.(acted, signal)
    if (next.do === 'again-at-once') return next
    return withFailure(next, status ?? toldBefore(latest))
  } finally {
    await stages?.end()
  }
}

// Metrics and logs count a pass that left its object failed as one that failed.
function withFailure(next: PassResult, { findings }: Pick<DesiredStatus, 'findings'>): PassResult {
  const ready = findings.find(({ type }) => type === 'Ready')
  const hasFailed = ready?.status === 'False' && isFailure(ready.reason)
  return hasFailed && next.do !== 'again-soon' ? { ...next, failed: ready.reason } : next
}

function toldBefore(object: KubeObject): Pick<DesiredStatus, 'findings'> {
  return { findings: conditionsOf(object) as unknown as DesiredStatus['findings'] }
}

function record(
  object: KubeObject,
  { status, event }: Pick<Report, 'status' | 'event'>,
  { client, recorder, passId }: PassPorts,
): void {
  if (event !== undefined) recorder.record(object, event, passId)
  if (event?.type === 'Warning') return
  const warning = status && warningOfStatus(object, status.findings, client.clock.now())
  if (warning !== undefined) recorder.record(object, warning, passId)
}

interface Telling extends PassPorts {
  readonly kind: {
    readonly definition: KindDefinition
    readonly store: { readonly note: (object: KubeObject) => void }
  }
}

async function tell(
  object: KubeObject,
  status: DesiredStatus,
  { client, kind }: Telling,
  signal: AbortSignal,
): Promise<void> {
  const written = await applyStatus(client, kind.definition, { object, desired: status }, signal)
  if (written !== undefined) kind.store.note(written)
}
