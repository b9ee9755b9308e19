import { decodeBase64 } from '../../formats/base64.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { connect } from '../../kube/connect.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import type { ReadRevision } from '../../release/record/store.ts'
import {
  type KubeObject,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { clusterView } from '../cluster/cluster-view.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { oneObject } from '../kind/objects-of.ts'
import { openStore } from '../release/read-release.ts'
import type { Ports } from '../verb.ts'

/** The release of a plugin: what its status says, else what its spec will make of it. */
function releaseOf(plugin: KubeObject): {
  readonly namespace: string
  readonly name: string
} {
  const at = (part: string, field: string) => textAt(plugin, [part, field])
  return {
    namespace:
      at('status', 'targetNamespace') || at('spec', 'targetNamespace') || namespaceOf(plugin),
    name: at('status', 'releaseName') || at('spec', 'releaseName') || nameOf(plugin),
  }
}

/** The revisions of a plugin's release, the oldest first. */
export async function revisionsOf(
  plugin: KubeObject,
  cluster: OpenCluster,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<readonly ReadRevision[]> {
  return await withReleaseCluster(plugin, cluster, signal, async (open) => {
    const store = openStore(open, ports, io)
    return await store.readAll(await store.history(releaseOf(plugin), signal), signal)
  })
}

// A release is on the cluster that its plugin names; whoever may read that cluster's kubeconfig may look there.
async function withReleaseCluster<T>(
  plugin: KubeObject,
  own: OpenCluster,
  signal: AbortSignal,
  act: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  const name = textAt(plugin, ['spec', 'cluster'])
  if (name === '') return await act(own)
  const cluster = await oneObject(clusterView, name, own, signal)
  if (readPath(cluster, ['spec', 'inCluster']) === true) return await act(own)
  const secretName = textAt(cluster, ['spec', 'kubeconfig', 'secretName'])
  const key = textAt(cluster, ['spec', 'kubeconfig', 'key']) || 'kubeconfig'
  const target = { resource: secrets, namespace: platformNamespace, name: secretName }
  const coded = textAt(await getObject(own.client, target, {}, signal), ['data', key])
  const where = `Secret ${platformNamespace}/${secretName}`
  if (coded === '') throw new PlainError(`${where} with the kubeconfig of ${name} says nothing`)
  const text = fromBytes(decodeBase64(coded))
  const connection = await connectionOfSecret(text, where, { proxy: 'refuse' })
  const open = connect(connection, { rateLimit: 'none' })
  try {
    return await act({ ...open, namespace: own.namespace })
  } finally {
    await open.close()
  }
}

const secrets = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
} as const
