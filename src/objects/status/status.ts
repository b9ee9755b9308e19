// How far an object has come, as kstatus (sigs.k8s.io/cli-utils, the fork that Helm 4 waits with)
// computes it from the object alone.

export type ObjectStatus =
  | 'Current'
  | 'InProgress'
  | 'Failed'
  | 'Terminating'
  | 'NotFound'
  | 'Unknown'

/** A status, and why. */
export interface StatusReport {
  readonly status: ObjectStatus
  readonly message: string
  /** A word for the reason, where it is not Current. */
  readonly reason?: string
}

/** It is as it shall be. */
export function current(message: string): StatusReport {
  return { status: 'Current', message }
}

/** It is on its way. */
export function inProgress(reason: string, message: string): StatusReport {
  return { status: 'InProgress', reason, message }
}

/** It will not get there by itself. */
export function failed(reason: string, message: string): StatusReport {
  return { status: 'Failed', reason, message }
}
