import type { Health } from '../../clusters/health.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import { pinnedInputs, undoneTo } from './failure/attempts.ts'
import type { Observation, RevisionSeen } from './observation.ts'

/** Windows that keep a change back. */
export type ClosedWindow = Extract<Observation['window'], { readonly is: 'closed' }>

/** The work of a pass. */
export type Decision =
  /** Everything is as it should be, or on its way. */
  | { readonly do: 'rest' }
  | { readonly do: 'leave-alone' }
  | { readonly do: 'stay-disabled' }
  | { readonly do: 'wait'; readonly for: readonly string[] }
  /** A change has to wait until its windows open. */
  | { readonly do: 'wait-for-window'; readonly window: ClosedWindow }
  | { readonly do: 'refuse'; readonly obstacle: Obstacle }
  /** The last attempt failed, and nothing has changed since. */
  | { readonly do: 'stay-stalled' }
  | { readonly do: 'keep-for-others'; readonly neededBy: readonly string[] }
  | { readonly do: 'install' }
  | { readonly do: 'upgrade'; readonly from: number }
  | { readonly do: 'roll-back'; readonly to: number; readonly because: 'pinned' | 'unhealthy' }
  | { readonly do: 'check-drift' }
  | { readonly do: 'uninstall'; readonly because: 'deleted' | 'disabled' }
  /** Lets the object go. */
  | { readonly do: 'remove-finalizer'; readonly leaves: 'release' | 'nothing' }

/** From what was seen to one thing to do. */
export function decide(seen: Observation): Decision {
  const { plugin } = seen
  if (plugin.metadata.deletionTimestamp !== undefined) return decideRemoval(seen)
  if (plugin.spec.suspend) return { do: 'leave-alone' }
  if (!plugin.spec.enabled) return decideDisabled(seen)
  if (seen.cycle.length > 0) return refuse('DependencyCycle', seen.cycle.join(' needs '))
  if (seen.refusal !== undefined) return { do: 'refuse', obstacle: seen.refusal }
  if (seen.release.is === 'others') return refuse('ReleaseOwned', seen.release.message)
  const { pin } = plugin.spec
  return withinWindow(seen, pin === undefined ? decideRelease(seen) : decidePinned(seen, pin))
}

// A change that has begun goes on, a release that does not work is rolled back, and a person who asks for a retry means now.
function withinWindow({ window, revisions, retry }: Observation, wanted: Decision): Decision {
  const isChange = wanted.do === 'install' || wanted.do === 'upgrade' || wanted.do === 'roll-back'
  const isRemedy = wanted.do === 'roll-back' && wanted.because === 'unhealthy'
  const hasBegun = revisions.at(-1)?.status.startsWith('pending-') === true
  if (window.is === 'open' || !isChange || isRemedy || hasBegun || retry !== '') return wanted
  return { do: 'wait-for-window', window }
}

function decideRemoval(seen: Observation): Decision {
  if (!seen.hasFinalizer) return { do: 'rest' }
  const isLeft = isThere(seen.revisions) || isOutOfReach(seen)
  if (!isLeft) return { do: 'remove-finalizer', leaves: 'nothing' }
  if (seen.plugin.spec.deletion === 'orphan') return { do: 'remove-finalizer', leaves: 'release' }
  if (seen.neededBy.length > 0) return { do: 'keep-for-others', neededBy: seen.neededBy }
  if (seen.refusal !== undefined) return { do: 'refuse', obstacle: seen.refusal }
  return { do: 'uninstall', because: 'deleted' }
}

function decideDisabled(seen: Observation): Decision {
  if (!isThere(seen.revisions) && !isOutOfReach(seen)) return { do: 'stay-disabled' }
  if (seen.neededBy.length > 0) return { do: 'keep-for-others', neededBy: seen.neededBy }
  if (seen.refusal !== undefined) return { do: 'refuse', obstacle: seen.refusal }
  return { do: 'uninstall', because: 'disabled' }
}

function decideRelease(seen: Observation): Decision {
  const { source } = seen
  const last = seen.revisions.at(-1)
  if (source.is === 'unchanged') {
    return last === undefined ? { do: 'install' } : decideSettled(seen, last)
  }
  if (seen.isLeaving) return { do: 'wait', for: ['its release, which somebody is uninstalling'] }
  if (wasAttempted(seen, source.inputs)) return standing(seen)
  if (source.is === 'blocked') return { do: 'refuse', obstacle: source.obstacle }
  const unknowable = seen.unmet.find(({ obstacle }) => obstacle !== undefined)?.obstacle
  if (unknowable !== undefined) return { do: 'refuse', obstacle: unknowable }
  if (seen.unmet.length > 0) return { do: 'wait', for: seen.unmet.map(({ text }) => text) }
  return changeFrom(seen.revisions)
}

