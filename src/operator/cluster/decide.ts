import { clusterConditions } from '../../sequence/cluster-conditions.ts'
import { type Outcome, type Progress, runSequence } from '../../sequence/run-sequence.ts'
import { type Gifts, giveInstances } from './give-instances.ts'
import type { Observation } from './observation.ts'
import { settlingTime } from '../settling-time.ts'
import { skewOf } from './node-skew.ts'

/** How often a cluster is asked for its version, which nobody announces. */
const lookEvery = 30_000
/** How soon one that did not answer is asked again, and what could not be written is tried again. */
const lookAfterSilence = 5000

export interface Decision {
  readonly progress: Progress
  readonly gifts: Gifts
  /** Whether what profiles give is to be written in this pass. */
  readonly gives: boolean
  /** Whether plugins may go there. */
  readonly isUsable: boolean
  readonly version: string | undefined
  /** When the version changed; undefined while the first one is the only one known. */
  readonly versionSince: string | undefined
  /** Milliseconds until it is looked at again. */
  readonly after: number
}

/** How a cluster stands, and what is to be written for it. */
export function decide(seen: Observation): Decision {
  const { cluster, answer, now } = seen
  const version = 'silence' in answer ? cluster.status.version : answer.version
  const isNew = version !== cluster.status.version
  const isFirst = cluster.status.version === undefined
  const known = cluster.status.versionSince
  // A clock that was set back has nothing to say of before: the time runs from now on.
  const isAhead = known !== undefined && Date.parse(known) > Date.parse(now)
  const versionSince = isFirst ? undefined : isNew || isAhead ? now : known
  const left =
    versionSince === undefined
      ? 0
      : Math.max(0, settlingTime - (Date.parse(now) - Date.parse(versionSince)))
  const gifts = giveInstances(seen)
  const { skipConditions: skip, delegateConditions: delegate } = cluster.spec.features
  const progress = runSequence(clusterConditions, { skip, delegate }, seen.marks, (step) =>
    carryOut(step, seen, { gifts, left }),
  )
  const isUsable = !('silence' in answer) && seen.credentials.are === 'accepted'
  return {
    progress,
    gifts,
    gives:
      progress.at === 'EnsureProfiles' &&
      !delegate.includes('EnsureProfiles') &&
      gifts.write.length > 0,
    isUsable,
    version,
    versionSince,
    after: nextLook(seen, left),
  }
}

function nextLook({ answer, credentials, failures }: Observation, left: number): number {
  if (credentials.are === 'accepted' && 'silence' in answer) return lookAfterSilence
  if (failures.length > 0) return lookAfterSilence
  return left === 0 ? lookEvery : Math.min(lookEvery, left)
}

interface Known {
  readonly gifts: Gifts
  /** Milliseconds until the version has settled. */
  readonly left: number
}

function carryOut(step: string, seen: Observation, { gifts, left }: Known): Outcome {
  const { credentials, answer } = seen
  switch (step) {
    case 'EnsureCredentials':
      if (credentials.are === 'accepted') return done('accepted')
      return {
        is: credentials.are === 'refused' ? 'failed' : 'waiting',
        message: credentials.message,
      }
    case 'EnsureReachable':
      return 'silence' in answer ? { is: 'failed', message: answer.silence } : done(answer.version)
    case 'EnsureSettledVersion':
      return left === 0
        ? done('settled')
        : waiting('the version of Kubernetes to settle for two minutes')
    case 'EnsureNodeSkew':
      return 'silence' in answer ? waiting('the cluster') : skewOutcome(answer)
    case 'EnsureProfiles':
      return profilesOutcome(gifts, seen)
    case 'EnsureExtensions':
      return extensionsOutcome(gifts, seen)
    default:
      return done('nobody wants anything more')
  }
}

function skewOutcome({
  version,
  kubelets,
}: {
  version: string
  kubelets: readonly string[]
}): Outcome {
  const { tooOld, unread } = skewOf(version, kubelets)
  const doubt = unread === 0 ? '' : `; ${unread} kubelets have a version that cannot be read`
  if (tooOld.length === 0) return done(`kubelets may stay${doubt}`)
  return {
    is: 'failed',
    message: `kubelets ${tooOld.join(', ')} are too far from ${version}${doubt}`,
  }
}

function profilesOutcome(
  { names, write, obstacles, stands }: Gifts,
  { failures }: Observation,
): Outcome {
  const wrong = [...obstacles, ...failures.map(({ message }) => message)]
  if (wrong.length > 0) return { is: 'failed', message: wrong.join('; ') }
  if (write.length > 0) return waiting(`${write.map(({ name }) => name).join(', ')} to be written`)
  return done([`${names.length} instances are given`, ...stands].join('; '))
}

// What is not there is not given: giving was skipped, or its operator says that there is no more to give.
function extensionsOutcome({ names }: Gifts, { cluster, instances }: Observation): Outcome {
  const own = instances.filter(({ metadata }) => metadata.namespace === cluster.spec.namespace)
  const open = names.filter((name) => {
    const found = own.find(({ metadata }) => metadata.name === name)
    const ready = found?.status.conditions?.find(({ type }) => type === 'Ready')
    return found !== undefined && ready?.status !== 'True'
  })
  return open.length === 0 ? done('all are ready') : waiting(`${open.join(', ')} to be ready`)
}

function done(message: string): Outcome {
  return { is: 'done', message }
}

function waiting(message: string): Outcome {
  return { is: 'waiting', message: `waits for ${message}` }
}
