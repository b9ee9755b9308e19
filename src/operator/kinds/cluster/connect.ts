import { createHash } from 'node:crypto'
import type { Cluster } from '../../../kinds/cluster.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { secretReader } from '../../../kube/objects/secret-reader.ts'
import type { CredentialsSeen } from '../../clusters/cluster-connections.ts'
import { connectionOf, kubeconfigSecretOf, readKubeconfig } from '../../clusters/read-kubeconfig.ts'
import type { ClusterContext } from './context.ts'

/** Opens the connection to a cluster as its Secret says; closes the earlier one when there is nothing to connect with. */
export async function connect(
  cluster: Cluster,
  { client, connections, watched, platformNamespace }: ClusterContext,
  signal: AbortSignal,
): Promise<void> {
  const { metadata, spec, status } = cluster
  if (spec.inCluster) return
  const secretName = kubeconfigSecretOf(cluster)
  const { key = 'kubeconfig' } = spec.kubeconfig ?? {}
  // The watch tells when the Secret comes or changes.
  await watched.versionOf('Secret', platformNamespace, secretName, signal)
  const found = await readKubeconfig(cluster, platformNamespace, secretReader(client), signal)
  if (found.is === 'missing') {
    const { where } = found
    const message =
      found.secret === 'gone'
        ? `waits for ${where}, which does not exist`
        : `${where} has no key ${key}`
    const credentials = ofMachines(status) ?? ({ are: 'missing', message } as const)
    return connections.refuse(metadata.name, credentials)
  }
  try {
    // Labels and owners of the Secret are no reason to connect anew.
    const credentials = createHash('sha256').update(found.text).digest('hex')
    await connections.connect(metadata.name, credentials, await connectionOf(found))
  } catch (error) {
    if (!isKubeError(error)) throw error
    await connections.refuse(metadata.name, { are: 'refused', message: error.message })
  }
}

// A cluster that is being made of machines has a kubeconfig when all of its conditions hold.
function ofMachines({ operation }: Cluster['status']): CredentialsSeen | undefined {
  if (operation === undefined) return undefined
  const { state, condition = '', message = '' } = operation
  const about = [condition, message].filter((part) => part !== '').join(': ')
  if (state === 'Failed') return { are: 'refused', message: `its machines: ${about}` }
  return { are: 'missing', message: `waits for its machines: ${about}` }
}
