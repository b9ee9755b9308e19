import { getObject } from '../kube/objects/get-object.ts'
import type { ApiResource } from '../kube/api-resource.ts'
import type { KubeClient } from '../kube/client.ts'
import { KubeError, isKubeError } from '../kube/errors.ts'
import { patchObject } from '../kube/objects/patch-object.ts'
import { targetOf } from '../kube/objects/write-object.ts'
import { type KubeObject, listAt, textAt, uidOf } from '../objects/kube-object.ts'

const attempts = 5

/** The finalizers of an object. */
export function finalizersOf(object: KubeObject): readonly string[] {
  return listAt(object, ['metadata', 'finalizers']).filter((item) => typeof item === 'string')
}

/** Whether somebody deleted the object and it waits for its finalizers. */
export function isTerminating(object: KubeObject): boolean {
  return textAt(object, ['metadata', 'deletionTimestamp']) !== ''
}

/** Makes sure that the object has the finalizer before anything is done that must be undone. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export async function addFinalizer(
  client: KubeClient,
  resource: ApiResource,
  object: KubeObject,
  finalizer: string,
  signal: AbortSignal,
): Promise<KubeObject> {
  const change = (names: readonly string[]) =>
    names.includes(finalizer) ? names : [...names, finalizer]
  const changed = await changeFinalizers({ client, resource, object, change }, signal)
  if (changed !== undefined) return changed
  const message = `${resource.kind} ${textAt(object, ['metadata', 'name'])} is gone`
  throw new KubeError('not-found', message)
}

/** Lets an object go. Undefined when it is gone already. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export function removeFinalizer(
  client: KubeClient,
  resource: ApiResource,
  object: KubeObject,
  finalizer: string,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const change = (names: readonly string[]) => names.filter((name) => name !== finalizer)
  return changeFinalizers({ client, resource, object, change }, signal)
}

interface Task {
  readonly client: KubeClient
  readonly resource: ApiResource
  readonly object: KubeObject
  readonly change: (names: readonly string[]) => readonly string[]
}

// The whole list is written, with the version it was made from: others have finalizers too.
async function changeFinalizers(task: Task, signal: AbortSignal): Promise<KubeObject | undefined> {
  const { client, resource, change } = task
  const target = targetOf(resource, task.object)
  let object: KubeObject | undefined = task.object
  for (let attempt = 1; object !== undefined && uidOf(object) === uidOf(task.object); attempt++) {
    const names = finalizersOf(object)
    const wanted = change(names)
    if (wanted.length === names.length) return object
    const resourceVersion = textAt(object, ['metadata', 'resourceVersion'])
    const patch = { metadata: { resourceVersion, uid: uidOf(object), finalizers: wanted } }
    try {
      const written = await patchObject(client, target, { type: 'merge', patch }, {}, signal)
      return written.object
    } catch (error) {
      if (isKubeError(error, 'not-found')) return undefined
      if (!isKubeError(error, 'conflict') || attempt >= attempts) throw error
      object = await getObject(client, target, {}, signal)
    }
  }
  return undefined
}
