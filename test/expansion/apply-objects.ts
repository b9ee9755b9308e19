import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../src/objects/kube-object.ts'

const version = ['metadata', 'resourceVersion']

/** Applies the objects of an expansion to a cluster; says how many of them changed. */
export async function applyObjects(
  objects: readonly JsonObject[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<number> {
  let changed = 0
  for (const object of objects as readonly KubeObject[]) {
    const resource = resourceOf(object.kind === 'Plugin' ? pluginKind : repositoryKind)
    const target = { resource, namespace: namespaceOf(object), name: nameOf(object) }
    const before = await getObject(client, target, {}, signal)
    const { object: after } = await applyObject(client, resource, object, {}, signal)
    if (before === undefined || textAt(before, version) !== textAt(after, version)) changed++
  }
  return changed
}
