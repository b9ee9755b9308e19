import type { KindDefinition } from '../../kinds/kind-definition.ts'
import type { Candidate, Ports } from '../verb.ts'

const patienceMilliseconds = 1500

/** Offers the names of the objects that are on the cluster of the kubeconfig. */
export function completeNames(definition: KindDefinition) {
  return async (before: readonly string[], ports: Ports): Promise<readonly Candidate[]> => {
    const { findConnection, connect } = await import('../../kube/connect.ts')
    const { listObjects } = await import('../../kube/objects/list-objects.ts')
    const { resourceOf } = await import('../../kinds/kind-definition.ts')
    const { nameOf } = await import('../../objects/kube-object.ts')
    try {
      const connection = await findConnection({ environment: ports.environment })
      const { client, close } = connect(connection)
      try {
        const resource = resourceOf(definition)
        const place = resource.namespaced ? { namespace: connection.namespace } : {}
        const options = { metadataOnly: true, repeat: 'never' } as const
        const signal = AbortSignal.timeout(patienceMilliseconds)
        const { objects } = await listObjects(client, { resource, ...place }, options, signal)
        const names = objects.map(nameOf).filter((name) => !before.includes(name))
        return names.map((word) => ({ word, summary: '' }))
      } finally {
        await close()
      }
    } catch {
      // A shell that completes has no place for errors: without a cluster there is nothing to offer.
      return []
    }
  }
}
