import { clusterKind } from '../../kinds/cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { conditionsOf } from '../../objects/kube-object.ts'
import type { Operators } from './delegated-marks.ts'

// Not the manager of the rest of the status: once an operator has taken the condition over, no pass takes it back.
const fieldManager = 'outrigger-delegation'

/** The Cluster on which operators of delegated conditions are asked and answer; docs/spec/delegation.md has the protocol. */
export function clusterBoard(client: KubeClient, name: string): Operators {
  return {
    ask: (condition, signal) => askOperator(client, { name, condition }, signal),
    answers: async (signal) => {
      const found = await getObject(client, { resource: resourceOf(clusterKind), name }, {}, signal)
      const conditions = found === undefined ? [] : conditionsOf(found)
      return new Map(
        conditions.map(({ type, status, reason, message }) => [type, { status, reason, message }]),
      )
    },
  }
}

/** Asks the operator that a condition was delegated to: it becomes False with reason Delegated, whatever it was. */
export async function askOperator(
  client: KubeClient,
  { name, condition }: { readonly name: string; readonly condition: string },
  signal: AbortSignal,
): Promise<void> {
  const asked = {
    type: condition,
    status: 'False',
    reason: 'Delegated',
    message: `waits for the operator that ${condition} was delegated to`,
    lastTransitionTime: new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  const status = { conditions: [asked] }
  const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, status }
  const how = { subresource: 'status', force: true, fieldManager } as const
  try {
    await applyObject(client, resourceOf(clusterKind), body, how, signal)
  } catch (error) {
    // It left meanwhile.
    if (!isKubeError(error, 'not-found')) throw error
  }
}
