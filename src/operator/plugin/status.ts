import type { Finding, Reason } from '../../kinds/conditions.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { type Decision, lookedAt } from './decide.ts'
import type { Health, Observation, Obstacle } from './observation.ts'
import type { Outcome } from './outcome.ts'

type Status = Plugin['status']

/** What a status says, before it is known since when. */
export interface StatusWish {
  readonly findings: readonly Finding[]
  readonly fields: Omit<Status, 'conditions' | 'observedGeneration'>
}

export interface Pass {
  readonly seen: Observation
  readonly decision: Decision
  readonly outcome: Outcome
  /** Of the objects as they are after the act. */
  readonly health: Health
  /** When the act began, and now; RFC 3339. */
  readonly began: string
  readonly now: string
}

/** What a pass tells; undefined when that is what the pass before told. */
export function statusOf(pass: Pass): StatusWish | undefined {
  const { decision, outcome } = pass
  if (decision.do === 'stay-stalled' || outcome.did === 'let-go') return undefined
  const { observedValues, observedKubernetes } = pass.seen
  const fields = defined({ ...fieldsOf(pass), observedValues, observedKubernetes })
  return { findings: withoutEmpty(findingsOf(pass, fields)), fields }
}

interface Verdict {
  readonly ready: Finding['status']
  readonly work: 'resting' | 'working' | 'stalled'
  readonly reason: Reason
  readonly message: string
}

function findingsOf(pass: Pass, fields: StatusWish['fields']): readonly (Finding | undefined)[] {
  const { seen } = pass
  const observedGeneration = seen.plugin.metadata.generation
  const { ready, work, reason, message } = verdictOf(pass)
  const finding = (type: string, status: Finding['status'], why: Reason, text: string) => ({
    type,
    status,
    reason: why,
    message: text,
    observedGeneration,
  })
  return [
    finding('Ready', ready, reason, message),
    finding('Reconciling', work === 'working' ? 'True' : 'False', reason, message),
    finding('Stalled', work === 'stalled' ? 'True' : 'False', reason, message),
    installedFinding(pass, finding),
    healthyFinding(pass, finding),
    driftFinding(fields, seen, finding),
  ]
}

type Make = (type: string, status: Finding['status'], why: Reason, text: string) => Finding

function verdictOf(pass: Pass): Verdict {
  const { decision, outcome, seen } = pass
  if (outcome.did === 'failed') return obstructed(outcome.obstacle)
  if (outcome.did === 'uninstalled') return disabled
  switch (decision.do) {
    case 'refuse':
      return obstructed(decision.obstacle)
    case 'wait': {
      const message = `waits for ${decision.for.join('; ')}`
      return { ready: 'False', work: 'working', reason: 'Waiting', message }
    }
    case 'stay-disabled':
      return disabled
    case 'leave-alone':
      return { ...before(seen), work: 'resting', reason: 'Suspended', message: 'suspended' }
    case 'keep-for-others': {
      const message = `still needed by ${decision.neededBy.join(', ')}`
      return { ...before(seen), work: 'working', reason: 'NeededByOthers', message }
    }
    case 'roll-back':
      if (decision.because === 'unhealthy') return rolledBack(seen, decision.to)
      return healthVerdict(pass)
    default:
      return healthVerdict(pass)
  }
}

const disabled: Verdict = {
  ready: 'True',
  work: 'resting',
  reason: 'Disabled',
  message: 'disabled; the values are kept',
}

function obstructed({ reason, message, again }: Obstacle): Verdict {
  return { ready: 'False', work: again === 'on-change' ? 'stalled' : 'working', reason, message }
}

function rolledBack({ health }: Observation, to: number): Verdict {
  const why = health.lines.join('; ')
  const message = `rolled back to revision ${to}, because the one after it did not work: ${why}`
  return { ready: 'False', work: 'stalled', reason: 'RolledBack', message }
}

