import { computeStatus } from '../../objects/status/compute-status.ts'
import {
  type KubeObject,
  conditionOf,
  kindOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Verdict } from './await-objects.ts'

/** Whether an object is ready as kstatus means it; with jobs, whether they have also ended. */
export function judgeReady(
  object: KubeObject | undefined,
  jobs: 'started' | 'complete',
  now: Date,
): Verdict {
  const { status, message } = computeStatus(object, now)
  const reason = message
  if (status === 'Failed') return { is: 'failed', reason }
  if (object !== undefined && isPaused(object)) return { is: 'done', reason: 'paused' }
  if (status !== 'Current') return { is: 'waiting', reason }
  const isOpenJob =
    jobs === 'complete' &&
    object !== undefined &&
    isJob(object) &&
    conditionOf(object, 'Complete')?.status !== 'True'
  return { is: isOpenJob ? 'waiting' : 'done', reason }
}

/** Whether a hook has run: Jobs and Pods to their end, everything else by being there. */
export function judgeHook(object: KubeObject | undefined, now: Date): Verdict {
  if (object === undefined) return { is: 'waiting', reason: 'not there yet' }
  const { message } = computeStatus(object, now)
  if (isJob(object)) {
    if (conditionOf(object, 'Complete')?.status === 'True') return { is: 'done', reason: message }
    const failed = conditionOf(object, 'Failed')?.status === 'True'
    return { is: failed ? 'failed' : 'waiting', reason: message }
  }
  if (!isPod(object)) return { is: 'done', reason: '' }
  const phase = textAt(object, ['status', 'phase'])
  if (phase === 'Succeeded') return { is: 'done', reason: message }
  return { is: phase === 'Failed' ? 'failed' : 'waiting', reason: message }
}

/** Whether an object is no longer there. */
export function judgeGone(object: KubeObject | undefined): Verdict {
  if (object === undefined) return { is: 'done', reason: 'gone' }
  const isGoing = textAt(object, ['metadata', 'deletionTimestamp']) !== ''
  const finalizers = readPath(object, ['metadata', 'finalizers'])
  const holding = Array.isArray(finalizers) && finalizers.length > 0
  const reason = holding ? `held by finalizers ${finalizers.join(', ')}` : 'on its way'
  return { is: 'waiting', reason: isGoing ? reason : 'still there' }
}

function isPaused(object: KubeObject): boolean {
  return kindOf(object).kind === 'Deployment' && readPath(object, ['spec', 'paused']) === true
}

function isJob(object: KubeObject): boolean {
  const { group, kind } = kindOf(object)
  return group === 'batch' && kind === 'Job'
}

function isPod(object: KubeObject): boolean {
  const { group, kind } = kindOf(object)
  return group === '' && kind === 'Pod'
}