function decidePinned(seen: Observation, pin: number): Decision {
  const { revisions, plugin } = seen
  const last = revisions.at(-1)
  if (!isThere(revisions) || last === undefined) return decideRelease(seen)
  const mark = pinnedInputs(pin)
  const isHeld = plugin.status.inputs === mark || last.revision === pin
  if (last.status === 'deployed' && isHeld) return decideSettled(seen, last)
  if (wasAttempted(seen, mark)) return { do: 'stay-stalled' }
  return { do: 'roll-back', to: pin, because: 'pinned' }
}

// The same was tried and failed, and nobody has asked for more since.
function wasAttempted({ plugin, retry, isDue }: Observation, inputs: string): boolean {
  const { metadata, status } = plugin
  const isCurrent = status.observedGeneration === metadata.generation
  return status.attempted === inputs && isCurrent && retry === '' && !isDue
}

// A status that has told of something else meanwhile tells again of what was rolled back: it would break once more.
function standing({ plugin }: Observation): Decision {
  const to = undoneTo(plugin.status)
  const ready = plugin.status.conditions?.find(({ type }) => type === 'Ready')
  if (to === undefined || ready?.reason === 'RolledBack') return { do: 'stay-stalled' }
  return refuse(
    'RolledBack',
    `rolled back to revision ${to}, because the one after it did not work`,
  )
}

function decideSettled(seen: Observation, last: RevisionSeen): Decision {
  const { plugin, health } = seen
  const isBad = health.is === 'failed' || (health.is === 'progressing' && seen.isOverdue)
  if (isBad && plugin.spec.onFailure === 'rollback' && plugin.spec.pin === undefined) {
    const good = seen.revisions.findLast(
      ({ revision, status }) => revision < last.revision && status === 'superseded',
    )
    const wasAttempted = plugin.status.attempted !== undefined
    if (good !== undefined && !wasAttempted) {
      return { do: 'roll-back', to: good.revision, because: 'unhealthy' }
    }
  }
  return isSuspicious(seen) ? { do: 'check-drift' } : { do: 'rest' }
}

// The fields that are ours in some object are no longer those that we wrote.
function isSuspicious({ plugin, health }: Observation): boolean {
  const { mark } = health
  const { applied, looked } = plugin.status
  if (plugin.spec.drift.mode === 'off' || applied === undefined || mark === undefined) return false
  // Telling once is enough; putting back was not done while it was only told.
  return mark !== applied && (plugin.spec.drift.mode === 'correct' || lookedAt(health) !== looked)
}

/** One text for what drift was looked for in: another one when anybody has changed anything since. */
export function lookedAt({ mark, content }: Health): string | undefined {
  return mark === undefined ? undefined : `${mark}.${content ?? ''}`
}

/** How what is there becomes what is wanted. */
export function changeFrom(revisions: readonly RevisionSeen[]): Decision {
  const last = revisions.at(-1)
  if (last === undefined || !isThere(revisions)) return { do: 'install' }
  // A first install that was interrupted is continued; one that failed is upgraded from.
  const isFirst = last.status === 'pending-install'
  return isFirst ? { do: 'install' } : { do: 'upgrade', from: last.revision }
}

// A release of which only the history was kept is none.
function isThere(revisions: readonly RevisionSeen[]): boolean {
  const last = revisions.at(-1)
  return last !== undefined && last.status !== 'uninstalled'
}

// The release cannot be seen now, which does not mean that it is gone.
function isOutOfReach({ refusal, plugin, hasFinalizer }: Observation): boolean {
  const isBlind = refusal?.reason === 'ClusterNotFound' || refusal?.reason === 'ClusterUnreachable'
  if (!isBlind) return false
  const { revision, failures = 0 } = plugin.status
  // A failed install has a record, and may have created objects. On a cluster that can be out of reach the finalizer is
  // written before the first change, so that it tells of an install that nobody lived to tell of.
  return revision !== undefined || failures > 0 || (hasFinalizer && !wasUninstalled(plugin))
}

// A deletion is a generation of its own; one between it and the verdict may have begun to install again.
function wasUninstalled({ metadata, status }: Observation['plugin']): boolean {
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  const { observedGeneration = 0 } = status
  return ready?.reason === 'Disabled' && observedGeneration >= metadata.generation - 1
}

function refuse(reason: Obstacle['reason'], message: string): Decision {
  return { do: 'refuse', obstacle: { reason, message, again: 'on-change' } }
}
