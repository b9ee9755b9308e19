import type { PassResult } from '../../../controller/worker.ts'
import type { Health } from '../../clusters/health.ts'
import { type Plugin, pluginKind } from '../../../kinds/plugin.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { StageReport } from '../../pass/stage-report.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { act } from './act.ts'
import { type Decision, decide } from './decide.ts'
import { eventOf } from './report/event-of.ts'
import { dropFailureText } from './failure/failure-text.ts'
import { healthAfter } from './health-after.ts'
import { explainHealth, nextExplanation } from './report/explain-health.ts'
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
    stages: (object, signal) =>
      new StageReport({ client: world.client, definition: pluginKind, object }, signal),
    observe: (plugin, signal, stages) => observe(plugin, withStages(world, stages), signal),
    decide: ({ seen }) => decide(seen),
    act: async ({ object, seen: observed, decision }, signal, stages) => {
      const began = timeOf(world)
      const own = withStages(world, stages)
      const start = world.client.clock.monotonic()
      const outcome = await act({ object, observed, decision }, own, signal)
      if (releaseVerbs.has(decision.do)) {
        const result = outcome.did === 'failed' ? 'failure' : 'success'
        world.released(decision.do, result, world.client.clock.monotonic() - start)
      }
      const after = await healthAfter(observed, outcome, signal)
      const health = await explainHealth({ observed, outcome, health: after }, own, signal)
      return { outcome, health, began, now: timeOf(world) }
    },
    report: ({ seen: observed, decision, outcome: { outcome, health, began, now } }) => {
      const told = eventOf(decision, outcome)
      return {
        status: statusOf({ seen: observed.seen, decision, outcome, health, began, now }),
        event: told && { ...told, action: decision.do },
        next: sooner(
          nextLook(observed, decision, outcome, health),
          nextExplanation({ observed, outcome, health }, world),
        ),
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

const releaseVerbs: ReadonlySet<Decision['do']> = new Set<Decision['do']>([
  'install',
  'upgrade',
  'roll-back',
  'uninstall',
])

function sooner(next: PassResult, after: number): PassResult {
  if (after === Infinity || next.do === 'again-soon') return next
  const other = next.do === 'look-again' ? next.after : Infinity
  return { do: 'look-again', after: Math.min(other, after) }
}

function withStages(world: PluginWorld, stages: StageReport | undefined): PluginWorld {
  return stages === undefined ? world : { ...world, stage: stages.at }
}

// Why the plugin stands still; undefined when it does not.
function stallReason(plugin: Plugin, decision: Decision, outcome: Outcome): string | undefined {
  if (outcome.did === 'failed') return outcome.obstacle.reason
  return decision.do === 'stay-stalled' ? readyReason(plugin) : undefined
}

function timeOf({ client }: PluginWorld): string {
  return new Date(client.clock.now()).toISOString()
}
