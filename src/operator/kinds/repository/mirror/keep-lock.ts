import type { FencedClient } from '../../../../controller/election/fenced-client.ts'
import { apiVersion } from '../../../../kinds/group.ts'
import type { Repository } from '../../../../kinds/repository.ts'
import { applyObject } from '../../../../kube/objects/apply-object.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { type MirrorLock, writeLock } from '../../../../mirror/file/lock-file.ts'
import type { KubeObject } from '../../../../objects/kube-object.ts'
import { resourceOf } from '../../../pass/watched-objects.ts'
import { isLockOf, lockKey, lockNameOf } from './mirror-order.ts'

/** Servers take no larger ConfigMap. */
const mostBytes = 900_000

/** Keeps the lock of a mirror in a ConfigMap that belongs to its Repository; one of others is never touched. */
export async function keepLock(
  client: FencedClient,
  repository: Repository,
  lock: MirrorLock,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, name, uid } = repository.metadata
  const lockName = lockNameOf(repository)
  const resource = resourceOf('ConfigMap')
  const there = await getObject(client, { resource, namespace, name: lockName }, {}, signal)
  if (there !== undefined && !isLockOf(there, uid)) {
    const message = `ConfigMap ${namespace}/${lockName} is there and not of this Repository; its lock cannot be kept`
    throw new Error(message)
  }
  const text = writeLock(lock)
  if (text.length > mostBytes) throw new Error('the lock of the mirror is too large: mirror less')
  const owner = { apiVersion, kind: 'Repository', name, uid, controller: true }
  const object: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: lockName, namespace, ownerReferences: [owner] },
    data: { [lockKey]: text },
  }
  await applyObject(client, resource, object, { fieldManager: 'outrigger', force: true }, signal)
}
