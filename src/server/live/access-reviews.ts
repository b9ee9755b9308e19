import type { KubeClient } from '../../kube/client.ts'
import { type Action, reviewAccess } from '../../kube/objects/review-access.ts'
import { withDeadline } from '../../std/clock.ts'
import { type Identity, identityKey, impersonationOf } from '../auth/identity.ts'

/** Milliseconds for which an answer holds: so long something may be seen after the right was taken away. */
const holdsFor = 3000
const mostKept = 20_000
/** Milliseconds for one question. */
const patience = 10_000

/** The rights of users, asked of the cluster and kept for a moment. */
export class AccessReviews {
  private readonly client: KubeClient
  private readonly kept = new Map<
    string,
    { readonly until: number; readonly answer: Promise<boolean> }
  >()

  /** The client must be allowed to impersonate. */
  constructor(client: KubeClient) {
    this.client = client
  }

  /** Whether the cluster allows an action to somebody. */
  allows(identity: Identity, action: Action): Promise<boolean> {
    const { verb, group, resource, namespace = '', name = '' } = action
    const key = JSON.stringify([identityKey(identity), verb, group, resource, namespace, name])
    const now = this.client.clock.monotonic()
    const before = this.kept.get(key)
    if (before !== undefined && before.until > now) return before.answer
    if (this.kept.size >= mostKept) this.kept.clear()
    const client = this.client.impersonating(impersonationOf(identity))
    // Several askers may wait for one answer, so that none of them can end the question.
    const ask = (late: AbortSignal) => reviewAccess(client, action, late)
    const answer = withDeadline(this.client.clock, patience, ask)
    this.kept.set(key, { until: now + holdsFor, answer })
    // A question that failed is asked again.
    answer.catch(() => this.kept.delete(key))
    return answer
  }
}
