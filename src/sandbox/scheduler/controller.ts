import type { ObjectChange } from '../../controller/informer.ts'
import { keyOf } from '../../controller/object-store.ts'
import {
  type KubeObject,
  labelsOf,
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
import type { Neighbourhood } from './neighbours.ts'
import { NodeUsage } from './node-usage.ts'
import { readPodTerms } from './pod-terms.ts'
import { isSameNode } from './same-node.ts'
import { hardConstraints } from './spread.ts'

/** The simulated scheduler. Pods that found no node wait for what may change that, and for nothing else. */
export function schedulerController(): Controller {
  const usage = new NodeUsage()
  const waiting = new Map<string, { readonly mindsOthers: boolean }>()
  const whoMindOthers = () =>
    [...waiting].flatMap(([key, { mindsOthers }]) => (mindsOthers ? [key] : []))
  return {
    name: 'scheduler',
    manager: 'kube-scheduler',
    component: 'default-scheduler',
    pause: 0,
    wakes: {
      pods: (change) => {
        const { type, object } = change
        const key = keyOf(object)
        if (type === 'deleted') {
          usage.forget(object)
          waiting.delete(key)
          return [...waiting.keys()]
        }
        const news = usage.note(object)
        if (news === 'room') return [...waiting.keys()]
        if (needsNode(object)) return [key]
        const isNews = news === 'company' || (type === 'modified' && isOther(change))
        return isNews ? whoMindOthers() : []
      },
      nodes: (change) =>
        change.type === 'modified' && isSameNode(change.before, change.object)
          ? []
          : [...waiting.keys()],
      persistentVolumeClaims: () => [...waiting.keys()],
      namespaces: whoMindOthers,
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
      const around = neighbourhood(view, usage)
      const placement = placePod({ pod, rooms, around, obstacle: obstacleOf(pod, view), now })
      if (placement.is === 'found') {
        usage.place(pod, placement.node)
        waiting.delete(key)
      } else waiting.set(key, { mindsOthers: mindsOthers(pod) })
      return placement.actions
    },
  }
}

function neighbourhood(view: ClusterView, usage: NodeUsage): Neighbourhood {
  return {
    nodes: new Map(view.list('nodes').map((node) => [nameOf(node), node])),
    placed: () => usage.placed(),
    guards: usage.guards(),
    namespaceLabels: (namespace) => {
      const object = view.get('namespaces', namespace)
      return object === undefined ? {} : labelsOf(object)
    },
  }
}

function mindsOthers(pod: KubeObject): boolean {
  return hardConstraints(pod).length > 0 || readPodTerms(pod, 'podAffinity').length > 0
}

/** Whether others may see a pod otherwise than before. */
function isOther({ before, object }: Extract<ObjectChange, { readonly type: 'modified' }>) {
  return seenByOthers(before) !== seenByOthers(object)
}

function seenByOthers(pod: KubeObject): string {
  return JSON.stringify([labelsOf(pod), isDeleting(pod)])
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