function before({ plugin }: Observation): Pick<Verdict, 'ready'> {
  const ready = plugin.status.conditions?.find(({ type }) => type === 'Ready')
  return { ready: ready?.status ?? 'Unknown' }
}

function healthVerdict(pass: Pass): Verdict {
  const { health, seen } = pass
  const lines = health.lines.join('; ')
  switch (health.is) {
    case 'healthy':
      return { ready: 'True', work: 'resting', ...installedText(pass) }
    case 'failed': {
      const reason = health.isChild ? 'ChildFailed' : 'Unhealthy'
      return { ready: 'False', work: 'stalled', reason, message: lines }
    }
    default: {
      if (seen.isOverdue && pass.outcome.did === 'nothing') {
        const message = `not ready after ${seen.plugin.spec.timeout}: ${lines}`
        return { ready: 'False', work: 'stalled', reason: 'TimedOut', message }
      }
      const reason = health.isChild ? 'ChildWaiting' : 'Progressing'
      return { ready: 'False', work: 'working', reason, message: lines }
    }
  }
}

function installedText({ seen, outcome }: Pass): { reason: Reason; message: string } {
  const { pin } = seen.plugin.spec
  const revision = 'revision' in outcome ? outcome.revision : seen.revisions.at(-1)?.revision
  if (pin !== undefined) {
    return {
      reason: 'Pinned',
      message: `revision ${revision ?? 0} is revision ${pin}, held by pin`,
    }
  }
  const version = 'version' in outcome ? outcome.version : (seen.plugin.status.version ?? '')
  const what = version === '' ? '' : `version ${version}, `
  return { reason: 'Installed', message: `${what}revision ${revision ?? 0}` }
}

function installedFinding(pass: Pass, make: Make): Finding {
  const { outcome, seen } = pass
  if (outcome.did === 'uninstalled')
    return make('Installed', 'False', 'NotInstalled', 'uninstalled')
  if ('revision' in outcome) {
    return make('Installed', 'True', 'Installed', `revision ${outcome.revision}`)
  }
  const deployed = seen.revisions.findLast(({ status }) => status === 'deployed')
  if (deployed !== undefined) {
    return make('Installed', 'True', 'Installed', `revision ${deployed.revision}`)
  }
  // An uninstall that was refused or interrupted leaves objects.
  const leaving = seen.revisions.findLast(({ status }) => status === 'uninstalling')
  if (leaving !== undefined) {
    const message = `revision ${leaving.revision} is not wholly uninstalled`
    return make('Installed', 'True', 'Uninstalling', message)
  }
  return make('Installed', 'False', 'NotInstalled', 'no revision is deployed')
}

function healthyFinding({ health, outcome }: Pass, make: Make): Finding | undefined {
  if (outcome.did === 'uninstalled') return undefined
  const lines = health.lines.join('; ')
  switch (health.is) {
    case 'healthy':
      return make('Healthy', 'True', 'Installed', 'every object works')
    case 'failed':
      return make('Healthy', 'False', health.isChild ? 'ChildFailed' : 'Unhealthy', lines)
    case 'progressing':
      return make('Healthy', 'False', health.isChild ? 'ChildWaiting' : 'Progressing', lines)
    case 'unknown':
      return undefined
  }
}

function driftFinding(
  { drift, applied }: StatusWish['fields'],
  { plugin }: Observation,
  make: Make,
): Finding | undefined {
  if (plugin.spec.drift.mode === 'off' || applied === undefined) return undefined
  if (drift === undefined || drift.length === 0) {
    return make('Drifted', 'False', 'InSync', 'objects are as the release wrote them')
  }
  return make('Drifted', 'True', 'Drifted', drift.join('; '))
}

