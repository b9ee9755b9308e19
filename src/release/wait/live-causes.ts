import type { ApiResource } from '../../kube/api-resource.ts'
import { followObjects } from '../../kube/watch/follow-objects.ts'
import { type KubeObject, uidOf } from '../../objects/kube-object.ts'
import { explainDelay, printReadinessChain } from '../../objects/readiness/explain-readiness.ts'
import { sleepOn } from '../../std/clock.ts'
import { objectKey } from '../desired/object-id.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ObjectName } from '../release.ts'

type Ports = Pick<ReleasePorts, 'client' | 'report'>

const workloads = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'Pod'])
// Most things are ready before anybody asks why they are not.
const patience = 2000

const followed: readonly ApiResource[] = [
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true },
  { group: 'apps', version: 'v1', resource: 'replicasets', kind: 'ReplicaSet', namespaced: true },
]

/** Tells, while workloads are awaited, what holds them up: their pods are followed. */
export class LiveCauses {
  private readonly ports: Ports
  private readonly waiting = new Map<
    string,
    { readonly id: ObjectName; readonly live: KubeObject }
  >()
  private readonly around = new Map<string, KubeObject>()
  private readonly told = new Map<string, string>()

  constructor(ports: Ports) {
    this.ports = ports
  }

  /** An awaited object was seen; without what it is now, it is awaited no longer. */
  see(id: ObjectName, live: KubeObject | undefined): void {
    if (live !== undefined && workloads.has(id.kind)) this.waiting.set(objectKey(id), { id, live })
    else this.waiting.delete(objectKey(id))
  }

  /** Follows until the signal. */
  async follow(signal: AbortSignal): Promise<void> {
    try {
      await sleepOn(this.ports.client.clock, patience, signal)
      const namespaces = new Set([...this.waiting.values()].map(({ id }) => id.namespace))
      const follows = [...namespaces].flatMap((namespace) =>
        followed.map((resource) => this.followKind(resource, namespace, signal)),
      )
      await Promise.all(follows)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  private async followKind(resource: ApiResource, namespace: string, signal: AbortSignal) {
    const selection = { resource, namespace }
    for await (const change of followObjects(this.ports.client, selection, {}, signal)) {
      if (change.type === 'quiet') continue
      const events =
        change.type === 'changed'
          ? change.events
          : change.objects.map((object) => ({ type: 'added', object }) as const)
      for (const { type, object } of events)
        if (type === 'deleted') this.around.delete(uidOf(object))
        else this.keep(object)
      this.tell()
    }
  }

  private keep(object: KubeObject): void {
    this.around.set(uidOf(object), object)
  }

  private tell(): void {
    const now = new Date(this.ports.client.clock.now())
    const around = { objects: [...this.around.values()], events: [], now }
    for (const [key, { id, live }] of this.waiting) {
      const reason = explainDelay(live, around).map(printReadinessChain).join('; ')
      if (reason === '' || this.told.get(key) === reason) continue
      this.told.set(key, reason)
      this.ports.report({ type: 'waiting', object: id, status: 'in-progress', reason })
    }
  }
}
