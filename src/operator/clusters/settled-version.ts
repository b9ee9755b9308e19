/** Milliseconds for which a version of Kubernetes must have been the same before anything moves by itself. */
export const settlingTime = 120_000

export interface VersionHistory {
  /** The version that was known before; undefined for a cluster that was never seen. */
  readonly known: string | undefined
  /** The moment since when it is that one; undefined when it was the first. */
  readonly knownSince: string | undefined
  readonly version: string | undefined
  readonly now: string
}

/** The moment since when a cluster has its version; undefined for the first one, which need not settle. */
export function versionSince({
  known,
  knownSince,
  version,
  now,
}: VersionHistory): string | undefined {
  if (known === undefined) return undefined
  // After a clock was set back, the time runs from now on.
  const isAhead = knownSince !== undefined && Date.parse(knownSince) > Date.parse(now)
  return version !== known || isAhead ? now : knownSince
}

/** Milliseconds until a version that a cluster has since a moment has settled; 0 when it has. */
export function untilSettled(since: string | undefined, now: string): number {
  if (since === undefined) return 0
  return Math.max(0, settlingTime - (Date.parse(now) - Date.parse(since)))
}
