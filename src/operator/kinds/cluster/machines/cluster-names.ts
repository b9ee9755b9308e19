/** Keeps a Cluster until its machines are as they were before it. */
export const machinesFinalizer = 'outrigger.dev/machines'

/** The Secret with the journal of a cluster's machines. */
export function journalSecretOf(cluster: string): string {
  return `${cluster}-machines`
}
