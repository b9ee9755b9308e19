import { createObject } from '../registry/create.ts'
import type { Registry } from '../registry/registry.ts'
import { systemContext } from './system-user.ts'

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** Makes what every cluster has from the beginning. */
export async function seed(registry: Registry): Promise<void> {
  const served = registry.catalogue.find('', 'v1', 'namespaces')
  if (served === undefined) return
  for (const name of namespaces) {
    if (registry.store.get('namespaces', name) !== undefined) continue
    const object = {
      kind: 'Namespace',
      apiVersion: 'v1',
      metadata: { name },
      spec: {},
      status: {},
    }
    served.strategy.complete?.(object)
    await createObject(registry, systemContext(served, ''), object)
  }
}
