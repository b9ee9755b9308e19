import { type Decision } from './decide.ts'
import type { ProfileInstanceFailure, Observation } from './observation.ts'
import type { ClusterContext } from './context.ts'
import { askOperator } from '../../../site/cluster/cluster-board.ts'
import { writeProfileInstances } from './write-profile-instances.ts'

/** Says whether plugins may go there, asks the operator of a delegated condition, and writes what profiles give. */
export async function act(
  { cluster, problems }: Observation,
  { isUsable, writesInstances, profileInstances, ask }: Decision,
  context: ClusterContext,
  signal: AbortSignal,
): Promise<readonly ProfileInstanceFailure[]> {
  const { name } = cluster.metadata
  context.connections.mark(name, isUsable ? 'usable' : 'not-usable')
  if (problems.length > 0) return []
  if (ask !== undefined) await askOperator(context.client, { name, condition: ask }, signal)
  if (!writesInstances) return []
  return writeProfileInstances(profileInstances.write, cluster, context, signal)
}
