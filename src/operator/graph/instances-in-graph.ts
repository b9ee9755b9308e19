import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { type GraphNode, type PluginGraph, stateOf } from './plugin-graph.ts'

/**
 * The same graph with instances. An instance and the Plugin that it writes are one node; what the instance says counts where the
 * Plugin is well and the instance is not. One that has no Plugin yet is a node of its own.
 */
export function withInstances(
  { nodes, edges }: PluginGraph,
  instances: readonly ExtensionInstance[],
): PluginGraph {
  const own = new Map(instances.map((one) => [idOf(one), nodeOf(one)]))
  const joined = nodes.map((node) => {
    const instance = own.get(node.id)
    if (instance === undefined) return node
    own.delete(node.id)
    const { extension = '', state, message, waitingFor } = instance
    if (node.is !== 'plugin') return instance
    const isBehind = isWell(node) && !isWell(instance)
    return { ...node, extension, ...(isBehind ? { state, message, waitingFor } : {}) }
  })
  return { nodes: [...joined, ...own.values()], edges }
}

function idOf({ metadata }: ExtensionInstance): string {
  return `${metadata.namespace}/${metadata.name}`
}

function isWell({ state }: GraphNode): boolean {
  return state === 'ready' || state === 'disabled'
}

function nodeOf(instance: ExtensionInstance): GraphNode {
  const { metadata, spec, status } = instance
  return {
    id: idOf(instance),
    is: 'instance',
    extension: spec.extension,
    state: stateOf(metadata, status),
    version: status.version ?? '',
    message: status.conditions?.find(({ type }) => type === 'Ready')?.message ?? '',
    waitingFor: status.waitingFor ?? [],
    took: undefined,
  }
}
