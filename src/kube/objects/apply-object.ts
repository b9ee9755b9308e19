import type { KubeObject } from '../../objects/kube-object.ts'
import { type Written, writtenOf } from '../answer.ts'
import { type ApiResource, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { type WriteOptions, answerOf, targetOf, writeQuery } from './write-object.ts'

export interface ApplyOptions extends WriteOptions {
  /** Takes fields that another manager owns; without it they are a `conflict`, with a cause for each. */
  readonly force?: boolean
}

/** The version to apply an object with that shall not be there yet: no object ever has it, so that one that is there conflicts. */
export const versionOfNothing = '1'

/** Applies an object on the server: its fields become ours, fields that we no longer name go. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export async function applyObject(
  client: KubeClient,
  resource: ApiResource,
  object: KubeObject,
  options: ApplyOptions,
  signal: AbortSignal,
): Promise<Written> {
  const answer = await client.exchange(
    {
      method: 'PATCH',
      path: objectPath(targetOf(resource, object), options.subresource),
      query: { ...writeQuery(client, options), force: options.force },
      // JSON is YAML; older servers know only this name.
      contentType: 'application/apply-patch+yaml',
      body: object,
      ...answerOf(options),
      // Applying twice is applying once.
      repeat: 'always',
    },
    signal,
  )
  return writtenOf(answer, object)
}
