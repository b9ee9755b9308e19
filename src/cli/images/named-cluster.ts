import { parseCluster } from '../../kinds/cluster.ts'
import { connect } from '../../kube/connect.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { openCluster } from '../../operator/rehearsal/open-cluster.ts'
import { clusterView } from '../cluster/cluster-view.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { oneObject } from '../kind/objects-of.ts'
import { type ClusterChoice, type OpenCluster, withCluster } from '../options/cluster-options.ts'
import type { Ports } from '../verb.ts'

interface Context {
  readonly ports: Ports
  readonly io: Io
}

/** The name in `cluster/NAME`, empty for the word `cluster` alone; undefined for any other word. */
export function clusterIn(word: string): string | undefined {
  return /^cluster(?:\/([^/]+))?$/.exec(word) === null ? undefined : word.slice('cluster/'.length)
}

/** Runs something with the cluster that a Cluster object stands for; without a name with the one that the options choose. */
export async function withNamedCluster<T>(
  { name, choice }: { readonly name: string; readonly choice: ClusterChoice },
  context: Context,
  act: (cluster: OpenCluster) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await withCluster(choice, context, async (hub) => {
    if (name === '') return await act(hub)
    const parsed = parseCluster(await oneObject(clusterView, name, hub, signal))
    if (!parsed.ok) throw new PlainError(`cluster ${name} cannot be read`)
    const way = { client: hub.client, connect, platformNamespace }
    const { client, close } = await openCluster(parsed.value, way, signal)
    try {
      return await act({ ...hub, client })
    } finally {
      await close()
    }
  })
}
