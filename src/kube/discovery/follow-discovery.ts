import type { KubeClient } from '../client.ts'
import { type FollowObserver, followObjects } from '../watch/follow-objects.ts'
import type { Discovery } from './discovery.ts'

const definers = [
  { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
]

/** Keeps a discovery true: forgets what it knows whenever a kind comes, changes or goes. Ends by its signal. */
export async function followDiscovery(
  client: KubeClient,
  discovery: Pick<Discovery, 'findKind' | 'invalidate'>,
  observer: FollowObserver,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    definers.map(async (definer) => {
      const resource = await discovery.findKind(definer, signal)
      if (resource === undefined) return
      const options = { metadataOnly: true, observer }
      for await (const change of followObjects(client, { resource }, options, signal)) {
        if (change.type !== 'quiet') discovery.invalidate()
      }
    }),
  )
}
