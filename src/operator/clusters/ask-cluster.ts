import type { KubeClient } from '../../kube/client.ts'
import { fetchServerVersion } from '../../kube/discovery/server-version.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { textAt } from '../../objects/kube-object.ts'

const nodes = {
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  namespaced: false,
} as const

/** The answer of a cluster about itself. */
export interface Answer {
  readonly version: string
  readonly kubelets: readonly string[]
}

/** Asks a cluster which Kubernetes it behaves as, and what its kubelets are. */
export async function askCluster(client: KubeClient, signal: AbortSignal): Promise<Answer> {
  const [version, found] = await Promise.all([
    fetchServerVersion(client, signal),
    listObjects(client, { resource: nodes }, {}, signal),
  ])
  const kubelets = found.objects.map((node) =>
    textAt(node, ['status', 'nodeInfo', 'kubeletVersion']),
  )
  return { version: version.emulates ?? version.gitVersion, kubelets }
}
