import type { ReadRevision } from '../../release/record/store.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../cluster-options.ts'
import type { Io } from '../io.ts'
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
  const store = openStore(cluster, ports, io)
  return await store.readAll(await store.history(releaseOf(plugin), signal), signal)
}
