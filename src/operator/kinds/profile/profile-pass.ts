import type { Cluster } from '../../../kinds/cluster.ts'
import type { Extension } from '../../../kinds/extension.ts'
import { type Profile, profileKind } from '../../../kinds/profile.ts'
import { eventOfStatus } from '../../pass/event-of-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { type SeenProfile, statusOf } from './status.ts'

export interface ProfileStores {
  readonly profiles: KindStore<Profile>
  readonly clusters: KindStore<Cluster>
  readonly extensions: KindStore<Extension>
}

/**
 * A pass over a Profile only tells which clusters it applies to. The passes of those clusters write
 * its instances.
 */
export function profilePass({
  profiles,
  clusters,
  extensions,
}: ProfileStores): KindPass<Profile, SeenProfile, undefined, undefined> {
  return {
    definition: profileKind,
    store: profiles,
    unreadable: { Ready: 'False', Valid: 'False' },
    forget: () => {},
    observe: async (profile) => {
      const names = profile.spec.extensions.map(({ extension }) => extension)
      // One that does not read is there all the same.
      const unknown = names.filter((name) => extensions.informer.get(name) === undefined)
      return { profile, clusters: clusters.values(), unknown }
    },
    decide: () => undefined,
    act: async () => undefined,
    report: ({ object, seen }) => {
      const status = statusOf(seen)
      const event = eventOfStatus(object, status.findings, 'message')
      return { status, event, next: { do: 'rest' } }
    },
  }
}
