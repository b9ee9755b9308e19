import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import type { PassResult } from '../../controller/worker.ts'
import type { Finding } from '../../kinds/conditions.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { parseDuration } from '../duration.ts'
import { act } from './act.ts'
import { type Decision, decide } from './decide.ts'
import { eventOf } from './event-of.ts'
import type { Health, Obstacle } from './observation.ts'
import { kubernetesAnnotation } from '../extension-instance/names.ts'
import type { TargetCluster } from '../target-cluster.ts'
import type { ReleasePlace } from './release-objects.ts'
import { type Observed, healthOf, observe } from './observe.ts'
import type { Outcome } from './outcome.ts'
import { canMove } from './source-request.ts'
import { type StatusWish, statusOf } from './status.ts'
import type { PluginWorld } from './world.ts'
import { writeStatus } from './write-status.ts'

export interface ReconcilePorts {
  readonly world: PluginWorld
  readonly recorder: EventRecorder
  /** What we wrote is known before the watch tells. */
  readonly wrote: (object: KubeObject) => void
}

const rest: PassResult = { do: 'rest' }

/** One pass over one plugin: observe, decide, act, tell. */
export async function reconcilePlugin(
  key: string,
  ports: ReconcilePorts,
  signal: AbortSignal,
): Promise<PassResult> {
  const { world } = ports
  const known = world.pluginAt(key)
  if (known === undefined) {
    world.renders.forget(key)
    world.lookups.forget(key)
    return rest
  }
  const { object, parsed } = known
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
    await tell(object, unreadable(parsed.metadata.generation, problems), ports, signal)
    return rest
  }
  const observed = await observe(parsed.value, world, signal)
  const decision = decide(observed.seen)
  const began = timeOf(world)
  const outcome = await act({ object, observed, decision }, world, signal)
  const health = await healthAfter(observed, outcome, signal)
  const times = { began, now: timeOf(world) }
  const wish = statusOf({ seen: observed.seen, decision, outcome, health, ...times })
  // Whoever waits for the status and then asks what happened is to find it.
  announce(object, decision, outcome, ports)
  if (wish !== undefined) await tell(object, wish, ports, signal)
  if (outcome.did === 'failed') world.failedAt.set(key, world.client.clock.monotonic())
  else if (decision.do !== 'stay-stalled') world.failedAt.delete(key)
  return next(observed, decision, outcome, health)
}

function timeOf({ client }: PluginWorld): string {
  return new Date(client.clock.now()).toISOString()
}

async function tell(
  object: KubeObject,
  wish: StatusWish,
  { world, wrote }: ReconcilePorts,
  signal: AbortSignal,
): Promise<void> {
  const written = await writeStatus(world.client, object, wish, signal)
  if (written !== undefined) wrote(written)
}

async function healthAfter(
  { seen, place, target }: Observed,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<Health> {
  if (!('revision' in outcome) || target === undefined) return seen.health
  const { applied, versions } = outcome
  if (versions !== undefined) target.objects.expect(place, versions)
  const status = applied === undefined ? seen.plugin.status : { ...seen.plugin.status, ...applied }
  return settledHealth(() => healthOf({ status }, place, target, signal), place, target)
}

// Most objects work a moment after they were applied; telling that at once saves a write.
const moment = 300

async function settledHealth(
  look: () => Promise<Health>,
  place: ReleasePlace,
  { objects, client }: TargetCluster,
): Promise<Health> {
  const over = Promise.withResolvers<'over'>()
  const cancel = client.clock.after(moment, () => over.resolve('over'))
  try {
    for (;;) {
      const { changed, forget } = objects.changeOf(place)
      const health = await look()
      const isOpen = health.is === 'unknown' || health.is === 'progressing'
      const end = isOpen ? await Promise.race([changed, over.promise]) : 'over'
      forget()
      if (end === 'over') return isOpen ? await look() : health
    }
  } finally {
    cancel()
  }
}

function unreadable(observedGeneration: number, message: string): StatusWish {
  const about = { reason: 'InvalidSpec', message, observedGeneration } as const
  const findings: readonly Finding[] = [
    { type: 'Ready', status: 'False', ...about },
    { type: 'Reconciling', status: 'False', ...about },
    { type: 'Stalled', status: 'True', ...about },
  ]
  return { findings, fields: {} }
}

function announce(
  object: KubeObject,
  decision: Decision,
  outcome: Outcome,
  { recorder }: ReconcilePorts,
): void {
  const told = eventOf(decision, outcome)
  if (told !== undefined) recorder.record(object, { ...told, action: decision.do })
}

/** The pass could not do what it wanted; the key comes again after its back-off. */
class AgainSoonError extends Error {}

function next(
  { seen }: Observed,
  decision: Decision,
  outcome: Outcome,
  health: Health,
): PassResult {
  const obstacle = obstacleIn(decision, outcome)
  if (obstacle?.again === 'soon') throw new AgainSoonError(obstacle.message)
  const { plugin } = seen
  const waits = [
    lookAgainAfter(plugin, decision, outcome),
    untilFollowed(seen),
    untilOverdue(seen.plugin, outcome, health),
  ]
  const after = Math.min(...waits)
  return Number.isFinite(after) ? { do: 'look-again', after } : rest
}

function obstacleIn(decision: Decision, outcome: Outcome): Obstacle | undefined {
  if (outcome.did === 'failed') return outcome.obstacle
  return decision.do === 'refuse' ? decision.obstacle : undefined
}

// Nobody tells of rights that were given, and who deleted something has no more to say than that.
const refusedRemoval = 30_000

// Nobody tells of a new version in a range or of a branch that moved; and what failed may work one day.
function lookAgainAfter({ spec }: Plugin, decision: Decision, outcome: Outcome): number {
  const interval = parseDuration(spec.interval)
  if (outcome.did === 'failed' && decision.do === 'uninstall') {
    const isRefused = outcome.obstacle.reason === 'Forbidden'
    return isRefused ? Math.min(interval, refusedRemoval) : interval
  }
  if (!spec.enabled || spec.suspend) return Infinity
  const isStalled = decision.do === 'stay-stalled' || outcome.did === 'failed'
  if (isStalled || (decision.do === 'refuse' && decision.obstacle.again === 'on-change'))
    return interval
  const isOpen = spec.repo !== undefined && spec.repo.includes('://')
  return isOpen && canMove(spec, spec.repo) ? interval : Infinity
}

// Several servers may be one cluster, and not all of them another version yet.
const otherServer = 30_000

function untilFollowed({ plugin, observedKubernetes }: Observed['seen']): number {
  const { metadata, spec } = plugin
  const chosenFor = metadata.annotations[kubernetesAnnotation]
  const isBehind = chosenFor !== undefined && chosenFor !== observedKubernetes
  return isBehind && spec.enabled && !spec.suspend ? otherServer : Infinity
}

function untilOverdue({ spec }: Plugin, outcome: Outcome, health: Health): number {
  if (health.is !== 'progressing' && !('revision' in outcome)) return Infinity
  return health.is === 'healthy' ? Infinity : parseDuration(spec.timeout)
}
