import { keyOf } from '../../controller/object-store.ts'
import type { KubeClient } from '../../kube/client.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject, targetOf, updateObject } from '../../kube/objects/write-object.ts'
import { type KubeObject, nameOf, namespaceOf, textAt, uidOf } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { resources } from '../resources.ts'
import type { Action, Told } from './action.ts'
import { type ClusterView, atLeast, goneOrGoing, present } from './cluster-view.ts'

/** The parts that acting needs. */
export interface ActPorts {
  readonly client: KubeClient
  readonly view: ClusterView
  readonly manager: string
  readonly tell: (told: Told) => void
}

/** So many objects are created or deleted at a time for one key. */
const abreast = 50

/**
 * Carries actions out, one after the other but for creations and deletions of one kind that follow
 * each other, and waits until the view has come to them. An object that somebody else has deleted
 * meanwhile is left alone.
 */
export async function act(
  actions: readonly Action[],
  ports: ActPorts,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < actions.length;) {
    const batch = batchFrom(actions, at)
    at += batch.length
    const [first] = batch
    if (batch.length === 1 && first !== undefined) await actOnce(first, ports, signal)
    else
      await runBounded(batch, abreast, (action, signal) => actOnce(action, ports, signal), signal)
  }
}

// An object of another kind may need those made before it: a pod needs its claims.
function batchFrom(actions: readonly Action[], at: number): readonly Action[] {
  const first = actions[at]
  if (first?.do !== 'create' && first?.do !== 'delete') return actions.slice(at, at + 1)
  const isAlike = (one: Action | undefined) => one?.do === first.do && one.in === first.in
  let end = at + 1
  while (isAlike(actions[end])) end++
  return actions.slice(at, end)
}

async function actOnce(action: Action, ports: ActPorts, signal: AbortSignal): Promise<void> {
  switch (action.do) {
    case 'look-again':
      return
    case 'tell':
      return ports.tell(action.told)
    case 'create':
      return create(action, ports, signal)
    case 'delete':
      return remove(action, ports, signal)
    default:
      return change(action, ports, signal)
  }
}

async function create(
  { in: name, object, told }: Extract<Action, { readonly do: 'create' }>,
  { client, view, manager, tell }: ActPorts,
  signal: AbortSignal,
): Promise<void> {
  const options = { fieldManager: manager, fieldValidation: 'Ignore' } as const
  let created: KubeObject
  try {
    created = (await createObject(client, resources[name], object, options, signal)).object
  } catch (error) {
    if (isGoing(error)) return
    if (told !== undefined && error instanceof Error && !signal.aborted) {
      tell({
        ...told,
        type: 'Warning',
        reason: 'FailedCreate',
        message: `Error creating: ${error.message}`,
      })
    }
    throw error
  }
  if (told !== undefined) tell({ ...told, message: told.message.replace('{}', nameOf(created)) })
  await view.untilSeen(name, keyOf(created), present(versionOf(created)))
}

// Nothing can be created in a namespace that is being deleted, and that is no event.
function isGoing(error: unknown): boolean {
  return (
    isKubeError(error, 'not-found') ||
    (isKubeError(error, 'forbidden') &&
      error.causes.some(({ reason }) => reason === 'NamespaceTerminating'))
  )
}

async function remove(
  action: Extract<Action, { readonly do: 'delete' }>,
  { client, view, tell }: ActPorts,
  signal: AbortSignal,
): Promise<void> {
  const { in: name, object, graceSeconds, propagation, told } = action
  const options = {
    preconditions: { uid: uidOf(object) },
    ...(graceSeconds !== undefined && { gracePeriodSeconds: graceSeconds }),
    ...(propagation !== undefined && { propagation }),
  }
  try {
    await deleteObject(client, targetOf(resources[name], object), options, signal)
  } catch (error) {
    if (isKubeError(error, 'conflict')) return
    throw error
  }
  if (told !== undefined) tell(told)
  await view.untilSeen(name, keyOf(object), goneOrGoing(uidOf(object)))
}

type Change = Extract<Action, { readonly do: 'write' | 'write-status' | 'patch' | 'bind' }>

async function change(action: Change, ports: ActPorts, signal: AbortSignal): Promise<void> {
  const { client, view, manager } = ports
  try {
    if (action.do === 'bind') return await bind(action.pod, action.node, ports, signal)
    const resource = resources[action.in]
    const options = { fieldManager: manager, fieldValidation: 'Ignore' } as const
    const written =
      action.do === 'patch'
        ? await patchObject(
            client,
            targetOf(resource, action.object),
            { type: 'merge', patch: action.patch },
            options,
            signal,
          )
        : await updateObject(
            client,
            resource,
            action.do === 'write-status' ? statusOnly(action.object) : action.object,
            action.do === 'write-status' ? { ...options, subresource: 'status' } : options,
            signal,
          )
    await view.untilSeen(action.in, keyOf(action.object), atLeast(versionOf(written.object)))
  } catch (error) {
    if (isKubeError(error, 'not-found')) return
    throw error
  }
}

// The server takes nothing else of it anyhow, and reads a quarter of the bytes.
function statusOnly(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, status = {} } = object
  return { apiVersion, kind, metadata, status }
}

async function bind(
  pod: KubeObject,
  node: string,
  { client, view, manager }: ActPorts,
  signal: AbortSignal,
): Promise<void> {
  const [name, namespace] = [nameOf(pod), namespaceOf(pod)]
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid: uidOf(pod) },
    target: { kind: 'Node', name: node },
  }
  const options = { subresource: 'binding', fieldManager: manager }
  await createObject(client, resources.pods, binding, options, signal)
  await view.untilSeen('pods', keyOf(pod), isBound)
}

function isBound(pod: KubeObject | undefined): boolean {
  return pod === undefined || textAt(pod, ['spec', 'nodeName']) !== ''
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}
