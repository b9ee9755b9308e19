import type { Finding, Reason } from '../../kinds/conditions.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { StatusWish } from '../apply-status.ts'
import { retryAnnotation } from '../plugin/names.ts'
import type { Decision } from './decide.ts'
import { versionAnnotation } from './names.ts'
import { type Observation, isObstacle } from './observation.ts'

/** What a pass ended with. */
export interface Pass {
  readonly seen: Observation
  readonly decision: Decision
  /** The plugin as it is after the pass. */
  readonly plugin: Plugin | undefined
}

interface Verdict {
  readonly ready: Finding['status']
  readonly work: 'resting' | 'working' | 'stalled'
  readonly reason: Reason
  readonly message: string
}

/** What a pass tells; undefined when the instance is gone. */
export function statusOf(pass: Pass): StatusWish | undefined {
  if (pass.decision.do === 'let-go' || pass.decision.do === 'collect') return undefined
  const { seen, plugin } = pass
  const observedGeneration = seen.instance.metadata.generation
  const { ready, work, reason, message } = verdictOf(pass)
  const about = { reason, message, observedGeneration }
  const findings: readonly Finding[] = [
    { type: 'Ready', status: ready, ...about },
    { type: 'Reconciling', status: work === 'working' ? 'True' : 'False', ...about },
    { type: 'Stalled', status: work === 'stalled' ? 'True' : 'False', ...about },
    ...mirrored(plugin, 'Installed', observedGeneration),
    ...mirrored(plugin, 'Healthy', observedGeneration),
  ]
  return { findings, fields: fieldsOf(pass) }
}

function verdictOf(pass: Pass): Verdict {
  const { decision, seen, plugin } = pass
  switch (decision.do) {
    case 'refuse': {
      const { reason, message, again } = decision.obstacle
      return {
        ready: 'False',
        work: again === 'on-change' ? 'stalled' : 'working',
        reason,
        message,
      }
    }
    case 'wait': {
      const message = `waits for ${decision.for.join('; ')}`
      return waiting(plugin, decision.reason, message)
    }
    case 'install-needed': {
      const message = `waits for ${decision.extensions.join(', ')}, installed because this needs it`
      return { ready: 'False', work: 'working', reason: 'Waiting', message }
    }
    case 'delete-plugin':
    case 'wait-for-plugin':
      return { ready: 'False', work: 'working', reason: 'Uninstalling', message: decision.message }
    case 'keep':
      return kept(plugin, decision.because)
    default:
      return pluginVerdict(seen, plugin)
  }
}

// What runs goes on running, whatever is waited for.
function waiting(plugin: Plugin | undefined, reason: Reason, message: string): Verdict {
  const ready = plugin === undefined ? undefined : conditionOf(plugin, 'Ready')
  return { ready: ready?.status ?? 'False', work: 'working', reason, message }
}

function kept(plugin: Plugin | undefined, message: string): Verdict {
  if (plugin === undefined) return { ready: 'False', work: 'stalled', reason: 'Retired', message }
  const ready = conditionOf(plugin, 'Ready')?.status ?? 'Unknown'
  return { ready, work: 'resting', reason: 'Retired', message }
}

function pluginVerdict({ instance, choice }: Observation, plugin: Plugin | undefined): Verdict {
  if (plugin === undefined) {
    const message = instance.spec.enabled ? 'its Plugin is being written' : 'disabled'
    const isOff = !instance.spec.enabled
    return isOff
      ? { ready: 'True', work: 'resting', reason: 'Disabled', message }
      : { ready: 'False', work: 'working', reason: 'Installing', message }
  }
  const ready = conditionOf(plugin, 'Ready')
  const isFresh = plugin.status.observedGeneration === plugin.metadata.generation
  if (ready === undefined || !isFresh) {
    const message = 'its Plugin was not looked at yet'
    return { ready: 'False', work: 'working', reason: 'Installing', message }
  }
  const isStalled = conditionOf(plugin, 'Stalled')?.status === 'True'
  const work = ready.status === 'True' ? 'resting' : isStalled ? 'stalled' : 'working'
  const notice = choice.is === 'take' ? choice.notice : undefined
  const message = notice === undefined ? ready.message : `${ready.message}; ${notice}`
  return { ready: ready.status, work, reason: ready.reason as Reason, message }
}

function mirrored(
  plugin: Plugin | undefined,
  type: 'Installed' | 'Healthy',
  observedGeneration: number,
): readonly Finding[] {
  const found = plugin === undefined ? undefined : conditionOf(plugin, type)
  if (found === undefined) return []
  const { status, message } = found
  return [{ type, status, reason: found.reason as Reason, message, observedGeneration }]
}

function conditionOf({ status }: Plugin, wanted: string) {
  return status.conditions?.find(({ type }) => type === wanted)
}

function fieldsOf({ seen, decision, plugin }: Pass): JsonRecord {
  const { instance, choice, resolved, cluster } = seen
  const retried = instance.metadata.annotations[retryAnnotation] ?? instance.status.retried
  const isTaken = choice.is === 'take' && (decision.do === 'write' || decision.do === 'rest')
  const taken = isTaken && plugin !== undefined ? choice.offer : undefined
  const tag = resolved !== undefined && !isObstacle(resolved) ? resolved : undefined
  const available = 'available' in choice ? choice.available : undefined
  const waitingFor = decision.do === 'wait' ? decision.for.slice(0, 64) : undefined
  const kept = instance.status
  const fields = {
    plugin: plugin && `${plugin.metadata.namespace}/${plugin.metadata.name}`,
    version: taken?.version ?? plugin?.metadata.annotations[versionAnnotation] ?? kept.version,
    appVersion:
      taken === undefined ? kept.appVersion : taken.appVersion || plugin?.status.appVersion,
    source: taken?.key ?? kept.source,
    digest: taken === undefined ? kept.digest : tag?.digest,
    lookedAt: taken === undefined ? kept.lookedAt : tag?.lookedAt,
    available: isObstacle(cluster) ? kept.available : available,
    waitingFor,
    retried,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as JsonRecord
}
