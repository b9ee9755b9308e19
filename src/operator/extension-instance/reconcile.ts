import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import type { PassResult } from '../../controller/worker.ts'
import type { Finding } from '../../kinds/conditions.ts'
import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { applyStatus, type StatusWish } from '../apply-status.ts'
import { parseDuration } from '../duration.ts'
import { valuesSeen } from '../plugin/values-seen.ts'
import { referenceKey } from '../plugin/watched-objects.ts'
import { type Written, act } from './act.ts'
import { type Decision, currentKeyOf, decide } from './decide.ts'
import { isObstacle, type Observation } from './observation.ts'
import { observe } from './observe.ts'
import { secretNameOf } from './plugin-spec.ts'
import { statusOf } from './status.ts'
import type { InstanceWorld } from './world.ts'

const rest: PassResult = { do: 'rest' }

/** One pass over one instance: observe, decide, act, tell. */
export async function reconcileInstance(
  key: string,
  world: InstanceWorld,
  recorder: EventRecorder,
  signal: AbortSignal,
): Promise<PassResult> {
  const known = world.instances.at(key)
  if (known === undefined) return rest
  const { object, parsed } = known
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`).join('; ')
    await tell(object, unreadable(parsed.metadata.generation, problems), world, signal)
    return rest
  }
  const seen = await observe(parsed.value, world, signal)
  const decision = decide(seen)
  const written = await act(object, seen, decision, world, signal)
  const after = world.plugins.value(key)
  // One that another wrote is not ours to speak of; one that was just written may not be told yet.
  const plugin = seen.plugin?.isOurs === false ? undefined : after
  const wantedValues = plugin && valuesSeen(statesFor(plugin, seen, written))
  const wish = statusOf({ seen, decision, plugin, wantedValues })
  if (wish !== undefined) await tell(written.object ?? object, wish, world, signal)
  announce(object, seen, decision, recorder)
  return next(seen, decision, world.client.clock.now())
}

// What is to be rendered is what the objects with values hold by now, not what they held when the Plugin last looked.
function statesFor(
  { metadata, spec }: Plugin,
  { instance, parameterStates, writtenValues }: Observation,
  { valuesState = writtenValues?.state }: Written,
): readonly string[] {
  const own = secretNameOf(instance)
  return spec.valuesFrom.map(({ kind, name }) =>
    kind === 'Secret' && name === own
      ? (valuesState ?? '')
      : (parameterStates.get(referenceKey(kind, metadata.namespace, name)) ?? ''),
  )
}

async function tell(
  object: KubeObject,
  wish: StatusWish,
  { client, instances }: InstanceWorld,
  signal: AbortSignal,
): Promise<void> {
  const written = await applyStatus(client, extensionInstanceKind, object, wish, signal)
  if (written !== undefined) instances.note(written)
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
  seen: Observation,
  decision: Decision,
  recorder: EventRecorder,
): void {
  const record = (type: 'Normal' | 'Warning', reason: string, note: string) =>
    recorder.record(object, { type, reason, action: decision.do, note })
  if (decision.do === 'write' && decision.hindered === undefined && seen.choice.is === 'take') {
    const { key, version } = seen.choice.offer
    const before = currentKeyOf(seen)
    if (before === undefined) record('Normal', 'Installing', `version ${version} from ${key}`)
    else if (before !== key) record('Normal', 'Upgrading', `from ${before} to ${key}`)
  } else if (decision.do === 'refuse' && decision.obstacle.again === 'on-change') {
    record('Warning', decision.obstacle.reason, decision.obstacle.message)
  }
}

const shortestLook = 1000
/** How soon a tag is looked at again that could not be. */
const troubleLook = 30_000

/** The pass could not do what it wanted; the key comes again after its back-off. */
class AgainSoonError extends Error {}

function next(
  { extension, choice, resolved }: Observation,
  decision: Decision,
  now: number,
): PassResult {
  if (decision.do === 'refuse' && decision.obstacle.again === 'soon') {
    throw new AgainSoonError(decision.obstacle.message)
  }
  // Nobody tells that a tag has moved.
  const hasTag = choice.is === 'take' && choice.offer.tag !== undefined
  if (extension === undefined || (!hasTag && !isObstacle(resolved))) return rest
  const interval = parseDuration(extension.spec.interval)
  const isKnown = resolved !== undefined && !isObstacle(resolved)
  if (isKnown && resolved.trouble !== undefined)
    return { do: 'look-again', after: Math.min(interval, troubleLook) }
  // Since it was looked at, not since somebody asked for something else.
  const gone = isKnown ? now - Date.parse(resolved.lookedAt) : 0
  return { do: 'look-again', after: Math.max(shortestLook, interval - gone + shortestLook) }
}
