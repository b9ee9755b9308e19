import type { Cluster } from '../kinds/cluster.ts'
import type { Extension } from '../kinds/extension.ts'
import type { ExtensionInstance } from '../kinds/extension-instance.ts'
import type { Plugin } from '../kinds/plugin.ts'
import type { Profile } from '../kinds/profile.ts'
import type { Repository } from '../kinds/repository.ts'
import { matchingProfiles } from '../operator/clusters/matching-profiles.ts'
import { platformNamespace } from '../operator/pass/platform-namespace.ts'
import { type NodeState, pluginGraph } from '../operator/graph/plugin-graph.ts'

/** The objects that a graph is drawn of; what the asker may not see is not among them. */
export interface GraphObjects {
  readonly profiles: readonly Profile[]
  readonly clusters: readonly Cluster[]
  readonly extensions: readonly Extension[]
  readonly instances: readonly ExtensionInstance[]
  readonly plugins: readonly Plugin[]
  readonly repositories: readonly Repository[]
}

/** One object in the graph, or something that one needs and that is not there. */
export interface PlatformNode {
  /** `KIND NAMESPACE/NAME`, without the namespace where the kind has none. */
  readonly id: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly state: NodeState | 'missing'
  readonly version: string
  /** The message of its Ready condition. */
  readonly message: string
  readonly waitingFor: readonly string[]
}

/** `makes`: writes it; `needs`: waits for it; `chooses`: an offer; `fetches`: the chart from there; `runs-on`: a cluster. */
export type EdgeKind = 'makes' | 'needs' | 'chooses' | 'fetches' | 'runs-on'

export interface PlatformEdge {
  readonly from: string
  readonly to: string
  readonly is: EdgeKind
  /** The range of versions that will do; empty for any. */
  readonly version: string
}

export interface PlatformGraph {
  readonly nodes: readonly PlatformNode[]
  readonly edges: readonly PlatformEdge[]
}

/** How everything hangs together: Profiles, instances, Plugins, what they need, where they come from and where they run. */
export function platformGraph(objects: GraphObjects): PlatformGraph {
  const { profiles, clusters, extensions, instances, plugins, repositories } = objects
  const graph = new GraphBuilder()
  for (const one of profiles) graph.add('Profile', one)
  for (const one of clusters) graph.add('Cluster', one)
  for (const one of extensions) graph.add('Extension', one)
  for (const one of repositories) graph.add('Repository', one)
  for (const one of instances) graph.add('ExtensionInstance', one)
  addPlugins(graph, plugins)
  for (const instance of instances) addInstance(graph, instance, extensions)
  for (const plugin of plugins) addSource(graph, plugin, repositories)
  for (const profile of profiles) addProfile(graph, profile, clusters)
  return graph.done()
}

function addPlugins(graph: GraphBuilder, plugins: readonly Plugin[]): void {
  const { nodes, edges } = pluginGraph(plugins)
  const ids = new Map<string, string>()
  for (const node of nodes) {
    const kind = node.is === 'object' ? 'Object' : 'Plugin'
    const [namespace = '', name = node.id] = kind === 'Plugin' ? node.id.split('/') : ['', node.id]
    const state = node.is === 'missing-plugin' ? 'missing' : node.state
    const { version, message, waitingFor } = node
    const place = { kind, namespace, name, state, version, message, waitingFor } as const
    ids.set(node.id, graph.put(place))
  }
  for (const { from, to, version } of edges) {
    graph.connect(ids.get(from) ?? from, 'needs', ids.get(to) ?? to, version)
  }
  for (const { metadata, spec } of plugins) {
    const id = idOf('Plugin', metadata.namespace, metadata.name)
    const { cluster } = spec
    if (cluster !== undefined) graph.connect(id, 'runs-on', graph.need('Cluster', '', cluster))
  }
}

