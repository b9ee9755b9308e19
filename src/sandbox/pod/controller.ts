import { keyOf } from '../../controller/object-store.ts'
import { type KubeObject, listAt, textAt, uidOf } from '../../objects/kube-object.ts'
import type { Delays } from '../delays.ts'
import type { ClusterView } from '../engine/cluster-view.ts'
import type { Controller } from '../engine/controller.ts'
import { type PodMemory, decidePod } from './decide.ts'
import { PodAddresses } from './pod-addresses.ts'

/** The simulated kubelets of all nodes. */
export function podController(delays: Delays): Controller {
  const memories = new Map<string, PodMemory>()
  const addresses = new PodAddresses()
  const images = new Map<string, Set<string>>()
  return {
    name: 'kubelet',
    manager: 'kubelet',
    component: 'kubelet',
    pause: 0,
    wakes: {
      pods: ({ type, object }) => {
        addresses.note(object, type)
        noteImages(object, images)
        if (type === 'deleted') memories.delete(uidOf(object))
        return type !== 'deleted' && textAt(object, ['spec', 'nodeName']) !== ''
          ? [keyOf(object)]
          : []
      },
    },
    decide: (key, view, now) => {
      const pod = view.get('pods', key)
      if (pod === undefined) return []
      const uid = uidOf(pod)
      const hostIP = hostAddress(pod, view)
      const podIP = addresses.addressFor(uid)
      const memory = memories.get(uid)
      const node = textAt(pod, ['spec', 'nodeName'])
      const hasImage = (image: string) => images.get(node)?.has(image) === true
      const decision = decidePod({ pod, memory, delays, hostIP, podIP, hasImage, now })
      memories.set(uid, decision.memory)
      return decision.actions
    },
  }
}

// A node keeps the images that ran on it.
function noteImages(pod: KubeObject, images: Map<string, Set<string>>): void {
  const node = textAt(pod, ['spec', 'nodeName'])
  for (const status of listAt(pod, ['status', 'containerStatuses'])) {
    if (textAt(status, ['imageID']) === '') continue
    const known = images.get(node) ?? new Set()
    images.set(node, known.add(textAt(status, ['image'])))
  }
}

function hostAddress(pod: KubeObject, view: ClusterView): string {
  const node = view.get('nodes', textAt(pod, ['spec', 'nodeName']))
  const address = listAt(node, ['status', 'addresses']).find(
    (one) => textAt(one, ['type']) === 'InternalIP',
  )
  return textAt(address, ['address']) || '172.18.0.2'
}
