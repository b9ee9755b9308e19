import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  listAt,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { isDeleting } from '../engine/object-writing.ts'
import { isToldToPend } from '../pod/behaviour.ts'
import { allocatableOf, subtract } from './amounts.ts'
import { placePod } from './decide.ts'
import { NodeUsage } from './node-usage.ts'
import { isSameNode } from './same-node.ts'

/** The simulated scheduler. */
export function schedulerController(): Controller {
  const usage = new NodeUsage()
  const waiting = new Set<string>()
  return {
    name: 'scheduler',
    manager: 'kube-scheduler',
    component: 'default-scheduler',
    pause: 0,
    wakes: {
      pods: ({ type, object }) => {
        const key = keyOf(object)
        if (type === 'deleted') {
          usage.forget(object)
          waiting.delete(key)
          // There is room again.
          return [...waiting]
        }
        usage.note(object)
        return needsNode(object) ? [key] : []
      },
      nodes: (change) =>
        change.type === 'modified' && isSameNode(change.before, change.object) ? [] : [...waiting],
      persistentVolumeClaims: () => [...waiting],
    },
    decide: (key, view, now) => {
      const pod = view.get('pods', key)
      if (pod === undefined || !needsNode(pod)) {
        waiting.delete(key)
        return []
      }
      const rooms = view.list('nodes').map((node) => ({
        node,
        free: subtract(allocatableOf(node), usage.usedOn(nameOf(node))),
      }))
      const placement = placePod({ pod, rooms, obstacle: obstacleOf(pod, view), now })
      if (placement.is === 'found') {
        usage.place(pod, placement.node)
        waiting.delete(key)
      } else waiting.add(key)
      return placement.actions
    },
  }
}

function needsNode(pod: KubeObject): boolean {
  return (
    textAt(pod, ['spec', 'nodeName']) === '' &&
    !isDeleting(pod) &&
    textAt(pod, ['spec', 'schedulerName']) === 'default-scheduler' &&
    listAt(pod, ['spec', 'schedulingGates']).length === 0
  )
}

function obstacleOf(pod: KubeObject, view: ClusterView): string | undefined {
  if (isToldToPend(pod)) return 'node(s) were told to leave the pod pending'
  for (const volume of listAt(pod, ['spec', 'volumes'])) {
    const name =
      textAt(volume, ['persistentVolumeClaim', 'claimName']) ||
      (readPath(volume, ['ephemeral']) === undefined
        ? ''
        : `${nameOf(pod)}-${textAt(volume, ['name'])}`)
    if (name === '') continue
    const claim = view.get('persistentVolumeClaims', `${namespaceOf(pod)}/${name}`)
    if (claim === undefined) return `persistentvolumeclaim ${JSON.stringify(name)} not found`
    if (isDeleting(claim)) return `persistentvolumeclaim ${JSON.stringify(name)} is being deleted`
    if (textAt(claim, ['status', 'phase']) === 'Bound' || waitsForPod(claim, view)) continue
    return 'pod has unbound immediate PersistentVolumeClaims'
  }
  return undefined
}

function waitsForPod(claim: KubeObject, view: ClusterView): boolean {
  const name = textAt(claim, ['spec', 'storageClassName'])
  const storage = name === '' ? undefined : view.get('storageClasses', name)
  return textAt(storage, ['volumeBindingMode']) === 'WaitForFirstConsumer'
}
