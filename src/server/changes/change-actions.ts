import { adoptObjects } from '../../actions/changes/adopt.ts'
import { type ActionTarget, objectOf } from '../../actions/changes/action-target.ts'
import { type SimpleChange, changeObject } from '../../actions/changes/change-object.ts'
import { createInstance, createNew } from '../../actions/changes/create-object.ts'
import { type WriteChoice, editObject } from '../../actions/changes/edit-object.ts'
import { rollBack } from '../../actions/changes/roll-back.ts'
import {
  type DesiredState,
  untilChanged,
  untilDisabled,
  untilDone,
  untilReady,
  untilSuspended,
} from '../../actions/wait/await-state.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, numberAt, textAt } from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import type { RemoteClusters } from '../clusters/remote-clusters.ts'
import { notFound } from '../http/problem.ts'
import type { Reply, SignedCall } from '../http/route.ts'
import { asInvalid, told } from '../http/told-problem.ts'
import { lostUpdate, versionGiven } from '../resources/kind-actions.ts'
import type { Noun } from '../resources/kind-routes.ts'
import { shownObject } from '../resources/shown-object.ts'
import { accepted } from '../runs/run-routes.ts'
import type { Runs } from '../runs/runs.ts'
import { type ClientOf, followChange } from './follow-change.ts'

/** A change of one object, as a route asks for it. */
export interface ChangeCall {
  readonly runs: Runs
  readonly clusters: RemoteClusters
  readonly noun: Noun
  readonly call: SignedCall
}

interface Made {
  /** The object as the change leaves it. */
  readonly object: KubeObject
  readonly done: string
}

/** Makes a change at once, and follows what comes of it in a run. With `dryRun` the object is given as it would be. */
async function change(
  from: ChangeCall,
  action: string,
  make: (target: ActionTarget, choice: WriteChoice) => Promise<Made>,
): Promise<Reply> {
  const { runs, noun, call } = from
  const { namespace = '', name = '' } = call.params
  const target = { client: call.client, definition: noun.definition, namespace, name }
  const dryRun = call.query['dryRun'] === true
  const choice: WriteChoice = { dryRun, fieldManager: 'outrigger-server' }
  const verb = action === 'install' ? 'create' : 'patch'
  const { group, resource } = resourceOf(noun.definition)
  const { object, done } = await told(
    () =>
      fromVersion(target, versionGiven(call), call.signal, (version) =>
        make(target, { ...choice, ...version }),
      ).catch(asInvalid),
    { verb, group, resource, namespace },
  )
  if (dryRun) return { status: 200, body: shownObject(object) }
  const subject = { action, noun: noun.plural, namespace, name }
  // An object that is held is left alone: there is nothing to follow.
  const work =
    action === 'suspend'
      ? async () => ({ message: done })
      : followChange(target, {
          done,
          desired: desiredAfter(action, noun.definition.kind),
          clientOf: clientsFor(from),
        })
  return accepted(await runs.start(call.identity, subject, work))
}

/** Clients of other clusters, as the asker. */
function clientsFor({ clusters, call: { identity, client } }: ChangeCall): ClientOf {
  return (cluster, signal) => clusters.clientFor(cluster, { identity, client }, signal)
}

/** The state that a change leads to. */
function desiredAfter(action: string, kind: string): DesiredState {
  if (kind === 'Repository') return action === 'disable' ? untilSuspended : untilReady
  switch (action) {
    case 'disable':
      return untilDisabled
    case 'retry':
    case 'enable':
      return untilDone
    case 'upgrade':
    case 'adopt':
      return untilChanged
    default:
      return untilReady
  }
}

/** A change that needs no more than the name. */
export function simpleChange(from: ChangeCall, action: SimpleChange): Promise<Reply> {
  return change(from, action, async (target, choice) => {
    await seen(from, target)
    const object = await changeObject(target, action, choice, from.call.signal)
    return { object, done: `${action} was written` }
  })
}

