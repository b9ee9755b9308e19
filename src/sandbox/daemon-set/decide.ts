import { resolveIntOrPercent } from '../../objects/int-or-string.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  listAt,
  nameOf,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import {
  changedStatus,
  isDeleting,
  objectIn,
  unlessZero,
  withoutUndefined,
} from '../engine/object-writing.ts'
import { availableIn, isActive, isReady, phaseOf } from '../engine/pod-facts.ts'
import { podFromTemplate } from '../engine/pod-template.ts'
import { currentRevision, forgetRevisions, revisionLabel } from '../engine/revisions.ts'
import { whyNot } from '../scheduler/fit.ts'

export interface DaemonSetSeen {
  readonly set: KubeObject
  readonly pods: readonly KubeObject[]
  readonly nodes: readonly KubeObject[]
  readonly revisions: readonly KubeObject[]
  readonly now: number
}

/** Decides what a DaemonSet does next: one pod on every node that can have one. */
export function decideDaemonSet(seen: DaemonSetSeen): readonly Action[] {
  const { set, pods, revisions } = seen
  const revision = currentRevision(set, revisions)
  const wanted = seen.nodes.filter((node) => runsOn(set, node)).map(nameOf)
  const steps = isDeleting(set) ? [] : nextSteps(seen, wanted, revision.label)
  const needed = new Set([revision.label, ...pods.map(revisionOf)])
  return [
    ...revision.actions,
    ...steps,
    ...statusOf(seen, wanted, revision.label),
    ...forgetRevisions(set, revisions, needed),
    ...lookAgain(seen),
  ]
}

function nextSteps(
  { set, pods, now }: DaemonSetSeen,
  wanted: readonly string[],
  revision: string,
): readonly Action[] {
  const byNode = new Map<string, KubeObject[]>()
  for (const pod of pods) {
    const node = nodeOf(pod)
    byNode.set(node, [...(byNode.get(node) ?? []), pod])
  }
  const missing = wanted.filter((node) => !byNode.has(node))
  const surplus = [...byNode].flatMap(([node, there]) => {
    const over = there.filter((pod) => !isDeleting(pod) && !isActive(pod))
    const extra = wanted.includes(node) ? there.filter(isActive).slice(1) : there.filter(isActive)
    return [...over, ...extra]
  })
  const steps = [
    ...missing.map((node) => create(set, node, revision)),
    ...surplus.map((pod) => remove(set, pod)),
  ]
  if (steps.length > 0 || textAt(set, ['spec', 'updateStrategy', 'type']) === 'OnDelete')
    return steps
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const unavailable = pods.filter((pod) => availableIn(pod, minReady, now) !== 0 || isDeleting(pod))
  const allowed = readPath(set, ['spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable'])
  const most = Math.max(1, resolveIntOrPercent(allowed, wanted.length, 'up') ?? 1)
  const old = pods.filter((pod) => isActive(pod) && revisionOf(pod) !== revision)
  const broken = old.filter((pod) => unavailable.includes(pod))
  const working = old.filter((pod) => !unavailable.includes(pod))
  const room = Math.max(0, most - unavailable.length)
  return [...broken, ...working.slice(0, room)].map((pod) => remove(set, pod))
}

const always: readonly (readonly [key: string, effect: string])[] = [
  ['node.kubernetes.io/not-ready', 'NoExecute'],
  ['node.kubernetes.io/unreachable', 'NoExecute'],
  ['node.kubernetes.io/disk-pressure', 'NoSchedule'],
  ['node.kubernetes.io/memory-pressure', 'NoSchedule'],
  ['node.kubernetes.io/pid-pressure', 'NoSchedule'],
  ['node.kubernetes.io/unschedulable', 'NoSchedule'],
]

