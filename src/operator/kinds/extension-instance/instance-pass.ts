import { currentKeyOf } from './choose.ts'
import { type Decision } from './decision.ts'
import type { EventFacts } from '../../../controller/events/occurrence.ts'
import { type ExtensionInstance, extensionInstanceKind } from '../../../kinds/extension-instance.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Decided, KindPass, Report } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { referenceKey } from '../../pass/watched-objects.ts'
import { valuesSeen } from '../../values/values-seen.ts'
import { type Written, act } from './act.ts'
import { decide } from './decide.ts'
import { nextLook } from './next-look.ts'
import type { Observation } from './observation.ts'
import { observe } from './observe.ts'
import { saltIn, secretNameOf } from './desired-plugin.ts'
import { statusOf } from './status.ts'
import type { InstanceContext } from './context.ts'

// No status is written before the answer is known.
const asked: Report = {
  status: undefined,
  event: undefined,
  next: { do: 'again-at-once', because: 'it was asked whether a source fits' },
}

interface Done {
  readonly written: Written
  /** The Plugin as it is after the act; undefined when it is not of this instance. */
  readonly plugin: Plugin | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A pass over an ExtensionInstance: writes one Plugin and copies its state. */
export function instancePass(
  context: InstanceContext,
): KindPass<ExtensionInstance, Observation, Decision, Done> {
  return {
    definition: extensionInstanceKind,
    store: context.instances,
    unreadable: stalledFindings,
    forget: () => {},
    rights: { waiting: context.waitForRights, decide: ({ blockedByRights }) => blockedByRights },
    observe: (instance, signal) => observe(instance, context, signal),
    decide: (seen) => decide({ ...seen, salt: saltIn(seen.writtenValues) ?? drawSalt(context) }),
    act: async ({ object, seen, decision }, signal) => {
      const written = await act(object, { seen, decision }, context, signal)
      return { written, plugin: pluginAfter(seen, context), now: context.client.clock.now() }
    },
    report: ({ object, seen, decision, outcome: { written, plugin, now } }) => {
      if (decision.do === 'ask-fit') return asked
      const wantedValues = plugin && valuesSeen(statesFor(plugin, seen, written))
      return {
        status: statusOf({ seen, decision, plugin, wantedValues }),
        event: eventOf({ object, seen, decision }),
        next: nextLook(seen, decision, now),
      }
    },
  }
}

const saltBytes = 16

function drawSalt({ entropy }: InstanceContext): string {
  return Buffer.from(entropy().randomBytes(saltBytes)).toString('hex')
}

// A Plugin of somebody else is none of our business; one that was just written may not be delivered yet.
function pluginAfter(
  { instance, plugin }: Observation,
  context: InstanceContext,
): Plugin | undefined {
  const { namespace, name } = instance.metadata
  return plugin?.isOurs === false ? undefined : context.plugins.value(`${namespace}/${name}`)
}

// A render uses the present states of the objects with values, not those that the Plugin saw last.
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

function eventOf({ seen, decision }: Decided<Observation, Decision>): EventFacts | undefined {
  const action = decision.do
  if (decision.do === 'write' && decision.hindered === undefined && seen.choice.is === 'take') {
    const { key, version } = seen.choice.offer
    const before = currentKeyOf(seen)
    if (before === undefined)
      return {
        type: 'Normal',
        reason: 'Installing',
        action,
        note: `version ${version} from ${key}`,
      }
    if (before === key) return undefined
    return { type: 'Normal', reason: 'Upgrading', action, note: `from ${before} to ${key}` }
  }
  if (decision.do !== 'refuse' || decision.obstacle.again !== 'on-change') return undefined
  const { reason, message } = decision.obstacle
  return { type: 'Warning', reason, action, note: message }
}
