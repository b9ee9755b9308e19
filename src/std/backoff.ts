/** How long to wait between attempts, in milliseconds. */
export interface BackoffPolicy {
  readonly first: number
  readonly most: number
}

/**
 * The wait before the attempt after the given one (counted from 0): doubling, with half of it left to
 * chance so that clients that failed together do not come back together. Chance is in [0, 1).
 */
export function backoffDelay(attempt: number, policy: BackoffPolicy, chance: number): number {
  const full = Math.min(policy.most, policy.first * 2 ** attempt)
  return Math.round(full / 2 + (full / 2) * chance)
}
