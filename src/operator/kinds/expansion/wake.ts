import type { KeyedQueue } from '../../../controller/queue.ts'
import { nameOf } from '../../../objects/kube-object.ts'
import { inputOf, isNews } from '../../pass/changes.ts'
import type { ExpansionContext } from './expansion-pass.ts'

/** Wakes Expansions when they, others that they wait for, or the Clusters that get them change. */
export function wakeExpansions(
  { expansions, clusters }: Pick<ExpansionContext, 'expansions' | 'clusters'>,
  queue: KeyedQueue,
): void {
  const wakeAll = () => {
    for (const { metadata } of expansions.values()) queue.add(metadata.name)
  }
  expansions.informer.addHandler((change) => {
    if (change.type === 'modified') {
      if (isNews(change, inputOf)) queue.addChanged(nameOf(change.object))
      return
    }
    // The one that goes may have kept another one waiting.
    wakeAll()
    queue.add(nameOf(change.object))
  })
  clusters.informer.addHandler((change) => {
    if (isNews(change, inputOf)) wakeAll()
  })
}
