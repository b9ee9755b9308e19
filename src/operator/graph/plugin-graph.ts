import type { Plugin } from '../../kinds/plugin.ts'

/** How far a plugin has come, for a person. */
export type NodeState =
  | 'ready'
  | 'disabled'
  | 'suspended'
  | 'working'
  | 'waiting'
  | 'stalled'
  | 'unknown'

/** A plugin, an instance that has none yet, or something else that one depends on. */
export interface GraphNode {
  /** `namespace/name` of a plugin; of anything else what it is called in the dependency. */
  readonly id: string
  readonly is: 'plugin' | 'instance' | 'missing-plugin' | 'object'
  /** The extension of the instance that wrote the plugin; absent without one. */
  readonly extension?: string
  readonly state: NodeState
  readonly version: string
  /** The message of its Ready condition. */
  readonly message: string
  /** The things that it waits for, one line each. */
  readonly waitingFor: readonly string[]
  /** Milliseconds that its last change took until everything worked; undefined when none has. */
  readonly took: number | undefined
}

/** One need of another. */
export interface GraphEdge {
  readonly from: string
  readonly to: string
  /** The range of versions that will do; empty for any. */
  readonly version: string
}

export interface PluginGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

type Dependency = Plugin['spec']['dependsOn'][number]

/** Plugins and what they need. */
export function pluginGraph(plugins: readonly Plugin[]): PluginGraph {
  const nodes = new Map(plugins.map((plugin) => [idOf(plugin), nodeOf(plugin)]))
  const edges: GraphEdge[] = []
  for (const plugin of plugins) {
    for (const one of plugin.spec.dependsOn) {
      const to = targetOf(plugin, one)
      edges.push({ from: idOf(plugin), to, version: one.version ?? '' })
      if (!nodes.has(to)) nodes.set(to, strangerOf(to, one))
    }
  }
  return { nodes: [...nodes.values()], edges }
}

function idOf({ metadata }: Plugin): string {
  return `${metadata.namespace}/${metadata.name}`
}

function nodeOf(plugin: Plugin): GraphNode {
  const { status } = plugin
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  return {
    id: idOf(plugin),
    is: 'plugin',
    state: plugin.spec.suspend ? 'suspended' : stateOf(plugin.metadata, status),
    version: status.version ?? '',
    message: ready?.message ?? '',
    waitingFor: status.waitingFor ?? [],
    took: status.lastDuration,
  }
}

// Somebody else has to bring something first.
const waitingReasons: ReadonlySet<string> = new Set([
  'Waiting',
  'ExtensionNotFound',
  'NotVisible',
  'ClusterNotFound',
])

/** How far an object with our conditions has come. */
export function stateOf(
  metadata: Pick<Plugin['metadata'], 'generation'>,
  status: Pick<Plugin['status'], 'conditions' | 'observedGeneration'>,
): NodeState {
  if (status.observedGeneration !== metadata.generation) return 'unknown'
  const conditionOf = (wanted: string) => status.conditions?.find(({ type }) => type === wanted)
  const ready = conditionOf('Ready')
  if (ready?.reason === 'Disabled') return 'disabled'
  if (ready?.status === 'True') return 'ready'
  if (conditionOf('Stalled')?.status === 'True') return 'stalled'
  return waitingReasons.has(ready?.reason ?? '') ? 'waiting' : 'working'
}

function targetOf({ metadata }: Plugin, one: Dependency): string {
  const { plugin, apiVersion = '', kind = '', name, namespace, condition } = one
  if (plugin !== undefined) return plugin.includes('/') ? plugin : `${metadata.namespace}/${plugin}`
  if (name === undefined) return `${apiVersion} ${kind}`
  const what = `${apiVersion} ${kind} ${namespace ?? metadata.namespace}/${name}`
  return condition === undefined ? what : `${what} (${condition})`
}

// Of what is no plugin nothing is known here; who waits for it says so.
function strangerOf(id: string, { plugin }: Dependency): GraphNode {
  const is = plugin === undefined ? 'object' : 'missing-plugin'
  return { id, is, state: 'unknown', version: '', message: '', waitingFor: [], took: undefined }
}
