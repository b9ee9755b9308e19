import { type BackoffPolicy, backoffDelay } from '../../std/backoff.ts'
import { sleepOn } from '../../std/clock.ts'
import type { ApiResource } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { isKubeError } from '../errors.ts'
import { type FollowObserver, followObjects } from '../watch/follow-objects.ts'
import type { Discovery } from './discovery.ts'

const definers = [
  { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
]

// A server lists a new kind a moment after its definition says that it is there, and tells nobody of that.
const looksAgain = [1000, 5000]

/**
 * Keeps a discovery true: forgets what it knows whenever a kind comes, changes or goes, and once more when the server has had the
 * time to list it. Ends by its signal.
 */
export async function followDiscovery(
  client: KubeClient,
  discovery: Pick<Discovery, 'findKind' | 'invalidate'>,
  observer: FollowObserver,
  signal: AbortSignal,
): Promise<void> {
  let pending: readonly (() => void)[] = []
  const stopLooking = () => {
    for (const cancel of pending) cancel()
  }
  const noteChange = () => {
    discovery.invalidate()
    stopLooking()
    pending = looksAgain.map((after) => client.clock.after(after, () => discovery.invalidate()))
  }
  try {
    await Promise.all(
      definers.map(async (definer) => {
        const resource = await findAtLast(definer, { client, discovery, observer }, signal)
        if (resource === undefined) return
        const options = { metadataOnly: true, observer }
        for await (const change of followObjects(client, { resource }, options, signal)) {
          if (change.type === 'replaced') discovery.invalidate()
          else if (change.type === 'changed') noteChange()
        }
      }),
    )
  } finally {
    stopLooking()
  }
}

interface Asking {
  readonly client: KubeClient
  readonly discovery: Pick<Discovery, 'findKind'>
  readonly observer: FollowObserver
}

const backoff: BackoffPolicy = { first: 500, most: 30_000 }

// A server that is away for a while is asked again, as a watch would: following ends by its signal alone.
async function findAtLast(
  definer: (typeof definers)[number],
  { client, discovery, observer }: Asking,
  signal: AbortSignal,
): Promise<ApiResource | undefined> {
  for (let failures = 1; ; failures++) {
    try {
      return await discovery.findKind(definer, signal)
    } catch (error) {
      if (signal.aborted || !isKubeError(error) || !error.transient) throw error
      observer.troubled?.(error, failures)
    }
    await sleepOn(client.clock, backoffDelay(failures - 1, backoff, client.random()), signal)
  }
}
