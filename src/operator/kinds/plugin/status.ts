import type { Obstacle } from '../../pass/obstacle.ts'
import type { Finding, Reason } from '../../../kinds/conditions.ts'
import { clampedFindings } from '../../pass/duration.ts'
import { pinnedInputs } from './failure/attempts.ts'
import type { Observation } from './observation.ts'
import { type DesiredStatus, type Pass, defined, fieldsOf, windowText } from './status-fields.ts'

/** The status that a pass gives; undefined when it is that of the pass before. */
export function statusOf(pass: Pass): DesiredStatus | undefined {
  const { decision, outcome } = pass
  if (decision.do === 'stay-stalled' || outcome.did === 'removed-finalizer') return undefined
  if (isOpenQuestion(pass)) return undefined
  const { observedValues, observedKubernetes } = pass.seen
  const fields = defined({ ...fieldsOf(pass), observedValues, observedKubernetes })
  const { spec, metadata } = pass.seen.plugin
  const clamped = clampedFindings(spec, metadata.generation)
  return { findings: [...withoutEmpty(findingsOf(pass, fields)), ...clamped], fields }
}

// While the facts behind a reason are not known yet, the old reason stays.
function isOpenQuestion({ seen: { plugin }, decision }: Pass): boolean {
  const isUnknown = decision.do === 'refuse' && decision.obstacle.isUnknown === true
  return isUnknown && plugin.status.observedGeneration === plugin.metadata.generation
}

interface Verdict {
  readonly ready: Finding['status']
  readonly work: 'resting' | 'working' | 'stalled'
  readonly reason: Reason
  readonly message: string
}

