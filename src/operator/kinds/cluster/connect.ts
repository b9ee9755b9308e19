import { dataOf } from '../../values/read-sources.ts'
import { createHash } from 'node:crypto'
import { type Cluster } from '../../../kinds/cluster.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { connectionOfSecret } from '../../../kube/kubeconfig/secret-kubeconfig.ts'
import { resourceOf as namedResource } from '../../pass/watched-objects.ts'
import type { CredentialsSeen } from './observation.ts'
import type { ClusterContext } from './context.ts'

/** Whether there is something to connect with, and the connection. */
export interface Connected {
  readonly credentials: CredentialsSeen
  readonly client: FencedClient | undefined
}

/** Opens the connection to a cluster as its Secret says; closes the one of before when there is nothing to connect with. */
export async function connect(
  { metadata, spec }: Cluster,
  { client, connections, watched, platformNamespace }: ClusterContext,
  signal: AbortSignal,
): Promise<Connected> {
  if (spec.inCluster) return { credentials: { are: 'accepted' }, client }
  const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const where = `Secret ${platformNamespace}/${secretName}`
  const stamp = await watched.versionOf('Secret', platformNamespace, secretName, signal)
  const target = {
    resource: namedResource('Secret'),
    namespace: platformNamespace,
    name: secretName,
  }
  const secret = stamp === undefined ? undefined : await getObject(client, target, {}, signal)
  const text = secret === undefined ? undefined : dataOf(secret)[key]
  if (stamp === undefined || text === undefined) {
    await connections.forget(metadata.name)
    const message =
      secret === undefined
        ? `waits for ${where}, which does not exist`
        : `${where} has no key ${key}`
    return { credentials: { are: 'missing', message }, client: undefined }
  }
  try {
    const connection = await connectionOfSecret(text, where, { proxy: 'refuse' })
    // Labels and owners of the Secret are no reason to connect anew.
    const credentials = createHash('sha256').update(text).digest('hex')
    const own = await connections.clientFor(metadata.name, credentials, connection)
    return { credentials: { are: 'accepted' }, client: own }
  } catch (error) {
    if (!isKubeError(error)) throw error
    await connections.forget(metadata.name)
    return { credentials: { are: 'refused', message: error.message }, client: undefined }
  }
}
