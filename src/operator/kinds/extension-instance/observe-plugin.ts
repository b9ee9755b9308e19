import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import type { PluginSeen } from './observation.ts'
import type { InstanceReads } from './context.ts'

/** The plugin under the name of an instance. */
export function observePlugin(
  { metadata }: ExtensionInstance,
  { plugins }: InstanceReads,
): PluginSeen | undefined {
  const known = plugins.at(`${metadata.namespace}/${metadata.name}`)
  if (known?.parsed.ok !== true) return undefined
  return { plugin: known.parsed.value, isOurs: isOwnedBy(known.object, metadata.uid) }
}

/** Whether an object says that the one with this uid made it. */
export function isOwnedBy(object: KubeObject, uid: string): boolean {
  const owners = object.metadata['ownerReferences']
  if (!Array.isArray(owners)) return false
  return owners.some((owner: { readonly uid?: unknown }) => owner.uid === uid)
}
