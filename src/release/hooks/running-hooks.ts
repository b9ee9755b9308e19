import type { ReleaseChoices } from '../choices.ts'
import { type DesiredObject, findDesired } from '../desired/desired-object.ts'
import type { Owner } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { StoredHook } from '../release.ts'
import type { Revision } from '../revision.ts'

export interface HookWork {
  readonly event: string
  readonly revision: Revision
  readonly choices: Pick<ReleaseChoices, 'timeout' | 'conflicts' | 'adopt'>
  /** Leaves out hooks of which it is false. */
  readonly chosen?: (hook: StoredHook) => boolean
}

/** The hooks of one event while they run. */
export interface RunningHooks extends HookWork {
  readonly ports: ReleasePorts
  readonly signal: AbortSignal
}

export function ownerOf({ revision }: RunningHooks): Owner {
  const { namespace, name } = revision.record
  return { namespace, name }
}

/** The objects of the hook at an index of the record. */
export function objectsOf(at: number, running: RunningHooks): Promise<readonly DesiredObject[]> {
  const { path, manifest } = hookAt(running, at)
  const { namespace } = running.revision.record
  const { discovery } = running.ports
  return findDesired([{ path, text: manifest }], { namespace, discovery }, running.signal)
}

export function hookAt({ revision }: RunningHooks, at: number): StoredHook {
  const hook = revision.record.hooks?.[at]
  if (hook === undefined) throw new ReleaseError('bad-record', `there is no hook ${at}`)
  return hook
}
