import { numberAt } from '../../objects/kube-object.ts'
import { objectOf, writtenOf } from '../answer.ts'
import { type ObjectTarget, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { type DeleteOptions, deleteBody } from './delete-object.ts'
import { KubeError } from '../errors.ts'
import { type WriteOptions, writeQuery } from './write-object.ts'

/** How many replicas an object wants. */
export async function getScale(
  client: KubeClient,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<number> {
  const path = objectPath(target, 'scale')
  const scale = objectOf(await client.exchange({ method: 'GET', path }, signal))
  // Go leaves a zero out.
  return numberAt(scale, ['spec', 'replicas']) ?? 0
}

/** Sets how many replicas an object wants, whatever it wanted before. */
// oxlint-disable-next-line max-params -- the same order as the public requests
export async function setScale(
  client: KubeClient,
  target: ObjectTarget,
  replicas: number,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.exchange(
    {
      method: 'PATCH',
      path: objectPath(target, 'scale'),
      query: writeQuery(client, options),
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas } },
      repeat: 'always',
    },
    signal,
  )
  const now = numberAt(writtenOf(answer).object, ['spec', 'replicas']) ?? 0
  if (now === replicas || options.dryRun === true) return
  throw new KubeError('conflict', `${target.name} has ${now} replicas, not ${replicas}`)
}

/** `false` when a disruption budget does not allow it now. */
export async function evictPod(
  client: KubeClient,
  pod: ObjectTarget,
  options: DeleteOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, namespace = '' } = pod
  const body = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: deleteBody(options),
  }
  try {
    // The answer to an eviction that must wait is 429 as well.
    const path = objectPath(pod, 'eviction')
    await client.exchange({ method: 'POST', path, body, repeat: 'never' }, signal)
    return true
  } catch (error) {
    if (isBudget(error)) return false
    throw error
  }
}

function isBudget(error: unknown): boolean {
  return (
    error instanceof KubeError &&
    error.code === 'too-many-requests' &&
    error.causes.some(({ reason }) => reason === 'DisruptionBudget')
  )
}
