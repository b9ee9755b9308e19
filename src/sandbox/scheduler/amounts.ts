import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, readPath, textAt } from '../../objects/kube-object.ts'
import { ObjectsError } from '../../objects/errors.ts'
import { parseQuantity } from '../../objects/quantity/parse-quantity.ts'

/** The resources that pods take and nodes have: thousandths of a processor, bytes, and places. */
export interface Amounts {
  readonly cpu: number
  readonly memory: number
  readonly storage: number
  readonly pods: number
}

export const nothing: Amounts = { cpu: 0, memory: 0, storage: 0, pods: 0 }

/**
 * The requests of a pod: the sum of its containers, or the largest of its init containers where
 * that is more.
 */
export function requestsOf(pod: KubeObject): Amounts {
  const sum = listAt(pod, ['spec', 'containers']).map(requested).reduce(add, nothing)
  const inits = listAt(pod, ['spec', 'initContainers']).map(requested)
  const most = inits.reduce(max, sum)
  return { ...most, pods: 1 }
}

/** The resources that a node can give. */
export function allocatableOf(node: KubeObject): Amounts {
  return amountsIn(readPath(node, ['status', 'allocatable']))
}

export function add(a: Amounts, b: Amounts): Amounts {
  return combine(a, b, (x, y) => x + y)
}

export function subtract(a: Amounts, b: Amounts): Amounts {
  return combine(a, b, (x, y) => x - y)
}

function max(a: Amounts, b: Amounts): Amounts {
  return combine(a, b, Math.max)
}

function combine(a: Amounts, b: Amounts, how: (x: number, y: number) => number): Amounts {
  return {
    cpu: how(a.cpu, b.cpu),
    memory: how(a.memory, b.memory),
    storage: how(a.storage, b.storage),
    pods: how(a.pods, b.pods),
  }
}

function requested(container: Json): Amounts {
  return amountsIn(readPath(container, ['resources', 'requests']))
}

function amountsIn(list: Json | undefined): Amounts {
  return {
    cpu: amount(list, 'cpu') * 1000,
    memory: amount(list, 'memory'),
    storage: amount(list, 'ephemeral-storage'),
    pods: amount(list, 'pods'),
  }
}

function amount(list: Json | undefined, name: string): number {
  const text = textAt(list, [name])
  if (text === '') return 0
  try {
    return Number(parseQuantity(text).nanos) / 1e9
  } catch (error) {
    if (error instanceof ObjectsError) return 0
    throw error
  }
}
