import type { Cluster } from '../kinds/cluster.ts'
import type { Profile } from '../kinds/profile.ts'
import { isNews, labelsOf, specOf } from './pass/changes.ts'
import type { KindStore } from './pass/kind-store.ts'
import { type Globals, globalsOf } from './values/globals-of.ts'
import { matchingProfiles } from './clusters/matching-profiles.ts'
import { ownCluster } from './clusters/own-cluster.ts'

interface Stores {
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
}

/** The values and images that Profiles say for everything on their clusters. */
export class ClusterGlobals {
  readonly #stores: Stores

  /** Tells when any of them may be another one. */
  constructor(stores: Stores, changed: () => void) {
    this.#stores = stores
    stores.profiles.informer.addHandler((change) => {
      if (isNews(change, specOf)) changed()
    })
    stores.clusters.informer.addHandler((change) => {
      if (isNews(change, labelsOf)) changed()
    })
  }

  /** Those of a Cluster by name; undefined is the operator's own cluster. */
  of(name: string | undefined): Globals {
    const { clusters, profiles } = this.#stores
    const found = name === undefined ? ownCluster(clusters.values()) : clusters.value(name)
    return globalsOf(matchingProfiles(profiles.values(), found?.metadata.labels ?? {}))
  }
}
