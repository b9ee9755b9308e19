import type { FencedClient } from '../../controller/election/fenced-client.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import { type Action, reviewAccess } from '../../kube/objects/review-access.ts'
import type { Clock } from '../../std/clock.ts'
import { type ActingPlatform, type Actor, accountOf, actingAs } from './account.ts'

/** Whether the account of an actor may do something on one cluster. */
export interface Rights {
  readonly may: (actor: Actor, action: Action, signal: AbortSignal) => Promise<boolean>
}

/** Whether roles and bindings were listed for the first time, or one of them changed. */
export type RightsNews = 'listed' | 'changed'

interface Answer {
  readonly allowed: Promise<boolean>
  readonly at: number
}

// Servers that decide by other means than RBAC tell nobody of a change.
const freshMilliseconds = 30_000
// The server takes a moment itself before it goes by a binding that was just written.
const lagMilliseconds = 1000
const mostAnswers = 4096

/**
 * The rights of accounts on one cluster, asked of its server with an access review as the account. An answer is used again
 * until somebody changes a role or a binding, and for half a minute at most.
 */
export class AccountRights implements Rights {
  private readonly client: FencedClient
  private readonly platform: ActingPlatform
  private readonly changed: (what: RightsNews) => void
  private readonly clock: Clock
  private readonly informers: SharedInformers
  private readonly answers = new Map<string, Answer>()
  private isFollowing = false
  private cancelLag = () => {}

  /** `changed` is called when a right may have come or gone, and once when the existing ones are known. */
  constructor(client: FencedClient, platform: ActingPlatform, changed: (what: RightsNews) => void) {
    this.client = client
    this.platform = platform
    this.changed = changed
    this.clock = client.clock
    this.informers = new SharedInformers(client, () => ({}))
  }

  /** Follows roles and bindings from the first question on, until the signal. */
  async run(signal: AbortSignal): Promise<never> {
    try {
      return await this.informers.run(signal)
    } finally {
      this.cancelLag()
    }
  }

  readonly may = async (actor: Actor, action: Action, signal: AbortSignal): Promise<boolean> => {
    const account = accountOf(actor, this.platform)
    // It acts with the rights of the operator, who reads everything.
    if (account === undefined) return true
    this.follow()
    const key = JSON.stringify([actor.metadata.namespace, account, action])
    const known = this.answers.get(key)
    const now = this.clock.monotonic()
    if (known !== undefined && now - known.at < freshMilliseconds) return known.allowed
    const client = actingAs(this.client, actor, this.platform)
    const answer = { allowed: reviewAccess(client, action, signal), at: now }
    this.keep(key, answer)
    try {
      return await answer.allowed
    } catch (error) {
      if (this.answers.get(key) === answer) this.answers.delete(key)
      throw error
    }
  }

  private keep(key: string, answer: Answer): void {
    this.answers.delete(key)
    this.answers.set(key, answer)
    const [oldest] = this.answers.keys()
    if (this.answers.size > mostAnswers && oldest !== undefined) this.answers.delete(oldest)
  }

  /** Follows roles and bindings from now on. */
  follow(): void {
    if (this.isFollowing) return
    this.isFollowing = true
    for (const resource of rbacKinds) {
      const informer = this.informers.informer({ resource }, { metadataOnly: true })
      informer.addHandler(() => this.renew(informer.hasSynced ? 'changed' : 'listed'))
    }
  }

  private renew(what: RightsNews): void {
    this.answers.clear()
    this.changed(what)
    this.cancelLag()
    this.cancelLag = this.clock.after(lagMilliseconds, () => {
      this.answers.clear()
      this.changed(what)
    })
  }
}

const rbacKinds: readonly ApiResource[] = [
  rbacKind('Role', true),
  rbacKind('RoleBinding', true),
  rbacKind('ClusterRole', false),
  rbacKind('ClusterRoleBinding', false),
]

function rbacKind(kind: string, namespaced: boolean): ApiResource {
  const resource = `${kind.toLowerCase()}s`
  return { group: 'rbac.authorization.k8s.io', version: 'v1', resource, kind, namespaced }
}
