import { parseRepository, type Repository } from '../../kinds/repository.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { readAccess, type Access } from './read-access.ts'
import type { RefreshState } from './refresh-state.ts'

/** Everything that a pass over a Repository knows. */
export interface Observation {
  /** Undefined when it was deleted. */
  readonly repository: Parsed<Repository> | undefined
  readonly access: Access
  /** What the passes before found; undefined after a start. */
  readonly state: RefreshState | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface ObservePorts {
  readonly getRepository: (key: string) => KubeObject | undefined
  readonly getSecret: (
    namespace: string,
    name: string,
    signal: AbortSignal,
  ) => Promise<KubeObject | undefined>
  readonly getState: (key: string) => RefreshState | undefined
  readonly now: () => number
}

/** Looks at a Repository and at the Secrets that it names. */
export async function observe(
  key: string,
  ports: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  const object = ports.getRepository(key)
  const repository = object === undefined ? undefined : parseRepository(object)
  const access: Access =
    repository?.ok === true
      ? await readAccess(repository.value, ports.getSecret, signal)
      : { state: 'complete', inputs: '' }
  return { repository, access, state: ports.getState(key), now: ports.now() }
}
