import type { Cluster } from '../../kinds/cluster.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import { finalizer as instanceFinalizer } from '../pass/instance-names.ts'
import type { Known } from '../pass/kind-store.ts'
import { finalizer as pluginFinalizer } from '../pass/plugin-names.ts'

/** Whether an operator looks after other clusters, too, or only after the one that it is on. */
export type Scope = 'hub' | 'cluster'

export interface ManagedScope {
  readonly scope: Scope
  readonly clusterAt: (name: string) => Pick<Known<Cluster>, 'parsed'> | undefined
}

/** Whether a Cluster is ours to look after. */
export function managesCluster(name: string, { scope, clusterAt }: ManagedScope): boolean {
  if (scope === 'hub') return true
  const parsed = clusterAt(name)?.parsed
  return parsed?.ok === true && parsed.value.spec.inCluster
}

/**
 * Whether an instance or a Plugin is ours to look after. One whose Cluster is gone is when it was before: nobody else is left who
 * could say so or let it go. One that never was may be for a Cluster that is yet to come, which is not for us to say.
 */
export function managesObject(object: KubeObject | undefined, managedScope: ManagedScope): boolean {
  const name = textAt(object, ['spec', 'cluster'])
  if (name === '' || managedScope.scope === 'hub') return true
  if (managedScope.clusterAt(name) !== undefined) return managesCluster(name, managedScope)
  return object !== undefined && wasManaged(object)
}

function wasManaged(object: KubeObject): boolean {
  const held = readPath(object, ['metadata', 'finalizers'])
  const isHeld = [instanceFinalizer, pluginFinalizer].some(
    (finalizer) => Array.isArray(held) && held.includes(finalizer),
  )
  return isHeld || readPath(object, ['status', 'observedGeneration']) !== undefined
}
