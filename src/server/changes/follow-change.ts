import { releaseOf } from '../../actions/releases/plugin-revisions.ts'
import { type ActionTarget, objectOf, placeOf } from '../../actions/changes/action-target.ts'
import { ActionError } from '../../actions/errors.ts'
import { type DesiredState, type WaitEnd, awaitState } from '../../actions/wait/await-state.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { type KubeObject, conditionOf, listAt, textAt } from '../../objects/kube-object.ts'
import { printReadinessChain } from '../../objects/readiness/explain-readiness.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { sleepOn } from '../../std/clock.ts'
import { ProblemError } from '../http/problem.ts'
import { objectsOf } from '../releases/release-objects.ts'
import type { Report, RunWork } from '../runs/runs.ts'

/** Milliseconds between two looks at the objects of a release that is on its way. */
const betweenLooks = 2000

/** A client of another Cluster, as whoever asked for the change. */
export type ClientOf = (cluster: string, signal: AbortSignal) => Promise<KubeClient>

export interface FollowedChange {
  /** The change that was made, in words. */
  readonly done: string
  readonly desired: DesiredState
  readonly clientOf: ClientOf
}

/** Follows an object until it is ready, or will not be, and tells what becomes of it: steps, objects and what holds them up. */
export function followChange(
  on: ActionTarget,
  { done, desired, clientOf }: FollowedChange,
): RunWork {
  return async (report, signal) => {
    const target: Followed = { ...on, clientOf }
    report('step', { message: done })
    const stop = new AbortController()
    const looked: Told = new Map()
    const until = AbortSignal.any([signal, stop.signal])
    const looking = lookAtObjects({ target, report, told: looked }, until)
    try {
      const end = await untilSettled(target, desired, report, signal)
      if (end.ended !== 'fulfilled') {
        await tellCauses(target, report, signal)
        const { reason = '', message = '' } = conditionOf(end.object, 'Ready') ?? {}
        const held = end.ended === 'held' ? 'the change is written and not carried out: ' : ''
        throw new ActionError('blocked', `${reason}: ${held}${message.trimEnd()}`)
      }
      // Short work is over before the first look.
      await tellCauses(target, report, signal, looked)
      const object = await objectOf(target, signal)
      return { message: conditionOf(object, 'Ready')?.message ?? done }
    } finally {
      stop.abort()
      await looking
    }
  }
}

async function untilSettled(
  target: ActionTarget,
  desired: DesiredState,
  report: Report,
  signal: AbortSignal,
): Promise<WaitEnd> {
  const { resource, namespace, name } = placeOf(target)
  const place = namespace === undefined ? {} : { namespace }
  const selection = { resource, ...place, fieldSelector: `metadata.name=${name}` }
  let before = ''
  const told = (_: string, object: KubeObject | undefined) => {
    const step = object === undefined ? { message: 'it is not there' } : stepOf(object)
    const text = JSON.stringify(step)
    if (text !== before) report('step', step)
    before = text
  }
  const wanted = { selection, names: [name], desired, told }
  return awaitState(target.client, wanted, signal)
}

function stepOf(object: KubeObject) {
  const unseen = { reason: '', message: 'the operator has not seen it yet' }
  const { reason, message } = conditionOf(object, 'Ready') ?? unseen
  return { reason, message, waitingFor: listAt(object, ['status', 'waitingFor']) }
}

interface Followed extends ActionTarget {
  readonly clientOf: ClientOf
}

type Told = Map<string, string>

interface Looking {
  readonly target: Followed
  readonly report: Report
  readonly told: Told
}

/** Looks at the objects of the release again and again until the signal; objects that the asker may not see are left out. */
async function lookAtObjects(
  { target, report, told }: Looking,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (;;) {
      await sleepOn(target.client.clock, betweenLooks, signal)
      await tellObjects(target, report, told, signal)
    }
  } catch (error) {
    if (signal.aborted) return
    const why = error instanceof Error ? error.message : String(error)
    report('warning', { message: `the objects are not followed any more: ${why}` })
  }
}

async function tellCauses(
  target: Followed,
  report: Report,
  signal: AbortSignal,
  told: Told = new Map(),
) {
  await tellObjects(target, report, told, signal).catch(() => {
    signal.throwIfAborted()
  })
}

async function tellObjects(
  target: Followed,
  report: Report,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  for (const one of await releaseObjects(target, signal)) {
    const { apiVersion, kind, namespace, name, status, reason, message } = one
    const id = `${kind} ${namespace}/${name}`
    const state = `${status} ${reason} ${message}`
    if (told.get(id) !== state) {
      told.set(id, state)
      report('object', { apiVersion, kind, namespace, name, status, reason, message })
    }
    for (const chain of one.causes ?? []) {
      const text = printReadinessChain(chain)
      if (told.get(`cause ${id} ${text}`) !== undefined) continue
      told.set(`cause ${id} ${text}`, text)
      report('cause', { kind, namespace, name, chain, text })
    }
  }
}

async function releaseObjects({ client, clientOf, ...target }: Followed, signal: AbortSignal) {
  const { kind } = target.definition
  if (kind !== 'Plugin' && kind !== 'ExtensionInstance') return []
  try {
    // An instance has a Plugin of its own name.
    const plugin = await objectOf({ client, ...target, definition: pluginKind }, signal)
    const cluster = textAt(plugin, ['spec', 'cluster'])
    const there = cluster === '' ? client : await clientOf(cluster, signal)
    return await objectsIn(there, releaseOf(plugin), signal)
  } catch (error) {
    const isHidden = error instanceof ActionError || error instanceof ProblemError
    if (isHidden || isKubeError(error, 'forbidden')) return []
    throw error
  }
}

async function objectsIn(
  client: KubeClient,
  release: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
) {
  const last = await new ReleaseStore({ client }).last(release, signal)
  return last === undefined ? [] : objectsOf(client, last.record, signal)
}
