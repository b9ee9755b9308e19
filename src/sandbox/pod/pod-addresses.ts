import { type KubeObject, textAt, uidOf } from '../../objects/kube-object.ts'

const most = 2 ** 16 - 2

/** Gives every pod an address of its own, for as long as the pod is there. */
export class PodAddresses {
  private readonly byPod = new Map<string, number>()
  private readonly taken = new Set<number>()
  private next = 1

  /** Keeps count of the addresses that pods have, also those from before a restart. */
  note(pod: KubeObject, change: 'added' | 'modified' | 'deleted'): void {
    const uid = uidOf(pod)
    if (change === 'deleted') {
      const number = this.byPod.get(uid)
      this.byPod.delete(uid)
      if (number !== undefined) this.taken.delete(number)
      return
    }
    const number = numberOf(textAt(pod, ['status', 'podIP']))
    if (number !== undefined && !this.byPod.has(uid)) this.give(uid, number)
  }

  addressFor(uid: string): string {
    const known = this.byPod.get(uid)
    if (known !== undefined) return addressOf(known)
    while (this.taken.has(this.next) && this.taken.size < most) this.next = (this.next % most) + 1
    this.give(uid, this.next)
    const address = addressOf(this.next)
    this.next = (this.next % most) + 1
    return address
  }

  private give(uid: string, number: number): void {
    this.byPod.set(uid, number)
    this.taken.add(number)
  }
}

function addressOf(number: number): string {
  return `10.244.${number >> 8}.${number & 255}`
}

function numberOf(address: string): number | undefined {
  const [, high, low] = /^10\.244\.(\d+)\.(\d+)$/.exec(address) ?? []
  return high === undefined || low === undefined ? undefined : Number(high) * 256 + Number(low)
}
