import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { ObjectChange } from '../../controller/informer.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import { type KubeObject, namespaceOf, readPath, textAt } from '../../objects/kube-object.ts'
import { isJsonObject } from '../../objects/json.ts'
import { parseQuantity } from '../../objects/quantity/parse-quantity.ts'
import { compareQuantities } from '../../objects/quantity/quantity.ts'
import type { Clock } from '../../std/clock.ts'

/** Milliseconds after which waiting keys are woken once more: the admission of quotas may see new room later than our watch. */
const againAfter = [0, 2_000, 15_000] as const

/** Tells when the quotas of a namespace may leave more room than before. */
export class QuotaRoom {
  private readonly clock: Clock
  private readonly informers: SharedInformers
  private readonly changed: (namespace: string) => void
  private readonly timers = new Set<() => void>()
  private isFollowing = false

  constructor(client: FencedClient, changed: (namespace: string) => void) {
    this.clock = client.clock
    this.informers = new SharedInformers(client, () => ({}))
    this.changed = changed
  }

  async run(signal: AbortSignal): Promise<never> {
    try {
      return await this.informers.run(signal)
    } finally {
      for (const cancel of this.timers) cancel()
    }
  }

  private tell(namespace: string, milliseconds: number): void {
    if (milliseconds === 0) return this.changed(namespace)
    const cancel = this.clock.after(milliseconds, () => {
      this.timers.delete(cancel)
      this.changed(namespace)
    })
    this.timers.add(cancel)
  }

  /** Follows quotas from now on: nobody asks for them before one was full. */
  follow(): void {
    if (this.isFollowing) return
    this.isFollowing = true
    const informer = this.informers.informer({ resource: quotas }, {})
    informer.addHandler((change) => {
      if (!givesRoom(change)) return
      for (const milliseconds of againAfter) this.tell(namespaceOf(change.object), milliseconds)
    })
  }
}

const quotas = {
  group: '',
  version: 'v1',
  resource: 'resourcequotas',
  kind: 'ResourceQuota',
  namespaced: true,
} as const

/** Whether there may be room that was not there before: a limit is higher or gone, or less is used. */
export function givesRoom(change: ObjectChange): boolean {
  // A quota that is new, or first seen, leaves no more room than there was.
  if (change.type === 'added') return false
  if (change.type === 'deleted') return true
  const { before, object } = change
  // The API server holds to the limits in the status, which follow those in the spec a moment later.
  return (
    isLess(amountsOf(before, ['status', 'hard']), amountsOf(object, ['status', 'hard'])) ||
    isLess(amountsOf(object, ['status', 'used']), amountsOf(before, ['status', 'used']))
  )
}

// Whether some amount of the first is less than in the second, or bounded in the first alone.
function isLess(first: Amounts, second: Amounts): boolean {
  return [...first].some(([name, amount]) => {
    const other = second.get(name)
    return other === undefined || compareQuantities(parseQuantity(amount), parseQuantity(other)) < 0
  })
}

type Amounts = ReadonlyMap<string, string>

function amountsOf(quota: KubeObject, path: readonly string[]): Amounts {
  const found = readPath(quota, path)
  const names = isJsonObject(found) ? Object.keys(found) : []
  return new Map(names.map((name) => [name, textAt(quota, [...path, name])]))
}
