import { actingAs } from '../../clusters/account.ts'
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
import { type Observed, type ToRemember, observe, readyReason } from './observe.ts'
import type { Outcome } from './outcome.ts'
import { statusOf } from './status.ts'
import type { PluginContext } from './context.ts'

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
export function pluginPass(context: PluginContext): KindPass<Plugin, Observed, Decision, Done> {
  return {
    definition: pluginKind,
    store: context.plugins,
    unreadable: stalledFindings,
    forget: (key, why) => {
      if (why !== 'gone') return
      context.renders.forget(key)
      context.lookups.forget(key)
      context.triedAt.delete(key)
      context.leavingSince.delete(key)
      context.outside.forget(key)
    },
    rights: { waiting: context.waitForRights, decide: ({ seen }) => seen.blockedByRights },
    stages: (object, signal) =>
      new StageReport({ client: context.client, definition: pluginKind, object }, signal),
    begin: (key) => context.outside.begin(key),
    observe: (plugin, signal, stages) => observe(plugin, withStages(context, stages), signal),
    decide: ({ seen }) => decide(seen),
    act: async ({ object, seen: observed, decision }, signal, stages) => {
      const began = timeOf(context)
      const own = withStages(context, stages)
      const start = context.client.clock.monotonic()
      const outcome = await act({ object, observed, decision }, own, signal)
      if (releaseVerbs.has(decision.do)) {
        const result = outcome.did === 'failed' ? 'failure' : 'success'
        context.released(decision.do, result, context.client.clock.monotonic() - start)
      }
      const after = await healthAfter(observed, outcome, signal)
      const health = await explainHealth({ observed, outcome, health: after }, own, signal)
      return { outcome, health, began, now: timeOf(context) }
    },
    report: ({ seen: observed, decision, outcome: { outcome, health, began, now } }) => {
      const told = eventOf(decision, outcome)
      return {
        status: statusOf({ seen: observed.seen, decision, outcome, health, began, now }),
        event: told && { ...told, action: decision.do },
        next: sooner(
          nextLook(observed, decision, outcome, { health, now: context.client.clock.now() }),
          nextExplanation({ observed, outcome, health }, context),
        ),
      }
    },
    after: async ({ seen: { seen, target, remember }, decision, outcome: { outcome } }, signal) => {
      const { metadata, status } = seen.plugin
      const key = `${metadata.namespace}/${metadata.name}`
      keep(key, remember, context)
      const reason = stallReason(seen.plugin, decision, outcome)
      context.outside.end(key, reason)
      if (reason === 'Forbidden') target?.rights.follow()
      if (reason === 'QuotaExceeded') target?.room.follow()
      const isOver = 'revision' in outcome || outcome.did === 'uninstalled'
      if (isOver && (status.failures ?? 0) > 0) {
        const client = actingAs(context.client, seen.plugin, context)
        await dropFailureText(client, seen.plugin, signal)
      }
      // Until it is due again, what failed or was undone is not tried once more.
      if (decision.do !== 'stay-stalled') context.triedAt.set(key, context.client.clock.monotonic())
    },
  }
}

function keep(
  key: string,
  { leavingSince, readLookups }: ToRemember,
  context: PluginContext,
): void {
  if (leavingSince === undefined) context.leavingSince.delete(key)
  else context.leavingSince.set(key, leavingSince)
  if (readLookups !== undefined) context.lookups.note(key, readLookups.inputs, readLookups.lookups)
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

function withStages(context: PluginContext, stages: StageReport | undefined): PluginContext {
  return stages === undefined ? context : { ...context, stage: stages.at }
}

// Why the plugin stands still; undefined when it does not.
function stallReason(plugin: Plugin, decision: Decision, outcome: Outcome): string | undefined {
  if (outcome.did === 'failed') return outcome.obstacle.reason
  return decision.do === 'stay-stalled' ? readyReason(plugin) : undefined
}

function timeOf({ client }: PluginContext): string {
  return new Date(client.clock.now()).toISOString()
}
