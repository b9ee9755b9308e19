import { clusterConditions } from '../../../sequence/cluster-conditions.ts'
import type { Outcome, Progress } from '../../../sequence/marks.ts'
import { runSequence } from '../../../sequence/run-sequence.ts'
import { type ProfileInstances, profileInstancesOf } from './profile-instances.ts'
import type { Observation } from './observation.ts'
import { untilSettled, versionSince } from '../../clusters/settled-version.ts'
import { skewOf } from '../../clusters/node-skew.ts'

/** How often a cluster is asked for its version, which nobody announces. */
const lookEvery = 30_000
/** How soon a cluster that did not answer is asked again, and a failed write is tried again. */
const lookAfterSilence = 5000

export interface Decision {
  readonly progress: Progress
  readonly profileInstances: ProfileInstances
  /** Whether what profiles give is to be written in this pass. */
  readonly writesInstances: boolean
  /** The delegated condition whose operator is to be asked now. */
  readonly ask: string | undefined
  /** Whether plugins may go there. */
  readonly isUsable: boolean
  readonly version: string | undefined
  /** When the version changed; undefined while the first one is the only one known. */
  readonly versionSince: string | undefined
  /** Milliseconds until it is looked at again. */
  readonly after: number
}

/** The conditions of a cluster, and the instances to write for it. */
export function decide(seen: Observation): Decision {
  const { cluster, answer, now } = seen
  const version = 'silence' in answer ? cluster.status.version : answer.version
  const { version: known, versionSince: knownSince } = cluster.status
  const since = versionSince({ known, knownSince, version, now })
  const left = untilSettled(since, now)
  const profileInstances = profileInstancesOf(seen)
  const { skipConditions: skip, delegateConditions: delegate } = cluster.spec.features
  const progress = runSequence(clusterConditions, { skip, delegate }, seen.marks, (step) =>
    carryOut(step, seen, { profileInstances, left }),
  )
  const isUsable = !('silence' in answer) && seen.credentials.are === 'accepted'
  return {
    progress,
    profileInstances,
    writesInstances:
      progress.at === 'EnsureProfiles' &&
      !delegate.includes('EnsureProfiles') &&
      profileInstances.write.length > 0,
    ask: toAsk(progress, cluster),
    isUsable,
    version,
    versionSince: since,
    after: nextLook(seen, left),
  }
}

// Only answers to a question count: an earlier answer is about other work.
function toAsk({ at }: Progress, { spec, status }: Observation['cluster']): string | undefined {
  if (at === undefined || !spec.features.delegateConditions.includes(at)) return undefined
  const isAsked = status.delegated?.some(({ condition }) => condition === at) === true
  // An operator that takes its answer back is asked again.
  return isAsked && status.conditions?.some(({ type }) => type === at) === true ? undefined : at
}

function nextLook({ answer, credentials, failures }: Observation, left: number): number {
  if (credentials.are === 'accepted' && 'silence' in answer) return lookAfterSilence
  if (failures.length > 0) return lookAfterSilence
  return left === 0 ? lookEvery : Math.min(lookEvery, left)
}

interface Known {
  readonly profileInstances: ProfileInstances
  /** Milliseconds until the version has settled. */
  readonly left: number
}

function carryOut(step: string, seen: Observation, { profileInstances, left }: Known): Outcome {
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
      return profilesOutcome(profileInstances, seen)
    case 'EnsureExtensions':
      return extensionsOutcome(profileInstances, seen)
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
  { names, write, obstacles, leftAsTheyAre }: ProfileInstances,
  { failures }: Observation,
): Outcome {
  const wrong = [...obstacles, ...failures.map(({ message }) => message)]
  if (wrong.length > 0) return { is: 'failed', message: wrong.join('; ') }
  if (write.length > 0) return waiting(`${write.map(({ name }) => name).join(', ')} to be written`)
  return done([`${names.length} instances are given`, ...leftAsTheyAre].join('; '))
}

// Instances that are not there were not given: giving was skipped, or its operator says that there
// is no more to give.
function extensionsOutcome(
  { names }: ProfileInstances,
  { cluster, instances }: Observation,
): Outcome {
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
