import { Informer } from '../../controller/informer.ts'
import { keyOf } from '../../controller/object-store.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isOlder } from '../../kube/watch/resource-version.ts'
import {
  type KubeObject,
  labelsOf,
  namespaceOf,
  ownersOf,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Clock } from '../../std/clock.ts'
import { type ResourceName, resources } from '../resources.ts'

/** How long a write of ours may take to come back by the watch before nobody waits for it any more. */
const patience = 5000

/**
 * The simulator's view of the cluster: one informer for each kind, and the ways to look things up.
 */
export class ClusterView {
  private readonly clock: Clock
  private readonly informers: Readonly<Record<ResourceName, Informer>>
  private readonly waiting = new Map<string, Set<() => void>>()

  constructor(client: KubeClient, onTrouble: (error: unknown) => void) {
    this.clock = client.clock
    const entries = (Object.keys(resources) as ResourceName[])
      .filter((name) => name !== 'events')
      .map((name) => {
        const informer = new Informer(
          client,
          { resource: resources[name] },
          { keep: withoutBookkeeping, handlerFailed: onTrouble, observer: { troubled: onTrouble } },
        )
        informer.addIndex('owner', ownerUid)
        informer.addIndex('orphan', orphanNamespace)
        informer.addIndex('namespace', (object) => [namespaceOf(object)])
        informer.addHandler(({ object }) => this.wake(name, keyOf(object)))
        return [name, informer] as const
      })
    this.informers = Object.fromEntries(entries) as Record<ResourceName, Informer>
    this.informers.pods.addIndex('label', labelPairs)
    this.informers.services.addIndex('selector', selectorPair)
  }

  informer(name: ResourceName): Informer {
    return this.informers[name]
  }

  get(name: ResourceName, key: string): KubeObject | undefined {
    return this.informers[name].get(key)
  }

  list(name: ResourceName): readonly KubeObject[] {
    return this.informers[name].list()
  }

  inNamespace(name: ResourceName, namespace: string): readonly KubeObject[] {
    return this.informers[name].byIndex('namespace', namespace)
  }

  /** The objects whose controller has this uid. */
  owned(name: ResourceName, uid: string): readonly KubeObject[] {
    return this.informers[name].byIndex('owner', uid)
  }

  /** The objects of a namespace that no controller has. */
  orphans(name: ResourceName, namespace: string): readonly KubeObject[] {
    return this.informers[name].byIndex('orphan', namespace)
  }

  /** The pods of a namespace that have a label with this value. */
  podsWithLabel(namespace: string, label: string, value: string): readonly KubeObject[] {
    return this.informers.pods.byIndex('label', `${namespace}/${label}=${value}`)
  }

  /** The services of a namespace that may select pods with this label: found by one of their labels. */
  servicesFor(namespace: string, label: string, value: string): readonly KubeObject[] {
    return this.informers.services.byIndex('selector', `${namespace}/${label}=${value}`)
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(Object.values(this.informers).map((informer) => informer.run(signal)))
  }

  async untilSynced(signal: AbortSignal): Promise<void> {
    await Promise.all(Object.values(this.informers).map((one) => one.untilSynced(signal)))
  }

  /**
   * Resolves when the view has come to a write: the next decision about the same object must not be made from what
   * was there before it.
   */
  async untilSeen(name: ResourceName, key: string, isSeen: Seen): Promise<void> {
    if (name === 'events' || isSeen(this.get(name, key))) return
    const place = `${name} ${key}`
    const waiters = this.waiting.get(place) ?? new Set()
    this.waiting.set(place, waiters)
    await new Promise<void>((resolve) => {
      const done = () => {
        waiters.delete(check)
        if (waiters.size === 0) this.waiting.delete(place)
        cancel()
        resolve()
      }
      const check = () => {
        if (isSeen(this.get(name, key))) done()
      }
      const cancel = this.clock.after(patience, done)
      waiters.add(check)
    })
  }

  private wake(name: ResourceName, key: string): void {
    for (const check of this.waiting.get(`${name} ${key}`) ?? []) check()
  }
}

/** Whether what the view has now is what a write made, or newer. */
export type Seen = (object: KubeObject | undefined) => boolean

/** The view has at least this version of the object, or the object is gone. */
export function atLeast(version: string): Seen {
  return (object) =>
    object === undefined || !isOlder(textAt(object, ['metadata', 'resourceVersion']), version)
}

/** The view has the object; one that is gone already again has been there. */
export function present(version: string): Seen {
  return (object) =>
    object !== undefined && !isOlder(textAt(object, ['metadata', 'resourceVersion']), version)
}

/** The object is gone, on its way, or another one under the same name. */
export function goneOrGoing(uid: string): Seen {
  return (object) =>
    object === undefined ||
    textAt(object, ['metadata', 'uid']) !== uid ||
    textAt(object, ['metadata', 'deletionTimestamp']) !== ''
}

// The simulator does not read who owns which field, and it is half of the object.
function withoutBookkeeping(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

function ownerUid(object: KubeObject): readonly string[] {
  return ownersOf(object).flatMap(({ controller, uid }) => (controller ? [uid] : []))
}

function orphanNamespace(object: KubeObject): readonly string[] {
  return ownerUid(object).length === 0 ? [namespaceOf(object)] : []
}

function labelPairs(object: KubeObject): readonly string[] {
  const namespace = namespaceOf(object)
  return Object.entries(labelsOf(object)).map(([name, value]) => `${namespace}/${name}=${value}`)
}

// One of its labels is enough to find a service by: a pod that it selects has all of them.
function selectorPair(service: KubeObject): readonly string[] {
  const selector = readPath(service, ['spec', 'selector'])
  const [first] = typeof selector === 'object' && selector !== null ? Object.keys(selector) : []
  if (first === undefined) return []
  return [`${namespaceOf(service)}/${first}=${textAt(selector, [first])}`]
}