function create(set: KubeObject, node: string, revision: string): Action {
  const pod = podFromTemplate(set, objectIn(set['spec'], 'template'), {
    labels: { [revisionLabel]: revision },
  })
  const object = { ...pod, spec: specFor(objectIn(pod, 'spec'), node) }
  const told = {
    about: set,
    type: 'Normal',
    reason: 'SuccessfulCreate',
    message: 'Created pod: {}',
  } as const
  return { do: 'create', in: 'pods', object, told }
}

/** The spec with the one node that the pod is for, which the scheduler then finds. */
function specFor(spec: JsonObject, node: string): JsonObject {
  const affinity = objectIn(spec, 'affinity')
  const required = 'requiredDuringSchedulingIgnoredDuringExecution'
  const nodeAffinity = objectIn(affinity, 'nodeAffinity')
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }]
  const terms = listAt(nodeAffinity, [required, 'nodeSelectorTerms'])
  const nodeSelectorTerms: readonly Json[] =
    terms.length === 0
      ? [{ matchFields }]
      : terms.map((term) => ({ ...(term as object), matchFields }))
  return {
    ...spec,
    affinity: { ...affinity, nodeAffinity: { ...nodeAffinity, [required]: { nodeSelectorTerms } } },
    tolerations: [
      ...listAt(spec, ['tolerations']),
      ...always.map(([key, effect]) => ({ key, operator: 'Exists', effect })),
    ],
  }
}

function runsOn(set: KubeObject, node: KubeObject): boolean {
  const spec = specFor(objectIn(objectIn(set['spec'], 'template'), 'spec'), nameOf(node))
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec }
  const nothing = { cpu: 0, memory: 0, storage: 0, pods: 0 }
  const why = whyNot(pod, nothing, { node, free: nothing })
  return why === undefined || why === 'node(s) were not ready'
}

function statusOf(
  { set, pods, now }: DaemonSetSeen,
  wanted: readonly string[],
  revision: string,
): readonly Action[] {
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const live = pods.filter(
    (pod) => !isDeleting(pod) && !['Failed', 'Succeeded'].includes(phaseOf(pod)),
  )
  const placed = wanted.flatMap((node) => live.find((pod) => nodeOf(pod) === node) ?? [])
  const available = placed.filter((pod) => availableIn(pod, minReady, now) === 0).length
  const status = {
    currentNumberScheduled: placed.length,
    numberMisscheduled: live.filter((pod) => !wanted.includes(nodeOf(pod))).length,
    desiredNumberScheduled: wanted.length,
    numberReady: placed.filter(isReady).length,
    observedGeneration: numberAt(set, ['metadata', 'generation']),
    updatedNumberScheduled: unlessZero(placed.filter((pod) => revisionOf(pod) === revision).length),
    numberAvailable: unlessZero(available),
    numberUnavailable: unlessZero(wanted.length - available),
  }
  return changedStatus('daemonSets', set, withoutUndefined(status))
}

function lookAgain({ set, pods, now }: DaemonSetSeen): readonly Action[] {
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const waits = pods
    .flatMap((pod) => availableIn(pod, minReady, now) ?? [])
    .filter((wait) => wait > 0)
  return waits.length === 0 ? [] : [{ do: 'look-again', after: Math.min(...waits) }]
}

/** The node that a pod is on, or for. */
function nodeOf(pod: KubeObject): string {
  const bound = textAt(pod, ['spec', 'nodeName'])
  if (bound !== '') return bound
  const [term] = listAt(pod, [
    'spec',
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  ])
  const [field] = listAt(term, ['matchFields'])
  const [name] = listAt(field, ['values'])
  return typeof name === 'string' ? name : ''
}

function revisionOf(pod: KubeObject): string {
  return labelsOf(pod)[revisionLabel] ?? ''
}

function remove(set: KubeObject, pod: KubeObject): Action {
  const message = `Deleted pod: ${nameOf(pod)}`
  const told = { about: set, type: 'Normal', reason: 'SuccessfulDelete', message } as const
  return { do: 'delete', in: 'pods', object: pod, told }
}
