import { clusterKind } from '../../kinds/cluster.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'

/** How people look at clusters. */
export const clusterView: KindView = {
  noun: 'cluster',
  definition: clusterKind,
  columns: [
    { header: 'phase', cell: (one) => textAt(one, ['status', 'phase']) },
    { header: 'kubernetes', cell: (one) => textAt(one, ['status', 'version']) },
    { header: 'nodes', cell: (one) => String(numberAt(one, ['status', 'nodes']) ?? '') },
    {
      header: 'oldest kubelet',
      cell: (one) => textAt(one, ['status', 'oldestKubelet']),
      wide: true,
    },
  ],
  facts: (one) => [
    ['Phase', textAt(one, ['status', 'phase'])],
    ['Kubernetes', textAt(one, ['status', 'version'])],
    ['About to be', textAt(one, ['spec', 'targetVersion'])],
    ['Reached by', reachedBy(one)],
    ['Nodes', String(numberAt(one, ['status', 'nodes']) ?? '')],
    ['Oldest kubelet', textAt(one, ['status', 'oldestKubelet'])],
    ['Used by', listAt(one, ['spec', 'allowedNamespaces']).map(String).join(', ')],
    ['Taken away', listAt(one, ['status', 'removed']).map(textOf('extension')).join(', ')],
    ['Installed', listAt(one, ['status', 'installed']).map(installedText).join('\n')],
  ],
}

function reachedBy(cluster: KubeObject): string {
  if (readPath(cluster, ['spec', 'inCluster']) === true) return 'the operator runs on it'
  return `the kubeconfig in Secret ${textAt(cluster, ['spec', 'kubeconfig', 'secretName'])}`
}

function installedText(plugin: Parameters<typeof textAt>[0]): string {
  const state = readPath(plugin, ['ready']) === true ? 'ready' : 'not ready'
  return `${textAt(plugin, ['plugin'])} ${textAt(plugin, ['version'])} (${state})`
}

function textOf(field: string): (one: Parameters<typeof textAt>[0]) => string {
  return (one) => textAt(one, [field])
}
