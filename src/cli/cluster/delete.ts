import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, listAt, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { type LeftBehind, deleteVerb } from '../kind/delete-verb.ts'
import { clusterView } from './cluster-view.ts'

const mostNamed = 5

export const { command, parse, run, complete } = deleteVerb(clusterView, {
  orphans: 'cannot',
  leavesBehind: leftOnCluster,
})

/** The objects that name a cluster, and could not be uninstalled without it. */
async function leftOnCluster(
  name: string,
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<LeftBehind | undefined> {
  const on = async (definition: KindDefinition) => {
    const selection = { resource: resourceOf(definition) }
    const { objects } = await listObjects(client, selection, {}, signal)
    return objects.filter((one) => textAt(one, ['spec', 'cluster']) === name)
  }
  const instances = await on(extensionInstanceKind)
  const plugins = (await on(pluginKind)).filter((one) => !isOfInstance(one))
  const all = [...instances, ...plugins]
  if (all.length === 0) return undefined
  const named = all.slice(0, mostNamed).map((one) => `${namespaceOf(one)}/${nameOf(one)}`)
  const more = all.length > mostNamed ? [`${all.length - mostNamed} more`] : []
  const which = [...named, ...more].join(', ')
  const what = [
    ...counted(instances.length, 'instance'),
    ...counted(plugins.length, 'plugin'),
  ].join(' and ')
  const [are, were, they] = all.length === 1 ? ['is', 'was', 'it'] : ['are', 'were', 'they']
  const them = all.length === 1 ? 'it' : 'them'
  const noun = instances.length > 0 ? 'instance' : 'plugin'
  return {
    refusal: `${what} ${are} on cluster ${name} (${which}): without the cluster ${they} cannot be uninstalled, and what ${they} installed stays there: delete ${them} first, or give --force`,
    notice: `${what} ${were} on cluster ${name} (${which}): outrigger ${noun} delete NAME --orphan lets ${them} go`,
  }
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]
}

function isOfInstance(plugin: KubeObject): boolean {
  return listAt(plugin, ['metadata', 'ownerReferences']).some(
    (owner) => textAt(owner, ['kind']) === extensionInstanceKind.kind,
  )
}
