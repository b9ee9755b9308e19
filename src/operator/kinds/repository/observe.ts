import type { Repository } from '../../../kinds/repository.ts'
import { type Access, readAccess } from '../../sources/read-access.ts'
import type { ReadSecret } from '../../../kube/objects/secret-reader.ts'
import type { RefreshState } from './refresh-state.ts'

/** Everything that a pass over a Repository knows. */
export interface Observation {
  readonly repository: Repository
  readonly access: Access
  /** The findings of the passes before; undefined after a start. */
  readonly state: RefreshState | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface ObservePorts {
  readonly readSecret: ReadSecret
  readonly stateOf: (repository: Repository) => RefreshState | undefined
  readonly now: () => number
}

/** Looks at a Repository and at the Secrets that it names. */
export async function observe(
  repository: Repository,
  ports: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  const access = await readAccess(repository, ports.readSecret, signal)
  return { repository, access, state: ports.stateOf(repository), now: ports.now() }
}
