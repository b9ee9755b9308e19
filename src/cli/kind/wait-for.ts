import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import {
  conditionsOf,
  type KubeObject,
  nameOf,
  numberAt,
  textAt,
} from '../../objects/kube-object.ts'
import type { Reason } from '../../kinds/conditions.ts'
import { retryAnnotation } from '../../operator/pass/plugin-names.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { adviceFor } from './advice.ts'
import type { KindView } from './kind-view.ts'
import { explainMissingKinds, selectionOf } from './objects-of.ts'
import { readyOf } from './print-objects.ts'

/** A state to wait for: that an object is gone, or a condition, `Ready` or `Installed=False`. */
export type DesiredState =
  | { readonly is: 'deleted' }
  | {
      readonly is: 'condition'
      readonly type: string
      readonly status: string
      /** The reason that the condition must have; any unless told. */
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

export interface Waiting {
  readonly names: readonly string[]
  readonly desired: DesiredState
  /** Milliseconds. */
  readonly timeout: number
  /** Whether nothing is said on the way. */
  readonly quiet: boolean
}

/**
 * Waits by a watch until objects are as desired, and tells what became true in one line for each. What they say on the way
 * goes to stderr.
 */
export async function waitFor(
  view: KindView,
  waiting: Waiting,
  world: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const objects = await untilFulfilled(view, waiting, world, signal)
  if (waiting.quiet) return
  const seconds = Math.round((performance.now() - began) / 1000)
  for (const name of waiting.names) {
    const text = resultText(name, objects.get(name), waiting.desired)
    world.io.stdout.write(`${text}, ${seconds} s\n`)
  }
}

/** Waits as `waitFor`; the objects as they are then, without a last word. */
export async function untilFulfilled(
  view: KindView,
  { names, desired, timeout, quiet }: Waiting,
  { cluster, io }: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const late = AbortSignal.timeout(timeout)
  const both = AbortSignal.any([signal, late])
  const left = new Set(names)
  const objects = new Map<string, KubeObject>()
  const told = new Map<string, string>()
  const look = { names, everywhere: false, selector: undefined, cluster: {} as never }
  try {
    await explainMissingKinds(async () => {
      const selection = selectionOf(view, look, cluster)
      for await (const change of followObjects(cluster.client, selection, {}, both)) {
        noteChange(objects, change)
        for (const name of left) {
          const object = objects.get(name)
          if (object !== undefined && isHeld(object, desired)) throw held(view, object)
          else if (isFulfilled(object, desired)) left.delete(name)
          else if (object !== undefined && isHopeless(object, desired)) throw stalled(view, object)
          else if (!quiet) tell(name, object, told, io)
        }
        if (left.size === 0) return
      }
    })
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error
    throw new PlainError(lateText([...left], objects, desired, timeout), { cause: error })
  }
  return objects
}

// A condition that speaks of an older generation says nothing about what was just written.
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
  const condition = conditionsOf(object).find(({ type }) => type === desired.type)
  const isReason = desired.reason === undefined || condition?.reason === desired.reason
  return condition?.status === desired.status && isReason
}

function isCurrent(object: KubeObject): boolean {
  const isSeen =
    numberAt(object, ['status', 'observedGeneration']) ===
    numberAt(object, ['metadata', 'generation'])
  return isSeen && isAnswered(object)
}

// The operator has seen the request, and leaves the object as it is.
function isHeld(object: KubeObject, desired: DesiredState): boolean {
  if (desired.is === 'deleted' || desired.heldBy === undefined) return false
  const reason = readyOf(object).reason
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

function stalled(view: KindView, object: KubeObject): PlainError {
  return toldError(view, object, '')
}

function held(view: KindView, object: KubeObject): PlainError {
  return toldError(view, object, 'the change is written and not carried out: ')
}

function toldError({ noun }: KindView, object: KubeObject, what: string): PlainError {
  const { reason, message } = readyOf(object)
  const advice = adviceFor(reason, noun, nameOf(object))
  const todo = advice === '' ? '' : `\nwhat to do: ${advice}`
  return new PlainError(`${noun} ${nameOf(object)}: ${reason}: ${what}${message.trimEnd()}${todo}`)
}

/** One line on what is so from now on. */
function resultText(name: string, object: KubeObject | undefined, desired: DesiredState): string {
  if (desired.is === 'deleted' || object === undefined) return `${name} is deleted`
  const { reason, message } = readyOf(object)
  if (desired.type !== 'Ready') return `${name} is ${desired.type}=${desired.status}`
  const words: Partial<Readonly<Record<string, string>>> = {
    Disabled: 'disabled',
    Suspended: 'suspended',
    Pinned: 'ready and held',
  }
  const is = words[reason] ?? 'ready'
  const rest = message.startsWith(`${is}; `) ? message.slice(is.length + 2) : message
  return rest === '' || rest === is ? `${name} is ${is}` : `${name} is ${is}: ${rest}`
}

function tell(
  name: string,
  object: KubeObject | undefined,
  told: Map<string, string>,
  io: Io,
): void {
  const { reason, message } = object === undefined ? absent : readyOf(object)
  const text = `${name}: ${reason === '' ? message : `${reason}: ${message}`}`
  if (told.get(name) === text) return
  told.set(name, text)
  io.stderr.write(`${text}\n`)
}

const absent = { reason: '', message: 'not there yet' }

function lateText(
  names: readonly string[],
  objects: ReadonlyMap<string, KubeObject>,
  desired: DesiredState,
  timeout: number,
): string {
  const wanted = desired.is === 'deleted' ? 'deleted' : `${desired.type}=${desired.status}`
  const states = names.map((name) => {
    const object = objects.get(name)
    const { reason, message } = object === undefined ? absent : readyOf(object)
    return `${name} (${[reason, message].filter((one) => one !== '').join(': ')})`
  })
  return `not ${wanted} after ${timeout / 1000} s: ${states.join('; ')}`
}