function fieldsOf(pass: Pass): StatusWish['fields'] {
  const { seen, decision, outcome, now } = pass
  const { conditions: _c, observedGeneration: _o, waitingFor: _w, ...old } = seen.plugin.status
  const kept = seen.retry === '' ? old : { ...old, retried: seen.retry }
  if (outcome.did === 'uninstalled') return uninstalledFields(kept)
  if (outcome.did === 'failed') return failedFields(kept, outcome)
  if ('revision' in outcome) return changedFields(pass, outcome, kept)
  if (decision.do === 'wait') return { ...kept, waitingFor: decision.for }
  if (outcome.did === 'looked-for-drift') return driftFields(pass, outcome, kept)
  return settledFields(pass, kept, now)
}

type Fields = StatusWish['fields']

function uninstalledFields({ releaseName, targetNamespace, retried }: Fields): Fields {
  return defined({ releaseName, targetNamespace, retried })
}

function failedFields(kept: Fields, outcome: Outcome & { readonly did: 'failed' }): Fields {
  const failures = (kept.failures ?? 0) + 1
  const isOver = outcome.obstacle.again === 'on-change' && outcome.inputs !== undefined
  return { ...kept, failures, ...(isOver ? { attempted: outcome.inputs } : {}) }
}

function changedFields(
  { seen, decision, health, began, now }: Pass,
  outcome: Extract<Outcome, { readonly revision: number }>,
  kept: Fields,
): Fields {
  const { metadata, spec } = seen.plugin
  const isUndone = decision.do === 'roll-back' && decision.because === 'unhealthy'
  const { applied: _a, looked: _l, drift: _d, attempted: _t, failures: _f, ...rest } = kept
  const { lastDuration: _last, ...fresh } = rest
  return defined({
    ...fresh,
    revision: outcome.revision,
    version: outcome.version,
    appVersion: outcome.appVersion,
    releaseName: spec.releaseName ?? metadata.name,
    targetNamespace: spec.targetNamespace ?? metadata.namespace,
    source: outcome.source?.address ?? kept.source,
    digest: outcome.source?.digest ?? kept.digest,
    inputs: outcome.inputs,
    attempted: isUndone ? kept.inputs : undefined,
    kinds: outcome.applied?.kinds ?? kept.kinds,
    objects: outcome.applied?.objects ?? kept.objects,
    changedAt: now,
    ...(health.is === 'healthy' && !isUndone
      ? { applied: health.mark, lastDuration: durationOf(began, now) }
      : {}),
  })
}

function driftFields(
  { seen }: Pass,
  { lines, corrected, asWanted }: Outcome & { readonly did: 'looked-for-drift' },
  kept: Fields,
): Fields {
  const { drift: _drift, looked: _looked, applied: _applied, ...rest } = kept
  // After a correction the fields that are ours are read anew.
  if (corrected) return rest
  if (lines.length === 0 && !asWanted) return defined({ ...rest, applied: seen.health.mark })
  // As it was before the look: what changed meanwhile is looked at again. What was put back may be changed again.
  const told = lines.length === 0 ? {} : { drift: lines.slice(0, mostLines) }
  return defined({ ...rest, applied: kept.applied, looked: lookedAt(seen.health), ...told })
}

const mostLines = 32

function settledFields({ health, decision }: Pass, kept: Fields, now: string): Fields {
  if (decision.do !== 'rest' || health.is !== 'healthy') return kept
  const isNew = kept.applied === undefined && health.mark !== undefined
  const isBack = health.mark !== undefined && health.mark === kept.applied
  const { drift, looked, ...rest } = kept
  const settled = isBack ? rest : defined({ ...rest, drift, looked })
  const lastDuration = kept.lastDuration ?? durationOf(kept.changedAt, now)
  return defined({ ...settled, lastDuration, ...(isNew ? { applied: health.mark } : {}) })
}

function durationOf(since: string | undefined, now: string): number | undefined {
  return since === undefined ? undefined : Math.max(0, Date.parse(now) - Date.parse(since))
}

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

function defined(fields: Loose<Fields>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function withoutEmpty(findings: readonly (Finding | undefined)[]): readonly Finding[] {
  return findings.filter((finding) => finding !== undefined)
}
