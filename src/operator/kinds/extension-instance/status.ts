import type { FinalDecision } from './decision.ts'
import { isObstacle } from '../../pass/obstacle.ts'
import { handNotice } from '../../../catalog/choice/choose-source.ts'
import type { Finding, Reason } from '../../../kinds/conditions.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { kubernetesAnnotation } from '../../pass/instance-names.ts'
import { type Observation } from './observation.ts'
import { runningOf } from './running-version.ts'

/** The end of a pass. */
export interface Pass {
  readonly seen: Observation
  readonly decision: FinalDecision
  /** The plugin as it is after the pass. */
  readonly plugin: Plugin | undefined
  /** Which states of the objects with values it is to be made from; undefined when there are none. */
  readonly wantedValues: string | undefined
}

interface Verdict {
  readonly ready: Finding['status']
  readonly work: 'resting' | 'working' | 'stalled'
  readonly reason: Reason
  readonly message: string
}

/** The status that a pass gives; undefined when the instance is gone. */
export function statusOf(pass: Pass): DesiredStatus | undefined {
  if (pass.decision.do === 'remove-finalizer' || pass.decision.do === 'collect') return undefined
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
  const { decision } = pass
  switch (decision.do) {
    case 'refuse': {
      const { reason, message, again } = decision.obstacle
      if (again === 'soon') return waiting(pass, reason, message)
      return {
        ready: 'False',
        work: again === 'on-change' ? 'stalled' : 'working',
        reason,
        message,
      }
    }
    case 'wait': {
      const lines = decision.for.join('; ')
      const message = decision.reason === 'NoSource' ? lines : `waits for ${lines}`
      return waiting(pass, decision.reason, message)
    }
    case 'install-needed': {
      const names = decision.needs.map(({ extension }) => extension).join(', ')
      const message = `waits for ${names}, installed because this needs it`
      return waiting(pass, 'Waiting', message)
    }
    case 'delete-plugin':
      return { ready: 'False', work: 'working', reason: 'Uninstalling', message: decision.message }
    case 'wait-for-plugin': {
      const { message, reason = 'Uninstalling' } = decision
      return { ready: 'False', work: 'working', reason, message }
    }
    case 'stay-away':
      return { ready: 'False', work: 'stalled', reason: 'Retired', message: decision.because }
    default:
      return pluginVerdict(pass)
  }
}

// An installed release goes on running, whatever is waited for; without the last change it is not
// what somebody asked for.
function waiting(pass: Pass, reason: Reason, message: string): Verdict {
  const { plugin, seen } = pass
  const { appliedGeneration } = seen.instance.status
  const isBefore =
    appliedGeneration !== undefined && appliedOf(pass) !== seen.instance.metadata.generation
  const isLate = plugin !== undefined && !isUpToDate(plugin, pass.wantedValues)
  if (isBefore || isLate || reason === 'ValuesNotFound')
    return { ready: 'False', work: 'working', reason, message }
  const ready = plugin?.spec.enabled === true ? conditionOf(plugin, 'Ready') : undefined
  return { ready: ready?.status ?? 'False', work: 'working', reason, message }
}

function isUpToDate(plugin: Plugin, wantedValues: string | undefined): boolean {
  const isFresh = plugin.status.observedGeneration === plugin.metadata.generation
  return isFresh && lateText(plugin, wantedValues) === undefined
}

/** Of which generation everything is in the plugin that can be. */
function appliedOf({ decision, seen }: Pass): number | undefined {
  const { metadata, status } = seen.instance
  const what = decision.do === 'write' ? (decision.hindered ?? decision) : decision
  const isDone = what.do === 'write' || what.do === 'rest'
  const isApplied = isDone || ('others' in what && what.others === 'are applied')
  return isApplied ? metadata.generation : status.appliedGeneration
}

function pluginVerdict({ seen, plugin, wantedValues }: Pass): Verdict {
  const { instance, choice } = seen
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
    const isAtWork = ready?.observedGeneration === plugin.metadata.generation
    const told = isAtWork ? ready : undefined
    const message = told?.message ?? 'its Plugin was not looked at yet'
    const reason = (told?.reason ?? comingStep(plugin)) as Reason
    return { ready: 'False', work: 'working', reason, message }
  }
  const retry = plugin.metadata.annotations[retryAnnotation] ?? ''
  if (retry !== '' && retry !== plugin.status.retried) {
    const message = 'its Plugin has not tried again yet'
    return { ready: 'False', work: 'working', reason: 'Progressing', message }
  }
  const isStalled = conditionOf(plugin, 'Stalled')?.status === 'True'
  const late = ready.status === 'True' || isStalled ? lateText(plugin, wantedValues) : undefined
  if (late !== undefined)
    return { ready: 'False', work: 'working', reason: 'Progressing', message: late }
  const work = ready.status === 'True' ? 'resting' : isStalled ? 'stalled' : 'working'
  const isKept = choice.is === 'keep' && plugin.spec.enabled
  if (isKept && choice.lacks !== undefined)
    return { ready: 'False', work: 'stalled', reason: 'NoSource', message: choice.because }
  if (isKept && ready.status === 'True')
    return { ready: 'True', work, reason: 'Retired', message: choice.because }
  const notice = noticeOf(seen)
  const message = notice === undefined ? ready.message : `${ready.message}; ${notice}`
  return { ready: ready.status, work, reason: ready.reason as Reason, message }
}

