import { repositoryKind } from '../../kinds/repository.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'

/** How people look at repositories. */
export const repositoryView: KindView = {
  noun: 'repository',
  definition: repositoryKind,
  columns: [
    { header: 'url', cell: (one) => textAt(one, ['spec', 'url']) },
    { header: 'origin', cell: (one) => textAt(one, ['status', 'origin']) },
    { header: 'priority', cell: (one) => countAt(one, ['spec', 'priority']), wide: true },
    { header: 'charts', cell: (one) => countAt(one, ['status', 'charts']) },
  ],
  facts: (one) => [
    ['Address', textAt(one, ['spec', 'url'])],
    ['Origin', textAt(one, ['status', 'origin'])],
    ['Priority', `${countAt(one, ['spec', 'priority'])} (the lower number wins)`],
    ['Seen by', visibilityOf(one)],
    ['Charts', chartsOf(one)],
    ['Index', textAt(one, ['status', 'digest'])],
    ['Last read', textAt(one, ['status', 'refreshedAt'])],
    ['Read every', textAt(one, ['spec', 'interval'])],
    ['Login', secretText(textAt(one, ['spec', 'credentials', 'secretName']))],
    ['Authority', secretText(textAt(one, ['spec', 'tls', 'caSecretName']))],
    ['Suspended', readPath(one, ['spec', 'suspend']) === true ? 'yes' : ''],
  ],
}

function chartsOf(repository: KubeObject): string {
  const charts = countAt(repository, ['status', 'charts'])
  const versions = countAt(repository, ['status', 'versions'])
  return charts === '' ? '' : `${charts} in ${versions} version${versions === '1' ? '' : 's'}`
}

function visibilityOf(repository: KubeObject): string {
  if (textAt(repository, ['spec', 'visibility']) !== 'private') {
    return 'its own namespace; everybody when it is in the platform namespace'
  }
  const others = listAt(repository, ['spec', 'allowedNamespaces']).map(String)
  return ['its own namespace', ...others].join(', ')
}

function secretText(name: string): string {
  return name === '' ? '' : `Secret ${name}`
}

function countAt(repository: KubeObject, path: readonly string[]): string {
  const count = numberAt(repository, path)
  return count === undefined ? '' : String(count)
}
