import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type Cluster, clusterKind } from '../../../kinds/cluster.ts'
import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'

// Not the manager of the rest of the status: once an operator has taken the condition over, no pass takes it back.
const fieldManager = 'outrigger-delegation'

/** Asks the operator that a condition was delegated to: it becomes False with reason Delegated, whatever it was. */
export async function askOperator(
  { metadata }: Pick<Cluster, 'metadata'>,
  condition: string,
  client: FencedClient,
  signal: AbortSignal,
): Promise<void> {
  const asked = {
    type: condition,
    status: 'False',
    reason: 'Delegated',
    message: `waits for the operator that ${condition} was delegated to`,
    lastTransitionTime: new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  const body = {
    apiVersion,
    kind: clusterKind.kind,
    metadata: { name: metadata.name },
    status: { conditions: [asked] },
  }
  const how = { subresource: 'status', force: true, fieldManager } as const
  try {
    await applyObject(client, resourceOf(clusterKind), body, how, signal)
  } catch (error) {
    // It left meanwhile.
    if (!isKubeError(error, 'not-found')) throw error
  }
}
