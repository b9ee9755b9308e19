import { type DesiredState, Waited, awaitState } from '../../actions/wait/await-state.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { adviceFor } from './advice.ts'
import type { KindView } from './kind-view.ts'
import { explainMissingKinds, selectionOf } from './objects-of.ts'
import { readyOf, unseenChange } from './print-objects.ts'

export interface Waiting {
  readonly names: readonly string[]
  readonly desired: DesiredState
  /** Milliseconds. */
  readonly timeout: number
  /** Whether nothing is said on the way. */
  readonly quiet: boolean
  /** Looks once more, when everything is as desired, and throws when it is not what was meant. */
  readonly confirm?: () => Promise<void>
}

/**
 * Waits by a watch until objects are as desired, and tells what became true in one line for each. Their messages on the way
 * go to stderr.
 */
export async function waitFor(
  view: KindView,
  waiting: Waiting,
  context: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const objects = await untilFulfilled(view, waiting, context, signal)
  await waiting.confirm?.()
  if (waiting.quiet) return
  const seconds = Math.round((performance.now() - began) / 1000)
  for (const name of waiting.names) {
    const text = resultText(name, objects.get(name), waiting.desired)
    context.io.stdout.write(`${text}, ${seconds} s\n`)
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
  const waited = new Waited(names)
  const told = new Map<string, string>()
  const look = { names, everywhere: false, selector: undefined, cluster: {} as never }
  const note = (name: string, object: KubeObject | undefined) => {
    if (!quiet) tell(name, object, told, io)
  }
  try {
    const wanted = { selection: selectionOf(view, look, cluster), names, desired, told: note }
    const end = await explainMissingKinds(() => awaitState(cluster.client, wanted, both, waited))
    if (end.ended === 'held') throw held(view, end.object)
    if (end.ended === 'stalled') throw stalled(view, end.object)
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error
    const { left, objects } = waited
    throw new PlainError(lateText([...left], objects, desired, timeout), { cause: error })
  }
  return waited.objects
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
  const { reason, message } = stateOf(object)
  const text = `${name}: ${reason === '' ? message : `${reason}: ${message}`}`
  if (told.get(name) === text) return
  told.set(name, text)
  io.stderr.write(`${text}\n`)
}

const absent = { reason: '', message: 'not there yet' }

// A verdict about an older request says nothing of this one.
function stateOf(object: KubeObject | undefined): { reason: string; message: string } {
  return object === undefined ? absent : (unseenChange(object) ?? readyOf(object))
}

function lateText(
  names: readonly string[],
  objects: ReadonlyMap<string, KubeObject>,
  desired: DesiredState,
  timeout: number,
): string {
  const wanted = desired.is === 'deleted' ? 'deleted' : `${desired.type}=${desired.status}`
  const states = names.map((name) => {
    const object = objects.get(name)
    const { reason, message } = stateOf(object)
    return `${name} (${[reason, message].filter((one) => one !== '').join(': ')})`
  })
  return `not ${wanted} after ${timeout / 1000} s: ${states.join('; ')}`
}
