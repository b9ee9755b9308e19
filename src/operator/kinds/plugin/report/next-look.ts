import { holdsPin } from '../status.ts'
import type { Health } from '../../../clusters/health.ts'
import type { Obstacle } from '../../../pass/obstacle.ts'
import type { PassResult } from '../../../../controller/worker.ts'
import type { Plugin } from '../../../../kinds/plugin.ts'
import { intervalOf, timeoutOf } from '../../../pass/duration.ts'
import { type Decision } from '../decide.ts'
import { kubernetesAnnotation } from '../../../pass/instance-names.ts'
import { type Observed, leavingPatience } from '../observe.ts'
import type { Outcome } from '../outcome.ts'
import { canMove } from '../../../sources/source-request.ts'

const rest: PassResult = { do: 'rest' }

/** When a plugin is looked at again by itself. */
export function nextLook(
  { seen }: Observed,
  decision: Decision,
  outcome: Outcome,
  { health, now }: { readonly health: Health; readonly now: number },
): PassResult {
  const obstacle = obstacleIn(decision, outcome)
  if (obstacle?.again === 'soon') return { do: 'again-soon', because: obstacle.message }
  const { plugin } = seen
  const { pin } = plugin.spec
  const isInstalled = outcome.did === 'installed' && pin !== undefined
  if (isInstalled && !holdsPin({ seen, outcome }, pin)) {
    return { do: 'again-soon', because: `revision ${pin} is to be held` }
  }
  const waits = [
    lookAgainAfter(plugin, decision, outcome),
    untilFollowed(seen),
    untilOverdue(seen.plugin, outcome, health),
    untilListed(health),
    seen.isLeaving ? leavingPatience : Infinity,
    untilWindow(seen, now),
  ]
  const after = Math.min(...waits)
  return Number.isFinite(after) ? { do: 'look-again', after } : rest
}

// A window that is waited for, for a change or for putting drift back. Timers are bounded, and clocks are set.
const longestLook = 6 * 3_600_000

function untilWindow({ window, plugin }: Observed['seen'], now: number): number {
  if (window.is === 'open' || plugin.spec.suspend || !plugin.spec.enabled) return Infinity
  const { opensAt = Infinity } = window
  return Math.min(Math.max(opensAt - now, 0), longestLook)
}

function obstacleIn(decision: Decision, outcome: Outcome): Obstacle | undefined {
  if (outcome.did === 'failed') return outcome.obstacle
  return decision.do === 'refuse' ? decision.obstacle : undefined
}

// Not every server tells of rights that were given, and who deleted something has no more to say than that.
const refusedLook = 30_000

// No event tells of a new version in a range or of a branch that moved; and a failed attempt may
// work one day.
function lookAgainAfter({ spec, metadata }: Plugin, decision: Decision, outcome: Outcome): number {
  const interval = intervalOf(spec)
  if (outcome.did === 'failed' && decision.do === 'uninstall') {
    const isRefused = outcome.obstacle.reason === 'Forbidden'
    return isRefused ? Math.min(interval, refusedLook) : interval
  }
  if (blockedByRights(decision, metadata.namespace)) return refusedLook
  if (!spec.enabled || spec.suspend) return Infinity
  const isStalled = decision.do === 'stay-stalled' || outcome.did === 'failed'
  if (isStalled || (decision.do === 'refuse' && decision.obstacle.again === 'on-change'))
    return interval
  const isOpen = spec.repo !== undefined && spec.repo.includes('://')
  return isOpen && canMove(spec, spec.repo) ? interval : Infinity
}

function blockedByRights(decision: Decision, namespace: string): boolean {
  if (decision.do === 'keep-for-others')
    return decision.neededBy.some((key) => !key.startsWith(`${namespace}/`))
  if (decision.do !== 'refuse') return false
  return decision.obstacle.reason === 'Forbidden' && decision.obstacle.again === 'on-event'
}

// Several servers may be one cluster, and not all of them another version yet.
const otherServer = 30_000

function untilFollowed({ plugin, observedKubernetes }: Observed['seen']): number {
  const { metadata, spec } = plugin
  const chosenFor = metadata.annotations[kubernetesAnnotation]
  const isBehind = chosenFor !== undefined && chosenFor !== observedKubernetes
  return isBehind && spec.enabled && !spec.suspend ? otherServer : Infinity
}

// A cluster that refuses a list, or does not answer, tells nobody when it does.
const otherList = 30_000

function untilListed({ is, lines }: Health): number {
  return is === 'unknown' && lines.length > 0 ? otherList : Infinity
}

function untilOverdue({ spec }: Plugin, outcome: Outcome, health: Health): number {
  if (health.is !== 'progressing' && !('revision' in outcome)) return Infinity
  return health.is === 'healthy' ? Infinity : timeoutOf(spec)
}
