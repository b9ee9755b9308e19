import type { Finding } from '../../../kinds/conditions.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { isLeftFieldOf } from '../../../release/server-apply/left-field.ts'
import type { Health } from '../../clusters/health.ts'
import { type ClosedWindow, type Decision, lookedAt } from './decide.ts'
import { failuresAfter, keptAttempt } from './failure/attempts.ts'
import type { Observation } from './observation.ts'
import type { Outcome } from './outcome.ts'
import { adoptsRelease } from './release-claim.ts'

type Fields = Omit<Plugin['status'], 'conditions' | 'observedGeneration'>

/** A status before the times are filled in at which its conditions last changed. */
export interface DesiredStatus {
  readonly findings: readonly Finding[]
  readonly fields: Fields
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

/** The fields of a status beside its conditions. */
export function fieldsOf(pass: Pass): Fields {
  const { seen, outcome, decision } = pass
  const { status } = seen.plugin
  const { conditions: _c, observedGeneration: _o, waitingFor: _w, attempted: _a, ...rest } = status
  const isSettled = decision.do === 'rest' || decision.do === 'check-drift'
  const attempted = keptAttempt(status, isSettled)
  const old = attempted === undefined ? rest : { ...rest, attempted }
  const kept = seen.retry === '' ? old : { ...old, retried: seen.retry }
  if (outcome.did === 'uninstalled' || seen.release.is === 'others') return uninstalledFields(kept)
  return { ...changesOf(pass, kept), ...takeOverOf(pass) }
}

// The release is this plugin's now, so the request to adopt it is fulfilled.
function takeOverOf({ seen, outcome }: Pass): Partial<Fields> {
  const { release, plugin } = seen
  const { metadata, spec } = plugin
  const isOurs = release.is === 'ours' || 'revision' in outcome
  const isAsked = adoptsRelease(plugin, { name: spec.releaseName ?? metadata.name })
  return isOurs && isAsked ? { takenOver: metadata.generation } : {}
}

function changesOf(pass: Pass, kept: Fields): Fields {
  const { decision, outcome, now } = pass
  if (outcome.did === 'failed') return failedFields(kept, outcome, pass.seen)
  if ('revision' in outcome) return changedFields(pass, outcome, kept)
  if (decision.do === 'wait') return { ...kept, waitingFor: decision.for }
  if (decision.do === 'wait-for-window') {
    return { ...kept, waitingFor: [windowText(decision.window)] }
  }
  if (outcome.did === 'looked-for-drift') return driftFields(pass, outcome, kept)
  return settledFields(pass, kept, now)
}

// The fields of a plugin whose release is not installed any more, or belongs to another.
function uninstalledFields(kept: Fields): Fields {
  const { releaseName, targetNamespace, retried, takenOver } = kept
  return defined({ releaseName, targetNamespace, retried, takenOver })
}

function failedFields(
  kept: Fields,
  outcome: Outcome & { readonly did: 'failed' },
  { plugin }: Observation,
): Fields {
  const failures = failuresAfter(plugin)
  const isOver = outcome.obstacle.again === 'on-change'
  if (outcome.inputs === undefined) return { ...kept, failures }
  return defined({ ...kept, failures, attempted: isOver ? outcome.inputs : undefined })
}

function changedFields(
  { seen, decision, health, began, now }: Pass,
  outcome: Extract<Outcome, { readonly revision: number }>,
  kept: Fields,
): Fields {
  const { metadata, spec } = seen.plugin
  const isUndone = decision.do === 'roll-back' && decision.because === 'unhealthy'
  const isSame = kept.revision === outcome.revision
  const healthyMark = health.is === 'healthy' ? health.mark : undefined
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
    leftAlone: outcome.leftAlone ?? (isSame ? kept.leftAlone : undefined),
    foreignImages: outcome.foreignImages?.length === 0 ? undefined : outcome.foreignImages,
    kinds: outcome.applied?.kinds ?? kept.kinds,
    objects: outcome.applied?.objects ?? kept.objects,
    changedAt: now,
    ...(isUndone ? {} : { applied: outcome.applied?.mark ?? healthyMark }),
    ...(health.is === 'healthy' && !isUndone ? { lastDuration: durationOf(began, now) } : {}),
  })
}

function driftFields(
  { seen }: Pass,
  { lines, corrected, asWanted, mark }: Outcome & { readonly did: 'looked-for-drift' },
  kept: Fields,
): Fields {
  const { drift: _drift, looked: _looked, applied: _applied, leftAlone = [], ...rest } = kept
  if (corrected.length > 0) {
    const left = leftAlone.filter((line) => !corrected.some((id) => isLeftFieldOf(id, line)))
    return defined({ ...rest, applied: mark, leftAlone: left.length === 0 ? undefined : left })
  }
  const { leftAlone: left } = kept
  if (lines.length === 0 && !asWanted)
    return defined({ ...rest, leftAlone: left, applied: seen.health.mark })
  // The state before the look: objects that changed meanwhile are looked at again, and those that
  // were put back may be changed again.
  const told = lines.length === 0 ? {} : { drift: lines.slice(0, mostLines) }
  const looked = lookedAt(seen.health)
  return defined({ ...rest, leftAlone: left, applied: kept.applied, looked, ...told })
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

/** The fields that have a value. */
export function defined(fields: Loose<Fields>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** A change that waits for a window, as the status tells it. */
export function windowText({ of, opensAt, problem }: ClosedWindow): string {
  const when =
    opensAt === undefined
      ? 'none is known that opens'
      : `the next opens at ${new Date(opensAt).toISOString().replace('.000Z', 'Z')}`
  return problem ?? `a change waits for a maintenance window of ${of}: ${when}`
}
