import type { Cluster } from '../../kinds/cluster.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
import { finalizer as instanceFinalizer } from '../pass/instance-names.ts'
import type { Known } from '../pass/kind-store.ts'
import { finalizer as pluginFinalizer } from '../pass/plugin-names.ts'

/** `hub`: the operator is responsible for all clusters; `cluster`: only for the one that it runs on. */
export type Scope = 'hub' | 'cluster'

export interface ManagedScope {
  readonly scope: Scope
  readonly clusterAt: (name: string) => Pick<Known<Cluster>, 'parsed'> | undefined
}

/** Whether this operator is responsible for a Cluster. */
export function managesCluster(name: string, { scope, clusterAt }: ManagedScope): boolean {
  if (scope === 'hub') return true
  const parsed = clusterAt(name)?.parsed
  return parsed?.ok === true && parsed.value.spec.inCluster
}

/**
 * Whether this operator is responsible for an instance or a Plugin. If its Cluster is gone, the operator that was responsible
 * before stays so: nobody else could report that or remove the finalizer. An object that nobody was responsible for may belong to
 * a Cluster that is yet to come.
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
