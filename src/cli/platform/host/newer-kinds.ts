import { apiGroup } from '../../../kinds/group.ts'
import type { KindDefinition } from '../../../kinds/kind-definition.ts'
import { customResourceDefinition } from '../../../kinds/custom-resource-definition.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { crdDangers } from '../../../release/plan/crd/crd-dangers.ts'
import { definitions } from './platform-resources.ts'

/** The kinds whose definitions on the cluster come from a newer program: they have all that ours have, and more. */
export async function newerKinds(
  kinds: readonly KindDefinition[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly KindDefinition[]> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const name = `${kind.plural}.${apiGroup}`
      const live = await getObject(client, { resource: definitions, name }, {}, signal)
      const own = customResourceDefinition(kind) as unknown as KubeObject
      return live !== undefined && loses(live, own) && !loses(own, live)
    }),
  )
  return kinds.filter((_, at) => found[at])
}

// A rule may become stricter in a newer program, a field never goes.
function loses(before: KubeObject, after: KubeObject): boolean {
  return crdDangers(before, after).some(({ rule }) => rule === 'field-removed')
}
