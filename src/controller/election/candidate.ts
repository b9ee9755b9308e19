import { deleteObject } from '../../kube/objects/delete-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'
import { type LeaseRecord, leases, microTime, recordOf, specOf } from './lease-record.ts'

export interface CandidateOptions {
  readonly namespace: string
  readonly name: string
  /** Must be another one in every process, also after a restart. */
  readonly identity: string
  readonly durationSeconds: number
  /** The state of the Lease when it is given back: free (the default) or deleted. */
  readonly leaves?: 'free' | 'nothing'
  /** Whether a holder is known to be dead, so that nobody need wait for the end of its Lease. */
  readonly isDead?: (identity: string) => boolean
}

/** Whose the Lease is after an attempt; contested when somebody wrote to it at the same time. */
export type Holding = 'ours' | 'taken' | 'contested'

/**
 * One that wants a Lease. Whether another's Lease has ended is judged only by our own clock, from when we
 * last saw it change: the times inside are by the clock of somebody else.
 */
export class Candidate {
  private readonly client: KubeClient
  private readonly options: CandidateOptions
  private lease: KubeObject | undefined
  private seen = ''
  private seenAt = 0

  constructor(client: KubeClient, options: CandidateOptions) {
    // A renewal that waits behind other requests would lose the Lease.
    this.client = client.withPriority('urgent')
    this.options = options
  }

  /** Takes or renews the Lease if that is possible now. Throws when the server does not say. */
  async tryToHold(signal: AbortSignal): Promise<Holding> {
    if (this.lease !== undefined && recordOf(this.lease).holder === this.options.identity) {
      const renewed = await this.write(this.lease, signal)
      if (renewed) return 'ours'
    }
    const lease = await this.look(signal)
    if (lease !== undefined && this.isTaken(recordOf(lease))) return 'taken'
    const isWritten = lease === undefined ? this.create(signal) : this.write(lease, signal)
    return (await isWritten) ? 'ours' : 'contested'
  }

  /** Gives the Lease back, so that the next one need not wait for its end. */
  async release(signal: AbortSignal): Promise<void> {
    const removes = this.options.leaves === 'nothing'
    if (removes && (await this.remove(signal))) return
    const lease = await this.look(signal)
    if (lease === undefined || recordOf(lease).holder !== this.options.identity) return
    if (removes && (await this.remove(signal))) return
    const record = recordOf(lease)
    const now = microTime(this.client.clock.now())
    const free = { ...record, holder: '', durationSeconds: 1, renewTime: now, acquireTime: now }
    await this.put(lease, free, signal)
  }

  // Only as we know it: somebody else's Lease is not ours to delete.
  private async remove(signal: AbortSignal): Promise<boolean> {
    const { lease, options } = this
    if (lease === undefined || recordOf(lease).holder !== options.identity) return false
    const { namespace, name } = options
    const resourceVersion = textAt(lease, ['metadata', 'resourceVersion'])
    const preconditions = { uid: uidOf(lease), resourceVersion }
    try {
      await deleteObject(
        this.client,
        { resource: leases, namespace, name },
        { preconditions },
        signal,
      )
      return true
    } catch (error) {
      if (isKubeError(error, 'conflict')) return false
      throw error
    }
  }

  private async look(signal: AbortSignal): Promise<KubeObject | undefined> {
    const { namespace, name } = this.options
    const lease = await getObject(this.client, { resource: leases, namespace, name }, {}, signal)
    this.remember(lease)
    return lease
  }

  private isTaken({ holder, durationSeconds }: LeaseRecord): boolean {
    if (holder === '' || holder === this.options.identity) return false
    if (this.options.isDead?.(holder) === true) return false
    const { clock } = this.client
    return clock.monotonic() - this.seenAt < durationSeconds * 1000
  }

  private async create(signal: AbortSignal): Promise<boolean> {
    const { namespace, name } = this.options
    const object = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace, name },
      spec: specOf(this.ownRecord(undefined)),
    }
    try {
      const { object: lease } = await createObject(this.client, leases, object, {}, signal)
      this.remember(lease)
      return true
    } catch (error) {
      if (isKubeError(error, 'already-exists')) return false
      throw error
    }
  }

  private write(lease: KubeObject, signal: AbortSignal): Promise<boolean> {
    return this.put(lease, this.ownRecord(recordOf(lease)), signal)
  }

  // The version in it makes sure that nobody wrote since we looked.
  private async put(lease: KubeObject, record: LeaseRecord, signal: AbortSignal): Promise<boolean> {
    try {
      const spec = { ...(lease['spec'] as JsonObject), ...specOf(record) }
      const written = await updateObject(this.client, leases, { ...lease, spec }, {}, signal)
      this.remember(written.object)
      return true
    } catch (error) {
      if (isKubeError(error, 'conflict', 'not-found')) return false
      throw error
    }
  }

  private ownRecord(before: LeaseRecord | undefined): LeaseRecord {
    const { identity, durationSeconds } = this.options
    const now = microTime(this.client.clock.now())
    const isRenewal = before?.holder === identity
    return {
      holder: identity,
      durationSeconds,
      acquireTime: isRenewal ? before.acquireTime : now,
      renewTime: now,
      transitions: before === undefined ? 0 : before.transitions + (isRenewal ? 0 : 1),
    }
  }

  private remember(lease: KubeObject | undefined): void {
    this.lease = lease
    const seen = lease === undefined ? '' : JSON.stringify(recordOf(lease))
    if (seen === this.seen) return
    this.seen = seen
    this.seenAt = this.client.clock.monotonic()
  }
}
