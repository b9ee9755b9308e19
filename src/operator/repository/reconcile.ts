import type { PassResult } from '../../controller/worker.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type ActPorts, act } from './act.ts'
import { bookEntryOf } from './book-entry.ts'
import { type Decision, decide } from './decide.ts'
import { type ObservePorts, observe } from './observe.ts'
import type { RefreshState } from './refresh-state.ts'
import type { RepositoryBook } from './repository-book.ts'
import { type Findings, findingsOf } from './status.ts'

export interface RepositoryPorts extends ObservePorts, ActPorts {
  readonly setState: (key: string, state: RefreshState | undefined) => void
  readonly book: RepositoryBook
  /** Writes the status when it is another one than the object has. */
  readonly writeStatus: (
    object: KubeObject,
    findings: Findings,
    signal: AbortSignal,
  ) => Promise<void>
  /** Told of what a person may want to know. */
  readonly tell: (object: KubeObject, before: RefreshState | undefined, now: RefreshState) => void
}

/** One pass over one Repository. */
export async function reconcileRepository(
  key: string,
  ports: RepositoryPorts,
  signal: AbortSignal,
): Promise<PassResult> {
  const seen = await observe(key, ports, signal)
  const decision = decide(seen)
  const state = await act(key, decision, seen, ports, signal)
  ports.setState(key, state)
  const { repository, access } = seen
  const object = ports.getRepository(key)
  if (repository === undefined || object === undefined) {
    ports.book.delete(key)
    return { do: 'rest' }
  }
  const metadata = repository.ok ? repository.value.metadata : repository.metadata
  const findings = findingsOf(decision, metadata, state)
  if (repository.ok && findings !== undefined) {
    ports.book.set(bookEntryOf(repository.value, { access, state, findings }, ports))
  } else ports.book.delete(key)
  if (state !== undefined && decision.do === 'refresh') ports.tell(object, seen.state, state)
  if (findings !== undefined) await ports.writeStatus(object, findings, signal)
  return again(decision, ports, seen, key)
}

// After an attempt the same question is asked again: when is the next one due?
function again(
  decision: Decision,
  ports: RepositoryPorts,
  seen: Parameters<typeof decide>[0],
  key: string,
): PassResult {
  const next =
    decision.do === 'refresh'
      ? decide({ ...seen, state: ports.getState(key), now: ports.now() })
      : decision
  return next.do === 'rest' ? { do: 'look-again', after: next.after } : { do: 'rest' }
}
