import type { KeyedQueue } from '../../../controller/queue.ts'
import { nameOf } from '../../../objects/kube-object.ts'
import { isNews, labelsOf } from '../../pass/changes.ts'
import type { ProfileStores } from './profile-pass.ts'

/** Wakes Profiles when they, the labels of Clusters or the Extensions that they name change. */
export function wakeProfiles(
  { profiles, clusters, extensions }: ProfileStores,
  queue: KeyedQueue,
): void {
  profiles.informer.addHandler(({ object }) => queue.add(nameOf(object)))
  clusters.informer.addHandler((change) => {
    if (!isNews(change, labelsOf)) return
    for (const { metadata } of profiles.values()) queue.add(metadata.name)
  })
  extensions.informer.addHandler((change) => {
    if (change.type === 'modified') return
    const extension = nameOf(change.object)
    for (const { metadata, spec } of profiles.values())
      if (spec.extensions.some((one) => one.extension === extension)) queue.add(metadata.name)
  })
}
