import { keyOf } from '../../controller/object-store.ts'
import { type KubeObject, listAt, textAt, uidOf } from '../../objects/kube-object.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import { readContainerState } from './container-state.ts'

/** Resolves when a container of a pod no longer runs, with the pod; with undefined when that is gone or the signal is given. */
export function untilEnded(
  view: ClusterView,
  pod: KubeObject,
  container: string,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const current = () => {
    const now = view.get('pods', keyOf(pod))
    return now === undefined || uidOf(now) !== uidOf(pod) ? undefined : now
  }
  const hasEnded = () => {
    const now = current()
    return now === undefined || !runs(now, container)
  }
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined)
    if (hasEnded()) return resolve(current())
    const done = () => {
      stop()
      signal.removeEventListener('abort', done)
      resolve(current())
    }
    const look = () => {
      if (hasEnded()) done()
    }
    // It is known to run, so that no call of the handler comes before there is a way to stop it.
    const stop = view.informer('pods').addHandler(({ object }) => {
      if (uidOf(object) === uidOf(pod)) look()
    })
    signal.addEventListener('abort', done, { once: true })
  })
}

function runs(pod: KubeObject, container: string): boolean {
  const status = [
    ...listAt(pod, ['status', 'containerStatuses']),
    ...listAt(pod, ['status', 'initContainerStatuses']),
  ].find((one) => textAt(one, ['name']) === container)
  return readContainerState(status).stage.is === 'running'
}
