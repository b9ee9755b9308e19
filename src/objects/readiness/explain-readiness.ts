import type { JsonObject } from '../json.ts'
import {
  annotationsOf,
  conditionOf,
  kindOf,
  listAt,
  nameOf,
  namespaceOf,
  ownersOf,
  textAt,
  uidOf,
} from '../kube-object.ts'
import { computeStatus } from '../status/compute-status.ts'
import { warningsAbout, type EventNote } from './events.ts'
import { podProblem, type PodProblem } from './pod-problem.ts'

/** The objects around an object: those that it owns, directly or not, its claims, and events. */
export interface Surroundings {
  readonly objects: readonly JsonObject[]
  readonly events: readonly JsonObject[]
  /** Of the logs of crashed containers the lines that say why, by the uids of pods; nothing secret is in them. */
  readonly logs?: ReadonlyMap<string, string>
  readonly now: Date
}

/** One step of an explanation. */
export interface ReadinessLink {
  /** Such as `Pod web-1` or `container main`. */
  readonly subject: string
  readonly reason: string
  readonly message: string
}

/** From the object down to what holds it up. */
export type ReadinessChain = readonly ReadinessLink[]

/**
 * Why an object is not ready: workload, pod, state of a container, event, line of its log. One chain per cause: pods
 * with the same problem share one. Nothing when it is ready.
 */
export function explainReadiness(
  object: JsonObject,
  around: Surroundings,
): readonly ReadinessChain[] {
  const { status } = computeStatus(object, around.now)
  const isDone = status === 'Current' && !isFailedPod(object)
  return isDone ? [] : explainDelay(object, around)
}

/** The same for an object of which more is awaited than that it is ready, such as that a Job ends. */
export function explainDelay(object: JsonObject, around: Surroundings): readonly ReadinessChain[] {
  if (kindOf(object).kind === 'Pod') return [podChain(object, around)]
  const { status, reason, message } = computeStatus(object, around.now)
  const why = reason ?? (status === 'Current' ? 'InProgress' : status)
  const first: ReadinessLink = { subject: subjectOf(object), reason: why, message }
  const causes = causesOf(object, around)
  return causes.length === 0 ? [[first]] : causes.map((cause) => [first, ...cause])
}

/** A chain on one line. */
export function printReadinessChain(chain: ReadinessChain): string {
  return chain
    .map(({ subject, reason, message }) =>
      message === '' ? `${subject}: ${reason}` : `${subject}: ${reason}: ${message}`,
    )
    .join(' → ')
}

function isFailedPod(object: JsonObject): boolean {
  return kindOf(object).kind === 'Pod' && textAt(object, ['status', 'phase']) === 'Failed'
}

function causesOf(object: JsonObject, around: Surroundings): readonly ReadinessChain[] {
  const pods = podsOf(object, around)
  const chains = groupSame(pods.filter(hasProblem).map((pod) => podChain(pod, around)))
  const own = conditionCauses(object)
  if (chains.length > 0)
    return own.length === 0 ? chains : chains.map((chain) => [...own, ...chain])
  const makers = [object, ...replicaSetsOf(object, around)]
  const warning = makers.flatMap((maker) => warningsAbout(maker, around.events))[0]
  const failure = makers
    .map((maker) => conditionOf(maker, 'ReplicaFailure'))
    .find((one) => one?.status === 'True')
  if (failure !== undefined)
    return [[...own, { subject: 'pods', reason: failure.reason, message: failure.message }]]
  if (warning !== undefined) return [[...own, eventLink(warning)]]
  return own.length === 0 ? [] : [own]
}

// The cause of its failure that a Job or a Deployment gives itself.
function conditionCauses(object: JsonObject): ReadinessChain {
  const failed = conditionOf(object, 'Failed')
  if (failed?.status !== 'True' || kindOf(object).kind !== 'Job') return []
  return [{ subject: 'condition Failed', reason: failed.reason, message: failed.message }]
}

function hasProblem(pod: JsonObject): boolean {
  return podProblem(pod) !== undefined
}

function podChain(pod: JsonObject, around: Surroundings): ReadinessChain {
  const problem = podProblem(pod)
  const subject = subjectOf(pod)
  if (problem === undefined) {
    const { reason, status, message } = computeStatus(pod, around.now)
    return [{ subject, reason: reason ?? status, message }]
  }
  const { container, reason, message } = problem
  const place = container === undefined ? subject : `${subject} container ${container}`
  const event = eventFor(pod, problem, around)
  return [
    { subject: place, reason, message },
    ...nodeLinks(pod, around),
    ...claimLinks(pod, problem, around),
    ...(event === undefined || saysSame(event.message, message) ? [] : [eventLink(event)]),
    ...logLinks(pod, message, around),
  ]
}