function addInstance(
  graph: GraphBuilder,
  { metadata, spec }: ExtensionInstance,
  extensions: readonly Extension[],
): void {
  const { namespace, name } = metadata
  const id = idOf('ExtensionInstance', namespace, name)
  const { extension, version = '', cluster } = spec
  graph.connect(id, 'chooses', graph.need('Extension', '', extension), version)
  // An instance writes a Plugin of its own name.
  const plugin = idOf('Plugin', namespace, name)
  if (graph.has(plugin)) graph.connect(id, 'makes', plugin)
  if (cluster !== undefined) graph.connect(id, 'runs-on', graph.need('Cluster', '', cluster))
  const needs = extensions.find((one) => one.metadata.name === extension)?.spec.dependsOn ?? []
  for (const need of needs) {
    const range = 'version' in need ? (need.version ?? '') : ''
    graph.connect(id, 'needs', graph.need('Extension', '', need.extension), range)
  }
}

function addSource(
  graph: GraphBuilder,
  { metadata, spec }: Plugin,
  repositories: readonly Repository[],
): void {
  const { repo } = spec
  if (repo === undefined) return
  const places = [metadata.namespace, platformNamespace]
  const found = places.flatMap((namespace) =>
    repositories.filter(
      (one) => one.metadata.name === repo && one.metadata.namespace === namespace,
    ),
  )[0]
  if (found === undefined) return
  const to = idOf('Repository', found.metadata.namespace, repo)
  graph.connect(idOf('Plugin', metadata.namespace, metadata.name), 'fetches', to)
}

function addProfile(graph: GraphBuilder, profile: Profile, clusters: readonly Cluster[]): void {
  const from = idOf('Profile', '', profile.metadata.name)
  for (const { extension } of profile.spec.extensions) {
    graph.connect(from, 'chooses', graph.need('Extension', '', extension))
  }
  for (const { metadata } of clusters) {
    if (matchingProfiles([profile], metadata.labels ?? {}).length === 0) continue
    graph.connect(from, 'runs-on', idOf('Cluster', '', metadata.name))
  }
}

interface Drawn {
  readonly metadata: { readonly namespace?: string; readonly name: string }
  readonly status: {
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly reason: string
      readonly message: string
    }[]
    readonly version?: string
    readonly waitingFor?: readonly string[]
  }
}

class GraphBuilder {
  private readonly nodes = new Map<string, PlatformNode>()
  private readonly edges = new Map<string, PlatformEdge>()

  add(kind: string, { metadata, status }: Drawn): void {
    const condition = (type: string) => status.conditions?.find((one) => one.type === type)
    const ready = condition('Ready')
    const { namespace = '', name } = metadata
    this.put({
      kind,
      namespace,
      name,
      state: stateOf(ready, condition('Stalled')?.status === 'True'),
      version: status.version ?? '',
      message: ready?.message ?? '',
      waitingFor: status.waitingFor ?? [],
    })
  }

  put(node: Omit<PlatformNode, 'id'>): string {
    const id = idOf(node.kind, node.namespace, node.name)
    this.nodes.set(id, { id, ...node })
    return id
  }

  /** The id of something that must be there; it is drawn as missing unless it is. */
  need(kind: string, namespace: string, name: string): string {
    const id = idOf(kind, namespace, name)
    if (this.nodes.has(id)) return id
    const unknown = { state: 'missing', version: '', message: '', waitingFor: [] } as const
    return this.put({ kind, namespace, name, ...unknown })
  }

  has(id: string): boolean {
    return this.nodes.has(id)
  }

  connect(from: string, is: EdgeKind, to: string, version = ''): void {
    this.edges.set(`${from} ${is} ${to}`, { from, to, is, version })
  }

  done(): PlatformGraph {
    return { nodes: [...this.nodes.values()], edges: [...this.edges.values()] }
  }
}

function stateOf(
  ready: { readonly status: string; readonly reason: string } | undefined,
  isStalled: boolean,
): NodeState {
  if (ready === undefined) return 'unknown'
  if (ready.reason === 'Disabled') return 'disabled'
  if (ready.status === 'True') return 'ready'
  if (isStalled) return 'stalled'
  return ready.reason === 'Waiting' ? 'waiting' : 'working'
}

function idOf(kind: string, namespace: string, name: string): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}
