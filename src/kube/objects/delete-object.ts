import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { objectOf } from '../answer.ts'
import { type ObjectTarget, type Selection, collectionPath, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { isKubeError } from '../errors.ts'
import { selectorQuery } from './list-objects.ts'

export interface DeleteOptions {
  /**
   * The fate of the objects that it owns; the server's own choice is `Background` for most kinds.
   */
  readonly propagation?: 'Orphan' | 'Background' | 'Foreground'
  /** Deletes only this very object; otherwise fails with `conflict`. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly gracePeriodSeconds?: number
  readonly dryRun?: boolean
}

/**
 * The state of an object after a delete: gone, or on its way and waiting for finalizers or a grace
 * period.
 */
export type Deletion =
  | { readonly state: 'absent' }
  | { readonly state: 'deleted' }
  | { readonly state: 'terminating'; readonly object: KubeObject }

/** Deletes an object. */
export async function deleteObject(
  client: KubeClient,
  target: ObjectTarget,
  options: DeleteOptions,
  signal: AbortSignal,
): Promise<Deletion> {
  const path = objectPath(target)
  try {
    const request = { method: 'DELETE', path, body: deleteBody(options) } as const
    const object = objectOf(await client.exchange(request, signal))
    return isStatus(object) || !isTerminating(object)
      ? { state: 'deleted' }
      : { state: 'terminating', object }
  } catch (error) {
    if (isKubeError(error, 'not-found')) return { state: 'absent' }
    throw error
  }
}

/** Deletes all objects of a selection that is in one namespace or has a selector. */
export async function deleteCollection(
  client: KubeClient,
  selection: Selection,
  options: DeleteOptions,
  signal: AbortSignal,
): Promise<void> {
  await client.exchange(
    {
      method: 'DELETE',
      path: collectionPath(selection.resource, selection.namespace),
      query: selectorQuery(selection),
      body: deleteBody(options),
    },
    signal,
  )
}

/** The DeleteOptions of the API. */
export function deleteBody(options: DeleteOptions): JsonObject {
  const { propagation, preconditions, gracePeriodSeconds } = options
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(propagation === undefined ? {} : { propagationPolicy: propagation }),
    ...(preconditions === undefined ? {} : { preconditions: { ...preconditions } }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(options.dryRun === true ? { dryRun: ['All'] } : {}),
  }
}

function isStatus(object: KubeObject): boolean {
  return object.kind === 'Status' && object.apiVersion === 'v1'
}

// A server may also answer with the object as it was at the end.
function isTerminating({ metadata }: KubeObject): boolean {
  return typeof metadata['deletionTimestamp'] === 'string'
}
