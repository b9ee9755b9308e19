import type { Leadership } from '../../../controller/election/leadership.ts'
import { leases, recordOf } from '../../../controller/election/lease-record.ts'
import { runAsLeader } from '../../../controller/election/run-as-leader.ts'
import { isKubeError } from '../../../kube/errors.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { sleepOn } from '../../../std/clock.ts'
import { ReleaseError } from '../../errors.ts'
import type { ReleaseTarget } from '../../release.ts'

/** That nobody else of us works on the release, for now. */
export type LeaseLock = Leadership

export interface LockOptions {
  /** Must be another one in every process, also after a restart. */
  readonly identity: string
  /** Whether a holder is known to be dead, so that nobody need wait for the end of its Lease. */
  readonly isDead?: (identity: string) => boolean
  /** Refuse when somebody else is at work, which is the rule, or wait. */
  readonly whenBusy?: 'refuse' | 'wait'
}

const lookEvery = 500

/**
 * Does something to a release while nobody else of us does. A holder that died is taken over from when its Lease has ended;
 * one that renews it is not. Fails with `busy` when somebody else is at work and with `lost` when somebody else could be.
 */
export async function lockRelease<Result>(
  target: ReleaseTarget,
  options: LockOptions,
  act: (hold: LeaseLock) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const stop = new AbortController()
  const follow = () => stop.abort(signal.reason)
  signal.addEventListener('abort', follow, { once: true })
  if (signal.aborted) follow()
  let result: { readonly value: Result } | undefined
  const waiting = new AbortController()
  const watching = watchOther(target, options, stop, waiting.signal)
  const election = {
    namespace: target.namespace,
    name: leaseName(target.name),
    identity: options.identity,
    ...(options.isDead === undefined ? {} : { isDead: options.isDead }),
    // A free Lease is of no use, and helm would leave it behind.
    leaves: 'nothing',
    observer: {
      started: () => waiting.abort(),
      lost: (cause: unknown) => stop.abort(lost(target, cause)),
      // No namespace, no permission: trying again changes nothing.
      troubled: (error: unknown) => {
        if (isKubeError(error) && !error.transient && error.code !== 'conflict') stop.abort(error)
      },
    },
  } as const
  try {
    const work = async (hold: LeaseLock) => {
      result = { value: await act(hold) }
    }
    await runAsLeader(target.client, election, work, stop.signal)
    if (result === undefined) throw lost(target, undefined)
    return result.value
  } finally {
    signal.removeEventListener('abort', follow)
    waiting.abort()
    await watching
  }
}

/** The name of the Lease of a release. */
export function leaseName(release: string): string {
  return `outrigger.release.${release}`
}

function lost({ name }: ReleaseTarget, cause: unknown): ReleaseError {
  const what = `the lease of release ${name} could not be renewed, so somebody else may work on it`
  return new ReleaseError('lost', what, { cause })
}

// Gives up as soon as the other one is seen to renew its Lease. One that does not is dead, and the election waits it out.
async function watchOther(
  target: ReleaseTarget,
  { identity, whenBusy }: LockOptions,
  stop: AbortController,
  signal: AbortSignal,
): Promise<void> {
  if (whenBusy === 'wait') return
  let first: KubeObject | undefined
  try {
    for (;;) {
      await sleepOn(target.client.clock, lookEvery, signal)
      const lease = await look(target, signal)
      const holder = lease === undefined ? '' : recordOf(lease).holder
      if (lease === undefined || holder === '' || holder === identity) continue
      first ??= lease
      if (recordOf(first).renewTime === recordOf(lease).renewTime) continue
      const what = `release ${target.name} in ${target.namespace} is being changed by ${holder}`
      stop.abort(new ReleaseError('busy', `${what}; try again when that is done`))
      return
    }
  } catch (error) {
    // Only a help: the election itself says what cannot be reached.
    if (!signal.aborted && !isKubeError(error)) stop.abort(error)
  }
}

function look(
  { client, namespace, name }: ReleaseTarget,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  return getObject(client, { resource: leases, namespace, name: leaseName(name) }, {}, signal)
}