/** Goes back to an older revision. */
export function rollback(from: ChangeCall): Promise<Reply> {
  const { revision, how } = from.call.body as { revision?: number; how?: 'pin' | 'rewrite' }
  return change(from, 'rollback', async (target, choice) => {
    const object = await seen(from, target)
    const { signal } = from.call
    const wanted = { ...choice, revision, how: how ?? 'pin' } as const
    const number = await rollBack(target, wanted, { clientOf: clientsFor(from) }, signal)
    return { object, done: `it goes back to revision ${number}` }
  })
}

/** Creates the object of the path with the spec of the body. */
export function install(from: ChangeCall): Promise<Reply> {
  const { kind } = from.noun.definition
  const { spec } = from.call.body as { spec: JsonObject }
  return change(from, 'install', async (target, choice) => {
    const { namespace, name } = target
    const body = { apiVersion, kind, metadata: { namespace, name }, spec }
    const create = kind === 'ExtensionInstance' ? createInstance : createNew
    const { object, was } = await create(target, body, choice, from.call.signal)
    const done = was === 'new' ? 'it was created' : 'it was there because others need it'
    return { object, done }
  })
}

/** Changes the version, the values or other fields of the spec. */
export function upgrade(from: ChangeCall): Promise<Reply> {
  const { spec } = from.call.body as { spec: JsonObject }
  return change(from, 'upgrade', async (target, choice) => {
    await seen(from, target)
    const object = await editObject(target, () => spec, choice, from.call.signal)
    return { object, done: 'the new version and values were written' }
  })
}

/** Takes over objects that are there already. */
export function adopt(from: ChangeCall): Promise<Reply> {
  const { adopt: adopted } = from.call.body as { adopt: readonly JsonObject[] }
  return change(from, 'adopt', async (target, choice) => {
    await seen(from, target)
    const object = await adoptObjects(target, adopted, choice, from.call.signal)
    return { object, done: 'it may take these over' }
  })
}

/** The object; one that the asker may not get is answered as one that is not there. */
async function seen({ noun, call }: ChangeCall, target: ActionTarget): Promise<KubeObject> {
  const missing = notFound(noun.singular, target.name, target.namespace)
  try {
    return await objectOf(target, call.signal)
  } catch (error) {
    if (isKubeError(error, 'forbidden') || !isKubeError(error)) throw missing
    throw error
  }
}

type Version = Pick<WriteChoice, 'resourceVersion'>

/** A change that was made from another version than the one that is there is refused with both. */
async function fromVersion<T>(
  target: ActionTarget,
  given: string,
  signal: AbortSignal,
  make: (version: Version) => Promise<T>,
): Promise<T> {
  if (given === '') return make({})
  const generation = /^generation-(\d+)$/.exec(given)?.[1]
  if (generation !== undefined) return fromGeneration(target, generation, signal, make)
  try {
    return await make({ resourceVersion: given })
  } catch (error) {
    if (!isKubeError(error, 'conflict')) throw error
    const found = textAt(await objectOf(target, signal), ['metadata', 'resourceVersion'])
    throw lostUpdate(given, found, error)
  }
}

const mostAttempts = 8
// An operator that writes a status is through in a moment.
const pauseMilliseconds = 25

/** Statuses may be written while somebody edits: only another spec is a lost update. */
async function fromGeneration<T>(
  target: ActionTarget,
  wanted: string,
  signal: AbortSignal,
  make: (version: Version) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const object = await objectOf(target, signal)
    const found = `${numberAt(object, ['metadata', 'generation']) ?? ''}`
    if (found !== wanted) throw lostUpdate(`generation-${wanted}`, `generation-${found}`)
    try {
      return await make({ resourceVersion: textAt(object, ['metadata', 'resourceVersion']) })
    } catch (error) {
      if (!isKubeError(error, 'conflict') || attempt === mostAttempts) throw error
      await sleepOn(target.client.clock, attempt * pauseMilliseconds, signal)
    }
  }
}
