import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, numberAt, textAt } from '../../objects/kube-object.ts'
import type { ApiResource } from '../../kube/api-resource.ts'

/** The kind that leaders are elected by. */
export const leases: ApiResource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
}

/** The leader, by a Lease. */
export interface LeaseRecord {
  /** Empty when nobody does. */
  readonly holder: string
  readonly durationSeconds: number
  readonly acquireTime: string
  readonly renewTime: string
  readonly transitions: number
}

/** Reads a Lease. */
export function recordOf(lease: KubeObject): LeaseRecord {
  return {
    holder: textAt(lease, ['spec', 'holderIdentity']),
    durationSeconds: numberAt(lease, ['spec', 'leaseDurationSeconds']) ?? 0,
    acquireTime: textAt(lease, ['spec', 'acquireTime']),
    renewTime: textAt(lease, ['spec', 'renewTime']),
    transitions: numberAt(lease, ['spec', 'leaseTransitions']) ?? 0,
  }
}

/** The `spec` of a Lease. */
export function specOf(record: LeaseRecord): JsonObject {
  return {
    holderIdentity: record.holder,
    leaseDurationSeconds: record.durationSeconds,
    acquireTime: record.acquireTime,
    renewTime: record.renewTime,
    leaseTransitions: record.transitions,
  }
}

/** A moment as Leases write it. */
export function microTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z')
}