function findingsOf(pass: Pass, fields: DesiredStatus['fields']): readonly (Finding | undefined)[] {
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
  if (outcome.did === 'failed') return obstructed(refusedOn(outcome.obstacle, seen), seen)
  if (outcome.did === 'uninstalled') return disabled
  switch (decision.do) {
    case 'refuse':
      return obstructed(decision.obstacle, seen)
    case 'wait': {
      const message = `waits for ${decision.for.join('; ')}`
      return { ready: 'False', work: 'working', reason: 'Waiting', message }
    }
    case 'wait-for-window': {
      const message = windowText(decision.window)
      return { ready: 'False', work: 'working', reason: 'WindowClosed', message }
    }
    case 'stay-disabled':
      return disabled
    case 'leave-alone':
      return { ...before(seen), work: 'resting', reason: 'Suspended', message: 'suspended' }
    case 'keep-for-others': {
      const message = `still needed by ${decision.neededBy.join(', ')}`
      // The request is not carried out yet, however well the release works.
      return { ready: 'False', work: 'working', reason: 'NeededByOthers', message }
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

function obstructed(obstacle: Obstacle, { plugin }: Observation): Verdict {
  const { reason, again } = obstacle
  const work = again === 'on-change' ? 'stalled' : 'working'
  return { ready: 'False', work, reason, message: withCluster(obstacle, plugin.spec.cluster) }
}

// The message of a pass that was cut off names a request; a person also wants to know on which cluster.
function withCluster({ reason, message }: Obstacle, cluster: string | undefined): string {
  if (reason !== 'ClusterUnreachable' || cluster === undefined) return message
  const unreachable = `Cluster ${cluster} cannot be reached`
  return message.startsWith(unreachable) ? message : `${unreachable}: ${message}`
}

// A missing right is missing on the cluster of the release; the account may have it on the operator's own.
function refusedOn(obstacle: Obstacle, { plugin }: Observation): Obstacle {
  const { cluster } = plugin.spec
  if (obstacle.reason !== 'Forbidden' || cluster === undefined) return obstacle
  return { ...obstacle, message: `on Cluster ${cluster}: ${obstacle.message}` }
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
    case 'healthy': {
      const { pin } = seen.plugin.spec
      if (pin === undefined || holdsPin(pass, pin)) {
        return { ready: 'True', work: 'resting', ...installedText(pass) }
      }
      const message = `revision ${revisionIn(pass)} is not yet revision ${pin}, which pin asks for`
      return { ready: 'False', work: 'working', reason: 'Progressing', message }
    }
    case 'failed': {
      const reason = health.isChild ? 'ChildFailed' : 'Unhealthy'
      return { ready: 'False', work: 'stalled', reason, message: lines }
    }
    default: {
      if (isMissing(pass)) return missingVerdict(pass)
      if (seen.isOverdue && pass.outcome.did === 'nothing') {
        const message = `not ready after ${seen.plugin.spec.timeout}: ${lines}`
        return { ready: 'False', work: 'stalled', reason: 'TimedOut', message }
      }
      const reason = health.isChild ? 'ChildWaiting' : 'Progressing'
      return { ready: 'False', work: 'working', reason, message: lines }
    }
  }
}

// After a change the watch may not have told of new objects yet.
function isMissing({ health, outcome }: Pass): boolean {
  return health.missing > 0 && !('revision' in outcome)
}

function missingVerdict({ seen, outcome, health }: Pass): Verdict {
  const { drift } = seen.plugin.spec
  const told = outcome.did === 'looked-for-drift' ? outcome.lines : seen.plugin.status.drift
  const names = (told ?? []).filter((line) => line.endsWith(' is missing'))
  const message = (names.length === 0 ? health.lines : names).join('; ')
  const work = drift.mode === 'correct' ? 'working' : 'stalled'
  return { ready: 'False', work, reason: 'Missing', message }
}

/** Whether the revision that is there is the one that a pin asks for, or was made from it. */
export function holdsPin({ seen, outcome }: Pick<Pass, 'seen' | 'outcome'>, pin: number): boolean {
  const inputs = 'revision' in outcome ? outcome.inputs : seen.plugin.status.inputs
  return inputs === pinnedInputs(pin) || revisionIn({ seen, outcome }) === pin
}

function revisionIn({ seen, outcome }: Pick<Pass, 'seen' | 'outcome'>): number {
  const known = seen.revisions.at(-1)?.revision ?? 0
  return 'revision' in outcome ? outcome.revision : known
}

function installedText(pass: Pass): { reason: Reason; message: string } {
  const { seen, outcome } = pass
  const { pin } = seen.plugin.spec
  const revision = revisionIn(pass)
  if (pin !== undefined) {
    return { reason: 'Pinned', message: `revision ${revision} is revision ${pin}, held by pin` }
  }
  const version = 'version' in outcome ? outcome.version : (seen.plugin.status.version ?? '')
  const what = version === '' ? '' : `version ${version}, `
  const left = 'revision' in outcome ? outcome.leftAlone : seen.plugin.status.leftAlone
  const foreign = 'revision' in outcome ? outcome.foreignImages : seen.plugin.status.foreignImages
  const also = [`${what}revision ${revision}`, ...(left ?? []), ...foreignText(foreign ?? [])]
  return { reason: 'Installed', message: also.join('; ') }
}

// All of them are in status.foreignImages.
function foreignText([first, ...more]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  return [more.length === 0 ? first : `${first}, and ${more.length} more images like that`]
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

function healthyFinding(pass: Pass, make: Make): Finding | undefined {
  const { health, outcome } = pass
  if (outcome.did === 'uninstalled') return undefined
  const lines = health.lines.join('; ')
  switch (health.is) {
    case 'healthy':
      return make('Healthy', 'True', 'Installed', 'every object works')
    case 'failed':
      return make('Healthy', 'False', health.isChild ? 'ChildFailed' : 'Unhealthy', lines)
    case 'progressing': {
      const reason = health.isChild ? 'ChildWaiting' : 'Progressing'
      return make('Healthy', 'False', isMissing(pass) ? 'Missing' : reason, lines)
    }
    case 'unknown':
      return undefined
  }
}

function driftFinding(
  { drift, applied }: DesiredStatus['fields'],
  { plugin }: Observation,
  make: Make,
): Finding | undefined {
  if (plugin.spec.drift.mode === 'off' || applied === undefined) return undefined
  if (drift === undefined || drift.length === 0) {
    return make('Drifted', 'False', 'InSync', 'objects are as the release wrote them')
  }
  return make('Drifted', 'True', 'Drifted', drift.join('; '))
}

function withoutEmpty(findings: readonly (Finding | undefined)[]): readonly Finding[] {
  return findings.filter((finding) => finding !== undefined)
}
