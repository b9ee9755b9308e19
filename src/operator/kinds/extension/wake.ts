import type { KeyedQueue } from '../../../controller/queue.ts'
import { type KubeObject, nameOf, textAt } from '../../../objects/kube-object.ts'
import { isNews } from '../../pass/changes.ts'
import type { ExtensionStores } from './extension-pass.ts'

// The users of each source are counted a moment later, so that a roll-out of thousands is counted
// once and not each time.
const countingDelay = 1000

/** Wakes Extensions when they, those that they depend on or their users change. */
export function wakeExtensions(
  { extensions, instances }: ExtensionStores,
  queue: KeyedQueue,
): void {
  extensions.informer.addHandler(({ object }) => {
    const name = nameOf(object)
    queue.add(name)
    // A circle may have been closed or opened.
    for (const { metadata, spec } of extensions.values())
      if (spec.dependsOn.some(({ extension }) => extension === name)) queue.add(metadata.name)
  })
  instances.informer.addHandler((change) => {
    if (isNews(change, sourceOf))
      queue.addAfter(textAt(change.object, ['spec', 'extension']), countingDelay)
  })
}

function sourceOf(object: KubeObject): string {
  return textAt(object, ['status', 'source'])
}
