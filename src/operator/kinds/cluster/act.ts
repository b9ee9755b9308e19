import { type Decision } from './decide.ts'
import type { ProfileInstanceFailure, Observation } from './observation.ts'
import type { ClusterWorld } from './world.ts'
import { writeProfileInstances } from './write-profile-instances.ts'

/** Says whether plugins may go there, and writes what profiles give. */
export async function act(
  { cluster, problems }: Observation,
  { isUsable, gives, profileInstances }: Decision,
  world: ClusterWorld,
  signal: AbortSignal,
): Promise<readonly ProfileInstanceFailure[]> {
  const { name } = cluster.metadata
  world.connections.mark(name, isUsable ? 'usable' : 'not-usable')
  if (!gives || problems.length > 0) return []
  return writeProfileInstances(profileInstances.write, cluster, world, signal)
}
