import { type Decision } from './decide.ts'
import type { ProfileInstanceFailure, Observation } from './observation.ts'
import type { ClusterContext } from './context.ts'
import { writeProfileInstances } from './write-profile-instances.ts'

/** Says whether plugins may go there, and writes what profiles give. */
export async function act(
  { cluster, problems }: Observation,
  { isUsable, writesInstances, profileInstances }: Decision,
  context: ClusterContext,
  signal: AbortSignal,
): Promise<readonly ProfileInstanceFailure[]> {
  const { name } = cluster.metadata
  context.connections.mark(name, isUsable ? 'usable' : 'not-usable')
  if (!writesInstances || problems.length > 0) return []
  return writeProfileInstances(profileInstances.write, cluster, context, signal)
}
