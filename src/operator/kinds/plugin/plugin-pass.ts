import type { Health } from '../../clusters/health.ts'
import { type Plugin, pluginKind } from '../../../kinds/plugin.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { act } from './act.ts'
import { type Decision, decide } from './decide.ts'
import { eventOf } from './report/event-of.ts'
import { dropFailureText } from './failure/failure-text.ts'
import { healthAfter } from './health-after.ts'
import { nextLook } from './report/next-look.ts'
import { type Observed, observe, readyReason } from './observe.ts'
import type { Outcome } from './outcome.ts'
import { statusOf } from './status.ts'
import type { PluginWorld } from './world.ts'

/** The outcome of a decision, and when it came. */
interface Done {
  readonly outcome: Outcome
  /** Of the objects as they are after the act. */
  readonly health: Health
  /** RFC 3339. */
  readonly began: string
  readonly now: string
}

/** A pass over a Plugin: its release is made what the Plugin says. */
export function pluginPass(world: PluginWorld): KindPass<Plugin, Observed, Decision, Done> {
  return {
    definition: pluginKind,
    store: world.plugins,
    unreadable: stalledFindings,
    forget: (key, why) => {
      if (why !== 'gone') return
      world.renders.forget(key)
      world.lookups.forget(key)
      world.triedAt.delete(key)
      world.leavingSince.delete(key)
      world.outside.forget(key)
    },
    rights: { waiting: world.waitForRights, decide: ({ seen }) => seen.hangsOnRights },
    observe: (plugin, signal) => observe(plugin, world, signal),
    decide: ({ seen }) => decide(seen),
    act: async ({ object, seen: observed, decision }, signal) => {
      const began = timeOf(world)
      const outcome = await act({ object, observed, decision }, world, signal)
      const health = await healthAfter(observed, outcome, signal)
      return { outcome, health, began, now: timeOf(world) }
    },
    report: ({ seen: observed, decision, outcome: { outcome, health, began, now } }) => {
      const told = eventOf(decision, outcome)
      return {
        status: statusOf({ seen: observed.seen, decision, outcome, health, began, now }),
        event: told && { ...told, action: decision.do },
        next: nextLook(observed, decision, outcome, health),
      }
    },
    after: async ({ seen: { seen, target }, decision, outcome: { outcome } }, signal) => {
      const { metadata, status } = seen.plugin
      const reason = stallReason(seen.plugin, decision, outcome)
      world.outside.end(`${metadata.namespace}/${metadata.name}`, reason)
      if (reason === 'Forbidden') target?.rights.follow()
      if (reason === 'QuotaExceeded') target?.room.follow()
      const isOver = 'revision' in outcome || outcome.did === 'uninstalled'
      if (isOver && (status.failures ?? 0) > 0)
        await dropFailureText(world.client, seen.plugin, signal)
      // Until it is due again, what failed or was undone is not tried once more.
      if (decision.do !== 'stay-stalled')
        world.triedAt.set(`${metadata.namespace}/${metadata.name}`, world.client.clock.monotonic())
    },
  }
}

// Why the plugin stands still; undefined when it does not.
function stallReason(plugin: Plugin, decision: Decision, outcome: Outcome): string | undefined {
  if (outcome.did === 'failed') return outcome.obstacle.reason
  return decision.do === 'stay-stalled' ? readyReason(plugin) : undefined
}

function timeOf({ client }: PluginWorld): string {
  return new Date(client.clock.now()).toISOString()
}
