import type { Cluster } from '../kinds/cluster.ts'
import type { Profile } from '../kinds/profile.ts'
import { isNews, labelsOf, specOf } from './pass/changes.ts'
import { type KubeObject, readPath } from '../objects/kube-object.ts'
import type { NamedMaintenance } from './clusters/maintenance-window.ts'
import type { KindStore } from './pass/kind-store.ts'
import { type Globals, globalsOf } from './values/globals-of.ts'
import { matchingProfiles } from './clusters/matching-profiles.ts'
import { ownCluster } from './clusters/own-cluster.ts'

interface Stores {
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
}

const maintenanceOf = (object: KubeObject) => readPath(object, ['spec', 'maintenance']) ?? {}

/** The values, images and windows that Profiles say for everything on their clusters. */
export class ClusterGlobals {
  readonly #stores: Stores

  /** Tells when any of them may be another one. */
  constructor(stores: Stores, changed: () => void) {
    this.#stores = stores
    stores.profiles.informer.addHandler((change) => {
      if (isNews(change, specOf)) changed()
    })
    stores.clusters.informer.addHandler((change) => {
      if (isNews(change, labelsOf) || isNews(change, maintenanceOf)) changed()
    })
  }

  /** Those of a Cluster by name; undefined is the operator's own cluster. */
  of(name: string | undefined): Globals {
    return globalsOf(this.#profilesOf(this.#clusterAt(name)))
  }

  /** The windows in which changes may roll out on a cluster. */
  maintenanceOf(name: string | undefined): readonly NamedMaintenance[] {
    const cluster = this.#clusterAt(name)
    const profiles = this.#profilesOf(cluster).map(({ metadata, spec }) => ({
      of: `Profile ${metadata.name}`,
      maintenance: spec.maintenance,
    }))
    const own = { of: `Cluster ${cluster?.metadata.name}`, maintenance: cluster?.spec.maintenance }
    return [...profiles, own].flatMap(({ of, maintenance }) =>
      maintenance === undefined ? [] : [{ of, maintenance }],
    )
  }

  #clusterAt(name: string | undefined): Cluster | undefined {
    const { clusters } = this.#stores
    return name === undefined ? ownCluster(clusters.values()) : clusters.value(name)
  }

  #profilesOf(cluster: Cluster | undefined): readonly Profile[] {
    return matchingProfiles(this.#stores.profiles.values(), cluster?.metadata.labels ?? {})
  }
}
