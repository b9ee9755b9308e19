import type { Informer } from '../../../controller/informer.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { KeyedQueue } from '../../../controller/queue.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import { inputOf, isNews } from '../../pass/changes.ts'

interface Watched {
  readonly repositories: Informer
  /** Of all namespaces, without their contents. */
  readonly secrets: Informer
}

const bySecret = 'secret'

/** Wakes Repositories when they or the Secrets that they name change. */
export function wakeRepositories({ repositories, secrets }: Watched, queue: KeyedQueue): void {
  repositories.addIndex(bySecret, secretsOf)
  repositories.addHandler((change) => {
    // A read on behalf of the state before is no longer of use.
    if (isNews(change, inputOf)) queue.addChanged(keyOf(change.object))
    else queue.add(keyOf(change.object))
  })
  // A rotated Secret is a reason to look again; the passes that need it read it.
  secrets.addHandler(({ object }) => {
    for (const one of repositories.byIndex(bySecret, keyOf(object))) queue.add(keyOf(one))
  })
}

function secretsOf(repository: KubeObject): readonly string[] {
  const namespace = textAt(repository, ['metadata', 'namespace'])
  const names = [
    textAt(repository, ['spec', 'credentials', 'secretName']),
    textAt(repository, ['spec', 'tls', 'caSecretName']),
    textAt(repository, ['spec', 'mirror', 'credentials', 'secretName']),
    textAt(repository, ['spec', 'mirror', 'tls', 'caSecretName']),
  ]
  return names.flatMap((name) => (name === '' ? [] : [`${namespace}/${name}`]))
}
