import type { Reason } from '../../kinds/conditions.ts'
import type { Selection } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  numberAt,
  textAt,
} from '../../objects/kube-object.ts'
import { retryAnnotation } from '../../operator/pass/plugin-names.ts'

/** A state to wait for: that an object is gone, or a condition, `Ready` or `Installed=False`. */
export type DesiredState =
  | { readonly is: 'deleted' }
  | {
      readonly is: 'condition'
      readonly type: string
      readonly status: string
      /** The reason that the condition must have; any by default. */
      readonly reason?: Reason
      /** Reasons under which a request is not carried out, whatever the condition says. */
      readonly heldBy?: readonly Reason[]
    }

const ready = { is: 'condition', type: 'Ready', status: 'True' } as const

export const untilReady: DesiredState = ready

/** Of what is left alone on request, such as a Repository whose index is not read any more. */
export const untilSuspended: DesiredState = { ...ready, reason: 'Suspended' }

/** After a change of a spec: an object that is held or suspended stays ready, and does not follow. */
export const untilChanged: DesiredState = { ...ready, heldBy: ['Pinned', 'Suspended'] }

/** After a request that says nothing of the spec, such as a retry. */
export const untilDone: DesiredState = { ...ready, heldBy: ['Suspended'] }

export const untilDisabled: DesiredState = { ...untilDone, reason: 'Disabled' }

export interface Awaited {
  readonly selection: Selection
  readonly names: readonly string[]
  readonly desired: DesiredState
  /** Told of an object on its way; undefined while it is not there. */
  readonly told: (name: string, object: KubeObject | undefined) => void
}

/** How a wait ended: all are as desired, or one is held, or one will never be so by itself. */
export type WaitEnd =
  | { readonly ended: 'fulfilled' }
  | { readonly ended: 'held' | 'stalled'; readonly object: KubeObject }

/** The objects that are waited for, as they were seen last, and those that are not as desired yet. */
export class Waited {
  readonly objects = new Map<string, KubeObject>()
  readonly left: Set<string>

  constructor(names: readonly string[]) {
    this.left = new Set(names)
  }
}

/** Waits by a watch until objects of one namespace are as desired. The notes say how far it is, also when it is aborted. */
export async function awaitState(
  client: KubeClient,
  { selection, names, desired, told }: Awaited,
  signal: AbortSignal,
  { objects, left }: Waited = new Waited(names),
): Promise<WaitEnd> {
  for await (const change of followObjects(client, selection, {}, signal)) {
    noteChange(objects, change)
    for (const name of left) {
      const object = objects.get(name)
      if (object !== undefined && isHeld(object, desired)) return { ended: 'held', object }
      if (isFulfilled(object, desired)) left.delete(name)
      else if (object !== undefined && isHopeless(object, desired))
        return { ended: 'stalled', object }
      else told(name, object)
    }
    if (left.size === 0) break
  }
  return { ended: 'fulfilled' }
}

function noteChange(objects: Map<string, KubeObject>, change: Change): void {
  if (change.type === 'replaced') {
    objects.clear()
    for (const one of change.objects) objects.set(nameOf(one), one)
  }
  if (change.type !== 'changed') return
  for (const { type, object } of change.events) {
    if (type === 'deleted') objects.delete(nameOf(object))
    else objects.set(nameOf(object), object)
  }
}

function isFulfilled(object: KubeObject | undefined, desired: DesiredState): boolean {
  if (desired.is === 'deleted') return object === undefined
  if (object === undefined || !isCurrent(object)) return false
  const condition = conditionOf(object, desired.type)
  const isReason = desired.reason === undefined || condition?.reason === desired.reason
  return condition?.status === desired.status && isReason
}

// A condition that speaks of an older generation says nothing about what was just written.
function isCurrent(object: KubeObject): boolean {
  const isSeen =
    numberAt(object, ['status', 'observedGeneration']) ===
    numberAt(object, ['metadata', 'generation'])
  return isSeen && isAnswered(object)
}

// The operator has seen the request, and leaves the object as it is.
function isHeld(object: KubeObject, desired: DesiredState): boolean {
  if (desired.is === 'deleted' || desired.heldBy === undefined) return false
  const reason = conditionOf(object, 'Ready')?.reason
  return isCurrent(object) && desired.heldBy.some((one) => one === reason)
}

// A request to try again stands until the operator says which one it has answered.
function isAnswered(object: KubeObject): boolean {
  const retry = textAt(object, ['metadata', 'annotations', retryAnnotation])
  return retry === '' || retry === textAt(object, ['status', 'retried'])
}

/** Nothing changes before somebody changes something: there is nothing to wait for. */
function isHopeless(object: KubeObject, desired: DesiredState): boolean {
  if (desired.is === 'deleted' || desired.status !== 'True') return false
  return isFulfilled(object, { is: 'condition', type: 'Stalled', status: 'True' })
}
