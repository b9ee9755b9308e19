import { fieldOf, type Json } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { addLists, largestOf, resourcesIn, type ResourceList } from './resource-list.ts'

const ofWholePods = new Set(['cpu', 'memory'])

/**
 * The resources that a pod requests or is limited to: the sum of its containers and sidecars, at
 * least what each of its init containers needs beside the sidecars that were started before it.
 */
export function podResources(spec: Json | undefined, which: 'requests' | 'limits'): ResourceList {
  let total: ResourceList = new Map()
  for (const container of listAt(spec, ['containers'])) {
    total = addLists(total, resourcesIn(fieldOf(container, 'resources'), which))
  }
  let sidecars: ResourceList = new Map()
  let initial: ResourceList = new Map()
  for (const container of listAt(spec, ['initContainers'])) {
    const own = resourcesIn(fieldOf(container, 'resources'), which)
    const isSidecar = textAt(container, ['restartPolicy']) === 'Always'
    if (isSidecar) {
      total = addLists(total, own)
      sidecars = addLists(sidecars, own)
    }
    initial = largestOf(initial, isSidecar ? sidecars : addLists(own, sidecars))
  }
  const needed = new Map(largestOf(total, initial))
  for (const [name, amount] of resourcesIn(fieldOf(spec, 'resources'), which)) {
    if (ofWholePods.has(name)) needed.set(name, amount)
  }
  return needed
}
