import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'
import { type Amounts, add, nothing, requestsOf, subtract } from './amounts.ts'
import { type PodTerm, readPodTerms } from './pod-terms.ts'

/** A pod that has a node, or is about to. */
export interface PlacedPod {
  readonly pod: KubeObject
  readonly node: string
}

/** One that wants some others to stay away. */
export interface GuardedPod extends PlacedPod {
  readonly guards: readonly PodTerm[]
}

interface ScheduledPod extends GuardedPod {
  readonly amounts: Amounts
}

/**
 * The resources that the pods of each node take together, and where they are, kept up to date pod
 * by pod.
 */
export class NodeUsage {
  private readonly places = new Map<string, ScheduledPod>()
  private readonly guarded = new Map<string, ScheduledPod>()
  private readonly sums = new Map<string, Amounts>()

  usedOn(node: string): Amounts {
    return this.sums.get(node) ?? nothing
  }

  placed(): readonly PlacedPod[] {
    return [...this.places.values()]
  }

  guards(): readonly GuardedPod[] {
    return [...this.guarded.values()]
  }

  /** A pod has changed; one that is over takes nothing any more. Says what that means to others. */
  note(pod: KubeObject): 'room' | 'company' | 'nothing' {
    const phase = textAt(pod, ['status', 'phase'])
    const node = textAt(pod, ['spec', 'nodeName'])
    if (phase === 'Succeeded' || phase === 'Failed') return this.forget(pod) ? 'room' : 'nothing'
    if (node === '') return 'nothing'
    return this.place(pod, node) ? 'company' : 'nothing'
  }

  /** A pod is about to be bound: the next decision has to count with it. Says whether it is new there. */
  place(pod: KubeObject, node: string): boolean {
    const uid = uidOf(pod)
    const known = this.places.get(uid)
    if (known?.node === node) {
      this.keep(uid, { ...known, pod })
      return false
    }
    this.forget(pod)
    const place = {
      pod,
      node,
      amounts: requestsOf(pod),
      guards: readPodTerms(pod, 'podAntiAffinity'),
    }
    this.keep(uid, place)
    this.sums.set(node, add(this.usedOn(node), place.amounts))
    return true
  }

  /** Says whether it was known. */
  forget(pod: KubeObject): boolean {
    const uid = uidOf(pod)
    const place = this.places.get(uid)
    if (place === undefined) return false
    this.places.delete(uid)
    this.guarded.delete(uid)
    this.sums.set(place.node, subtract(this.usedOn(place.node), place.amounts))
    return true
  }

  private keep(uid: string, place: ScheduledPod): void {
    this.places.set(uid, place)
    if (place.guards.length > 0) this.guarded.set(uid, place)
  }
}
