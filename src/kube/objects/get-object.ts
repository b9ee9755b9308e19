import type { KubeObject } from '../../objects/kube-object.ts'
import { objectOf } from '../answer.ts'
import { type ObjectTarget, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { isKubeError } from '../errors.ts'

export interface GetOptions {
  /** A part of the object: `status`, `scale`. */
  readonly subresource?: string
}

/** An object as it is now; undefined when there is none. */
export async function getObject(
  client: KubeClient,
  target: ObjectTarget,
  options: GetOptions,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const path = objectPath(target, options.subresource)
  try {
    return objectOf(await client.exchange({ method: 'GET', path }, signal))
  } catch (error) {
    if (isKubeError(error, 'not-found')) return undefined
    throw error
  }
}
