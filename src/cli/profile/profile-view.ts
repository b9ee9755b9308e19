import { profileKind } from '../../kinds/profile.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'

/** How people look at profiles. */
export const profileView: KindView = {
  noun: 'profile',
  definition: profileKind,
  columns: [
    { header: 'priority', cell: (one) => String(numberAt(one, ['spec', 'priority']) ?? 0) },
    { header: 'extensions', cell: (one) => String(listAt(one, ['spec', 'extensions']).length) },
    { header: 'clusters', cell: clustersOf },
  ],
  facts: (one) => [
    ['Priority', String(numberAt(one, ['spec', 'priority']) ?? 0)],
    ['For clusters', JSON.stringify(readPath(one, ['spec', 'clusterSelector']) ?? {})],
    ['Clusters', clustersOf(one)],
    [
      'Extensions',
      listAt(one, ['spec', 'extensions'])
        .map((offer) => `${textAt(offer, ['extension'])} (${textAt(offer, ['mode']) || 'default'})`)
        .join('\n'),
    ],
    ['Registry', textAt(one, ['spec', 'images', 'registry'])],
    ['Values', jsonAt(one, ['spec', 'values'])],
  ],
}

function clustersOf(profile: KubeObject): string {
  return listAt(profile, ['status', 'clusters'])
    .filter((name) => typeof name === 'string')
    .join(', ')
}

function jsonAt(profile: KubeObject, path: readonly string[]): string {
  const value = readPath(profile, path)
  return value === undefined ? '' : JSON.stringify(value)
}
