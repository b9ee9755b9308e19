import { isLaterMinor } from '../../../catalog/choice/kubernetes-version.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { Finding, Reason } from '../../../kinds/conditions.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { Decision } from './decide.ts'
import { clusterConditions } from '../../../sequence/cluster-conditions.ts'
import { findStep } from '../../../sequence/sequence.ts'
import { skewOf } from '../../clusters/node-skew.ts'
import type { Observation } from './observation.ts'

const mostInstalled = 1024
const mostGiven = 512

/** The status that a pass gives a Cluster. A delegated condition is left to its operator once that was asked. */
export function statusOf(seen: Observation, decision: Decision): DesiredStatus {
  const { cluster, problems } = seen
  const observedGeneration = cluster.metadata.generation
  if (problems.length > 0) return invalid(seen, problems.join('; '))
  const { progress } = decision
  const open = progress.marks.find(({ step }) => step === progress.at)
  const asked = new Set(askedOf(seen, decision).map(({ condition }) => condition))
  const isReady = progress.state === 'done'
  const about = {
    reason: reasonOf(decision),
    message:
      open === undefined ? `Kubernetes ${decision.version ?? ''}` : `${open.step}: ${open.message}`,
    observedGeneration,
  }
  const findings: readonly Finding[] = [
    { type: 'Ready', status: isReady ? 'True' : 'False', ...about },
    { type: 'Reconciling', status: progress.state === 'waiting' ? 'True' : 'False', ...about },
    { type: 'Stalled', status: 'False', ...about },
    reachable(seen, observedGeneration),
    ...progress.marks
      .filter(({ step }) => !asked.has(step))
      .map(({ step, status, reason, message }) => ({
        type: step,
        status,
        reason,
        message,
        observedGeneration,
      })),
  ]
  return { findings, fields: fieldsOf(seen, decision), ours: withoutMachines }
}

// The controller of machines writes the parts about them.
function withoutMachines(status: JsonRecord): JsonRecord {
  const { operation: _o, machines: _m, delegated = [], ...rest } = status
  const asked = (delegated as unknown as Asked).filter(({ condition }) =>
    isOfEveryCluster(condition),
  )
  return asked.length === 0 ? rest : { ...rest, delegated: asked }
}

function isOfEveryCluster(condition: string): boolean {
  return findStep(clusterConditions, condition) !== undefined
}

type Asked = NonNullable<Cluster['status']['delegated']>

// An operator that was asked stays asked for as long as the condition is delegated.
function askedOf({ cluster, now }: Observation, { ask }: Decision): Asked {
  const { spec, status } = cluster
  const still = (status.delegated ?? []).filter(
    ({ condition }) =>
      spec.features.delegateConditions.includes(condition) && isOfEveryCluster(condition),
  )
  if (ask === undefined) return still
  return [...still.filter(({ condition }) => condition !== ask), { condition: ask, since: now }]
}

function invalid({ cluster }: Observation, message: string): DesiredStatus {
  const observedGeneration = cluster.metadata.generation
  const about = { reason: 'InvalidSpec', message, observedGeneration } as const
  const { conditions: _c, observedGeneration: _o, ...all } = cluster.status
  const kept = withoutMachines(all)
  return {
    findings: [
      { type: 'Ready', status: 'False', ...about },
      { type: 'Reconciling', status: 'False', ...about },
      { type: 'Stalled', status: 'True', ...about },
    ],
    fields: { ...kept, phase: 'Failed' },
    ours: withoutMachines,
  }
}

function reasonOf({ progress }: Decision): Reason {
  if (progress.state === 'done') return 'Reachable'
  switch (progress.at) {
    case 'EnsureReachable':
      return 'ClusterUnreachable'
    case 'EnsureSettledVersion':
      return 'VersionUnstable'
    case 'EnsureNodeSkew':
      return 'SkewTooLarge'
    default:
      return progress.state === 'failed' ? 'Failed' : 'Waiting'
  }
}

function reachable({ answer }: Observation, observedGeneration: number): Finding {
  const isSilent = 'silence' in answer
  return {
    type: 'Reachable',
    status: isSilent ? 'False' : 'True',
    reason: isSilent ? 'ClusterUnreachable' : 'Reachable',
    message: isSilent ? answer.silence : `Kubernetes ${answer.version}`,
    observedGeneration,
  }
}

function phaseOf(
  { cluster }: Observation,
  { progress, version }: Decision,
): Cluster['status']['phase'] {
  const { targetVersion } = cluster.spec
  const isMoving =
    targetVersion !== undefined && (version === undefined || isLaterMinor(targetVersion, version))
  if (progress.at === 'EnsureSettledVersion' || isMoving) return 'Upgrading'
  if (progress.state === 'done') return 'Running'
  return progress.state === 'failed' ? 'Failed' : 'Pending'
}

function fieldsOf(seen: Observation, decision: Decision): JsonRecord {
  const { answer, plugins, cluster } = seen
  const { profileInstances, version, versionSince } = decision
  const initial = [...new Set([...profileInstances.initial, ...written(seen, decision)])].toSorted()
  const { removed } = profileInstances
  const delegated = askedOf(seen, decision)
  const kubelets = 'silence' in answer ? undefined : answer.kubelets
  const fields = {
    phase: phaseOf(seen, decision),
    version,
    versionSince,
    delegated: delegated.length === 0 ? undefined : delegated,
    nodes: kubelets === undefined ? cluster.status.nodes : kubelets.length,
    oldestKubelet:
      kubelets === undefined
        ? cluster.status.oldestKubelet
        : skewOf(version ?? '', kubelets).oldest,
    removed: removed.length === 0 ? undefined : removed.slice(0, mostGiven),
    initial: initial.length === 0 ? undefined : initial.slice(0, mostGiven),
    installed:
      plugins.length === 0
        ? undefined
        : plugins.toSorted(byName).slice(0, mostInstalled).map(installedOf),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as JsonRecord
}

// An instance that was not written was not given: otherwise it would count as taken away.
function written(
  { failures }: Observation,
  { writesInstances, profileInstances }: Decision,
): readonly string[] {
  if (!writesInstances) return []
  const failed = new Set(failures.map(({ extension }) => extension))
  return profileInstances.write
    .filter(({ write, extension }) => write === 'create' && !failed.has(extension))
    .map(({ extension }) => extension)
}

type Installed = Observation['plugins'][number]

function byName({ metadata: one }: Installed, { metadata: other }: Installed): number {
  const [left, right] = [`${one.namespace}/${one.name}`, `${other.namespace}/${other.name}`]
  return left < right ? -1 : 1
}

function installedOf({ metadata, status }: Installed): JsonRecord {
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  return {
    plugin: `${metadata.namespace}/${metadata.name}`,
    ...(status.version === undefined ? {} : { version: status.version }),
    ready: ready?.status === 'True',
  }
}
