import { type KubeObject, nameOf, namespaceOf, readPath } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { conditionsIn, withCondition } from '../engine/conditions.ts'
import { changedStatus, timeOf } from '../engine/object-writing.ts'
import { requestsOf } from './amounts.ts'
import { type NodeRoom, whyNot } from './fit.ts'
import { type Neighbourhood, neighbourCheck } from './neighbours.ts'
import { spreadCheck } from './spread.ts'

export interface PodToPlace {
  readonly pod: KubeObject
  readonly rooms: readonly NodeRoom[]
  readonly around: Neighbourhood
  /** The reason besides the nodes that keeps it: a volume, or an annotation. */
  readonly obstacle: string | undefined
  readonly now: number
}

/** Where a pod goes: to the node with the fewest pods of those that can have it. */
export type Placement =
  | { readonly is: 'found'; readonly node: string; readonly actions: readonly Action[] }
  | { readonly is: 'none'; readonly actions: readonly Action[] }

/** Chooses a node for a pod, or says why none fits. Pure. */
export function placePod(seen: PodToPlace): Placement {
  const { pod, rooms, obstacle, around } = seen
  if (obstacle !== undefined) return refuse(seen, new Map([[obstacle, rooms.length]]))
  const wanted = requestsOf(pod)
  const [isSpread, hasNeighbours] = [spreadCheck(pod, around), neighbourCheck(pod, around)]
  const reasons = new Map<string, number>()
  let best: NodeRoom | undefined
  for (const room of rooms) {
    const { node } = room
    const why = whyNot(pod, wanted, room) ?? isSpread(node) ?? hasNeighbours(node)
    if (why !== undefined) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    else if (best === undefined || room.free.pods > best.free.pods) best = room
  }
  if (best === undefined) return refuse(seen, reasons)
  const node = nameOf(best.node)
  const message = `Successfully assigned ${namespaceOf(pod)}/${nameOf(pod)} to ${node}`
  return {
    is: 'found',
    node,
    actions: [
      { do: 'bind', pod, node },
      { do: 'tell', told: { about: pod, type: 'Normal', reason: 'Scheduled', message } },
    ],
  }
}

function refuse({ pod, rooms, now }: PodToPlace, reasons: ReadonlyMap<string, number>): Placement {
  const message = refusal(rooms.length, reasons)
  const before = readPath(pod, ['status'])
  const unschedulable = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
  } as const
  const conditions = withCondition(conditionsIn(before), unschedulable, timeOf(now), {
    lastProbeTime: null,
  })
  const status = { ...(before as object), conditions }
  const written = changedStatus('pods', pod, status)
  const told = { about: pod, type: 'Warning', reason: 'FailedScheduling', message } as const
  // Said again only when there is something else to say.
  return { is: 'none', actions: written.length === 0 ? [] : [...written, { do: 'tell', told }] }
}

function refusal(nodes: number, reasons: ReadonlyMap<string, number>): string {
  if (nodes === 0) return 'no nodes available to schedule pods'
  const list = [...reasons].map(([why, count]) =>
    why.startsWith('persistentvolumeclaim') || why.startsWith('pod has') ? why : `${count} ${why}`,
  )
  const none = `0/${nodes} nodes are available`
  const preemption = `preemption: ${none}: ${nodes} Preemption is not helpful for scheduling.`
  return `${none}: ${list.toSorted().join(', ')}. no new claims to deallocate, ${preemption}`
}
