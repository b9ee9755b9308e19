import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import {
  conditionsOf,
  type KubeObject,
  nameOf,
  numberAt,
  textAt,
} from '../../objects/kube-object.ts'
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
  | { readonly is: 'condition'; readonly type: string; readonly status: string }

export const untilReady: DesiredState = { is: 'condition', type: 'Ready', status: 'True' }

export interface Waiting {
  readonly names: readonly string[]
  readonly desired: DesiredState
  /** Milliseconds. */
  readonly timeout: number
  /** Whether nothing is said on the way. */
  readonly quiet: boolean
}

/** Waits by a watch until objects are as desired; what they say on the way goes to stderr. */
export async function waitFor(
  view: KindView,
  { names, desired, timeout, quiet }: Waiting,
  { cluster, io }: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
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
          if (isFulfilled(object, desired)) left.delete(name)
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
  if (object === undefined) return false
  const isCurrent =
    numberAt(object, ['status', 'observedGeneration']) ===
      numberAt(object, ['metadata', 'generation']) && isAnswered(object)
  const condition = conditionsOf(object).find(({ type }) => type === desired.type)
  return isCurrent && condition?.status === desired.status
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

function stalled({ noun }: KindView, object: KubeObject): PlainError {
  const { reason, message } = readyOf(object)
  const advice = adviceFor(reason, noun, nameOf(object))
  const todo = advice === '' ? '' : `\nwhat to do: ${advice}`
  return new PlainError(`${noun} ${nameOf(object)}: ${reason}: ${message.trimEnd()}${todo}`)
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