function logLinks(pod: JsonObject, said: string, { logs }: Surroundings): ReadinessChain {
  const line = logs?.get(uidOf(pod))
  if (line === undefined || saysSame(line, said)) return []
  return [{ subject: logSubject, reason: 'LastLine', message: line }]
}

const logSubject = 'log'

function eventFor(
  pod: JsonObject,
  { events }: PodProblem,
  around: Surroundings,
): EventNote | undefined {
  const warnings = warningsAbout(pod, around.events)
  const telling = events.map((reason) => warnings.find((warning) => warning.reason === reason))
  return telling.find((warning) => warning !== undefined)
}

// A pod that finds no node because a claim is not bound: the claim knows why.
function claimLinks(pod: JsonObject, { reason }: PodProblem, around: Surroundings): ReadinessChain {
  if (reason !== 'Unschedulable' && reason !== 'ContainerCreating' && reason !== 'Pending')
    return []
  const names = listAt(pod, ['spec', 'volumes']).map((volume) =>
    textAt(volume, ['persistentVolumeClaim', 'claimName']),
  )
  const claims = around.objects.filter(
    (object) =>
      kindOf(object).kind === 'PersistentVolumeClaim' &&
      namespaceOf(object) === namespaceOf(pod) &&
      names.includes(nameOf(object)) &&
      textAt(object, ['status', 'phase']) !== 'Bound',
  )
  return claims.slice(0, 1).flatMap((claim) => {
    const { reason, message } = computeStatus(claim, around.now)
    const warning = warningsAbout(claim, around.events)[0]
    const link = { subject: subjectOf(claim), reason: reason ?? 'NotBound', message }
    return warning === undefined ? [link] : [link, eventLink(warning)]
  })
}

// A pod says nothing of the node that is gone; the node does.
function nodeLinks(pod: JsonObject, around: Surroundings): ReadinessChain {
  const name = textAt(pod, ['spec', 'nodeName'])
  const node = around.objects.find((one) => kindOf(one).kind === 'Node' && nameOf(one) === name)
  const ready = node === undefined ? undefined : conditionOf(node, 'Ready')
  if (ready === undefined || ready.status === 'True') return []
  return [{ subject: `Node ${name}`, reason: 'NodeNotReady', message: ready.message }]
}

// The pods of the newest replica set only: older ones are on their way out.
function podsOf(object: JsonObject, around: Surroundings): readonly JsonObject[] {
  const replicaSets = replicaSetsOf(object, around)
  const newest = replicaSets.toSorted((a, b) => revisionOf(b) - revisionOf(a))[0]
  const owner = kindOf(object).kind === 'Deployment' ? newest : object
  return owner === undefined ? [] : ownedBy(owner, around, 'Pod')
}

function replicaSetsOf(object: JsonObject, around: Surroundings): readonly JsonObject[] {
  return kindOf(object).kind === 'Deployment' ? ownedBy(object, around, 'ReplicaSet') : []
}

function ownedBy(owner: JsonObject, around: Surroundings, kind: string): readonly JsonObject[] {
  return around.objects.filter(
    (object) =>
      kindOf(object).kind === kind &&
      ownersOf(object).some(({ uid }) => uid !== '' && uid === uidOf(owner)),
  )
}

function revisionOf(replicaSet: JsonObject): number {
  return Number(annotationsOf(replicaSet)['deployment.kubernetes.io/revision'] ?? 0)
}

function groupSame(chains: readonly ReadinessChain[]): readonly ReadinessChain[] {
  const groups = Map.groupBy(chains, (chain) =>
    chain
      .filter(({ subject }) => subject !== logSubject)
      .map(({ reason, message }) => `${reason} ${withoutNames(message)}`)
      .join('\n'),
  )
  return [...groups.values()].map((same) => {
    const [chain = []] = same
    const [first, ...rest] = chain
    if (first === undefined || same.length === 1) return chain
    return [{ ...first, subject: `${first.subject} (and ${same.length - 1} more)` }, ...rest]
  })
}

// Messages of several pods differ by the name of the pod alone.
function withoutNames(message: string): string {
  return message.replaceAll(/[\w.-]+_[\w.-]+\([\w-]+\)/g, '')
}

function saysSame(more: string, message: string): boolean {
  return message !== '' && (message.includes(more) || more.includes(message))
}

function eventLink({ reason, message, count }: EventNote): ReadinessLink {
  const times = count > 1 ? ` (${count} times)` : ''
  return { subject: 'event', reason, message: `${message.trim()}${times}` }
}

function subjectOf(object: JsonObject): string {
  return `${kindOf(object).kind} ${nameOf(object)}`
}
