import type { ObjectChange } from '../../controller/informer.ts'
import type { ResourceName } from '../resources.ts'
import type { Action } from './action.ts'
import type { ClusterView } from './cluster-view.ts'

/** The keys that a change makes worth a look. */
export type KeysOf = (change: ObjectChange, view: ClusterView) => readonly string[]

/** One simulated controller: what wakes it, and what it then wants. */
export interface Controller {
  readonly name: string
  /** The manager that owns the fields that it writes. */
  readonly manager: 'kube-controller-manager' | 'kube-scheduler' | 'kubelet'
  /** The component that its events name, `deployment-controller`. */
  readonly component: string
  /** The changes that wake it, by kind. */
  readonly wakes: Readonly<Partial<Record<ResourceName, KeysOf>>>
  /**
   * Milliseconds that changes are collected before a look: what comes in bursts, such as pods that become ready, is
   * then one status instead of many.
   */
  readonly pause: number
  /** Looks at one key and says what is to be done. No I/O. */
  readonly decide: (key: string, view: ClusterView, now: number) => readonly Action[]
}