// The step that a Plugin will take when it is looked at.
function comingStep(plugin: Plugin): Reason {
  const isInstalled = conditionOf(plugin, 'Installed')?.status === 'True'
  if (!plugin.spec.enabled) return isInstalled ? 'Uninstalling' : 'Progressing'
  return isInstalled ? 'Upgrading' : 'Installing'
}

function noticeOf(seen: Observation): string | undefined {
  const { choice } = seen
  if (choice.is === 'keep') return choice.because
  return choice.is === 'take' ? (choice.notice ?? movedNotice(seen) ?? troubleOf(seen)) : undefined
}

function troubleOf({ resolved }: Observation): string | undefined {
  if (resolved === undefined || isObstacle(resolved) || resolved.trouble === undefined)
    return undefined
  return `its tag cannot be looked at, so what runs stays: ${resolved.trouble}`
}

// A tag that moved is an upgrade like any other.
function movedNotice(seen: Observation): string | undefined {
  const newer = newerState(seen)
  return newer === undefined ? undefined : handNotice(newer)
}

function newerState({ choice, resolved }: Observation): string | undefined {
  if (choice.is !== 'take' || resolved === undefined || isObstacle(resolved)) return undefined
  return resolved.newer && `${choice.offer.version}@${resolved.newer}`
}

// The status of a Plugin is out of date until the Plugin has looked at the newest inputs.
function lateText(plugin: Plugin, wantedValues: string | undefined): string | undefined {
  const { spec, status, metadata } = plugin
  // Neither makes a difference to what is off or is left as it is.
  if (!spec.enabled || spec.suspend) return undefined
  const { observedValues, observedKubernetes, attempted } = status
  const isNew = (found: string | undefined, wanted: string | undefined) =>
    // A failure from before plugins told of this says nothing more until something changes.
    found !== wanted && (found !== undefined || attempted === undefined)
  if (isNew(observedValues, wantedValues))
    return 'its Plugin has not looked at the newest values yet'
  const kubernetes = metadata.annotations[kubernetesAnnotation]
  if (isNew(observedKubernetes, kubernetes))
    return `its Plugin has not followed Kubernetes ${kubernetes} yet`
  return undefined
}

// An instance that keeps its source has nothing to follow with: it is not waited for.
function stayedOn({ cluster, choice }: Observation): string | undefined {
  if (choice.is !== 'keep' || isObstacle(cluster) || cluster.versionObstacle !== undefined)
    return undefined
  return cluster.version
}

// Once it works there: those that need it may follow then.
function followedBy(plugin: Plugin | undefined): string | undefined {
  if (plugin === undefined || conditionOf(plugin, 'Ready')?.status !== 'True') return undefined
  const { status, metadata } = plugin
  if (status.observedGeneration !== metadata.generation) return undefined
  const kubernetes = metadata.annotations[kubernetesAnnotation]
  return status.observedKubernetes === kubernetes ? kubernetes : undefined
}

// There is nothing to be done before the upgrade any more: those that need it may do what is theirs.
function preparedFor({ seen, decision, plugin }: Pass): string | undefined {
  const { cluster, instance } = seen
  const target = isObstacle(cluster) ? undefined : cluster.target
  const isDone = decision.do === 'rest' && followedBy(plugin) !== undefined
  return isDone || instance.status.preparedFor === target ? target : undefined
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

function fieldsOf(pass: Pass): JsonRecord {
  const { seen, decision, plugin } = pass
  const { instance, choice, resolved, cluster } = seen
  const retried = instance.metadata.annotations[retryAnnotation] ?? instance.status.retried
  const isDone =
    (decision.do === 'write' && decision.hindered === undefined) || decision.do === 'rest'
  const isTaken = choice.is === 'take' && isDone && instance.spec.enabled
  const taken = isTaken && plugin !== undefined ? choice.offer : undefined
  const tag = resolved !== undefined && !isObstacle(resolved) ? resolved : undefined
  const available = 'available' in choice ? choice.available : undefined
  const waitingFor = decision.do === 'wait' ? decision.for.slice(0, 64) : undefined
  const before = instance.status
  // Nothing of it runs any more; that it did is remembered.
  const isAway = decision.do === 'stay-away'
  const kept: Partial<typeof before> = isAway ? {} : before
  const runs = plugin && runningOf(plugin, seen.extension)
  const fields = {
    plugin: plugin && `${plugin.metadata.namespace}/${plugin.metadata.name}`,
    version: runs?.version ?? kept.version,
    retired:
      runs === undefined ? (before.retired ?? (isAway ? before.version : undefined)) : undefined,
    appVersion:
      runs === undefined
        ? kept.appVersion
        : (taken?.key === runs.source && taken.appVersion) || plugin?.status.appVersion,
    source: runs?.source ?? kept.source,
    digest: taken === undefined ? kept.digest : tag?.digest,
    lookedAt: taken === undefined ? kept.lookedAt : tag?.lookedAt,
    kubernetes: stayedOn(seen) ?? followedBy(plugin) ?? kept.kubernetes,
    available: isObstacle(cluster) ? before.available : (available ?? newerState(seen)),
    preparedFor: preparedFor(pass),
    appliedGeneration: appliedOf(pass),
    waitingFor,
    retried,
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as JsonRecord
}
