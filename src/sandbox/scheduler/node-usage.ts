import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'
import { type Amounts, add, nothing, requestsOf, subtract } from './amounts.ts'

/** What the pods of each node take together, kept up to date pod by pod. */
export class NodeUsage {
  private readonly places = new Map<string, { readonly node: string; readonly amounts: Amounts }>()
  private readonly sums = new Map<string, Amounts>()

  usedOn(node: string): Amounts {
    return this.sums.get(node) ?? nothing
  }

  /** A pod has changed; one that is over takes nothing any more. */
  note(pod: KubeObject): void {
    const phase = textAt(pod, ['status', 'phase'])
    const node = textAt(pod, ['spec', 'nodeName'])
    if (phase === 'Succeeded' || phase === 'Failed') this.forget(pod)
    else if (node !== '') this.place(pod, node)
  }

  /** A pod is about to be bound: the next decision has to count with it. */
  place(pod: KubeObject, node: string): void {
    const uid = uidOf(pod)
    if (this.places.get(uid)?.node === node) return
    this.forget(pod)
    const amounts = requestsOf(pod)
    this.places.set(uid, { node, amounts })
    this.sums.set(node, add(this.usedOn(node), amounts))
  }

  forget(pod: KubeObject): void {
    const uid = uidOf(pod)
    const place = this.places.get(uid)
    if (place === undefined) return
    this.places.delete(uid)
    this.sums.set(place.node, subtract(this.usedOn(place.node), place.amounts))
  }
}
