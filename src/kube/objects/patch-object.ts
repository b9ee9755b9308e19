import type { Json } from '../../objects/json.ts'
import { type Written, writtenOf } from '../answer.ts'
import { type ObjectTarget, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { type WriteOptions, writeQuery } from './write-object.ts'

/** A change to an object, in one of the three languages that servers know besides apply. */
export interface Patch {
  /** `strategic` is for built-in kinds only. */
  readonly type: 'json' | 'merge' | 'strategic'
  readonly patch: Json
}

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** Changes parts of an object. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export async function patchObject(
  client: KubeClient,
  target: ObjectTarget,
  { type, patch }: Patch,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<Written> {
  const answer = await client.exchange(
    {
      method: 'PATCH',
      path: objectPath(target, options.subresource),
      query: writeQuery(client, options),
      contentType: contentTypes[type],
      body: patch,
    },
    signal,
  )
  return writtenOf(answer)
}
