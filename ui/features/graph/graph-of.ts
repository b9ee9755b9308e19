import {
  type ExtensionInstance,
  parseExtensionInstance,
} from '../../../src/kinds/extension-instance.ts'
import type { JsonRecord } from '../../../src/kinds/json-value.ts'
import type { Parsed } from '../../../src/kinds/parse-object.ts'
import { parsePlugin } from '../../../src/kinds/plugin.ts'
import { withInstances } from '../../../src/operator/graph/instances-in-graph.ts'
import {
  type GraphEdge,
  type GraphNode,
  type PluginGraph,
  pluginGraph,
} from '../../../src/operator/graph/plugin-graph.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { keyOf } from '../../api/shown-kinds.ts'
import { type State, stateOf } from '../../components/state-of.ts'

interface Platform {
  readonly plugins: readonly Nouns['plugins'][]
  readonly instances: readonly Nouns['instances'][]
  readonly extensions: readonly Nouns['extensions'][]
}

export interface PlatformGraph {
  readonly graph: PluginGraph
  readonly stateOf: (id: string) => State
  /** Empty where none is known. */
  readonly categoryOf: (id: string) => string
  /** Whether a box is of an instance, with its Plugin or still without one. */
  readonly isInstance: (id: string) => boolean
}

/** Plugins, instances and what they need. An instance that waits and has no Plugin yet needs what its extension needs. */
export function graphOf({ plugins, instances, extensions }: Platform): PlatformGraph {
  const read = readAll(instances, parseExtensionInstance)
  const joined = withInstances(pluginGraph(readAll(plugins, parsePlugin)), read)
  const graph = withNeeds(joined, read, extensions)
  const states = statesOf({ plugins, instances, extensions })
  const ofExtension = new Map(
    extensions.map(({ metadata, spec }) => [metadata.name, spec.category ?? '']),
  )
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  return {
    graph,
    stateOf: (id) => states.get(id) ?? 'unknown',
    categoryOf: (id) => ofExtension.get(nodes.get(id)?.extension ?? '') ?? '',
    isInstance: (id) => nodes.get(id)?.extension !== undefined,
  }
}

/** Adds the arrows of instances without a Plugin, and a box for each needed extension that nobody has chosen. */
function withNeeds(
  { nodes, edges }: PluginGraph,
  instances: readonly ExtensionInstance[],
  extensions: readonly Nouns['extensions'][],
): PluginGraph {
  const waiting = new Set(nodes.filter(({ is }) => is === 'instance').map(({ id }) => id))
  const added = new Map<string, GraphNode>()
  const needs = instances.flatMap((instance): readonly GraphEdge[] => {
    const from = keyOf(instance)
    if (!waiting.has(from)) return []
    const { extension, cluster } = instance.spec
    const wanted = extensions.find(({ metadata }) => metadata.name === extension)
    return (wanted?.spec.dependsOn ?? []).map(({ extension: name }) => {
      const found = instances.find(
        ({ spec }) => spec.extension === name && spec.cluster === cluster,
      )
      if (found === undefined) added.set(name, strangerOf(name))
      return { from, to: found === undefined ? name : keyOf(found), version: '' }
    })
  })
  return { nodes: [...nodes, ...added.values()], edges: [...edges, ...needs] }
}

function strangerOf(id: string): GraphNode {
  const is = 'object'
  return { id, is, state: 'unknown', version: '', message: '', waitingFor: [], took: undefined }
}

/** The state that is shown of each box: the instance's where its Plugin is well and it is not. */
function statesOf({ plugins, instances }: Platform): ReadonlyMap<string, State> {
  const states = new Map(plugins.map((one) => [keyOf(one), stateOf(one).state]))
  for (const instance of instances) {
    const key = keyOf(instance)
    const known = states.get(key)
    if (known === undefined || known === 'ready') states.set(key, stateOf(instance).state)
  }
  return states
}

function readAll<T>(
  list: readonly object[],
  parse: (object: JsonRecord) => Parsed<T>,
): readonly T[] {
  return list.flatMap((object) => {
    const parsed = parse(object as JsonRecord)
    return parsed.ok ? [parsed.value] : []
  })
}
