import type { GraphNode, PluginGraph } from './plugin-graph.ts'

export interface Forecast {
  /** The chain that decides how long it takes, first to last; empty when nothing is left to do. */
  readonly criticalPath: readonly string[]
  /**
   * Milliseconds until all is ready, by what earlier changes took; undefined when nothing is known of that, and while the
   * chain cannot go on by itself.
   */
  readonly left: number | undefined
  /** Plugins that cannot go on by themselves. */
  readonly blocked: readonly string[]
}

interface Chain {
  readonly path: readonly string[]
  readonly left: number
}

const none: Chain = { path: [], left: 0 }

/** The chain that decides how long a roll-out takes. Circles are passed over. */
export function forecast({ nodes, edges }: PluginGraph): Forecast {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const needs = Map.groupBy(edges, ({ from }) => from)
  const usual = usualDuration(nodes)
  const known = new Map<string, Chain>()
  const visit = (id: string, above: ReadonlySet<string>): Chain => {
    const before = known.get(id)
    if (before !== undefined) return before
    const node = byId.get(id)
    if (node === undefined || !isOpen(node)) return none
    const inside = new Set([...above, id])
    const inner = (needs.get(id) ?? []).filter(({ to }) => !inside.has(to))
    const longest = longestOf(inner.map(({ to }) => visit(to, inside)))
    const own = Math.max(1, node.took ?? usual ?? 1)
    const chain = { path: [...longest.path, id], left: longest.left + own }
    known.set(id, chain)
    return chain
  }
  const { path, left } = longestOf(nodes.map(({ id }) => visit(id, new Set())))
  const isHeld = path.some((id) => isUnforeseeable(byId.get(id)))
  return {
    criticalPath: path,
    left: usual === undefined || isHeld ? undefined : left,
    blocked: nodes.filter(({ state }) => state === 'stalled').map(({ id }) => id),
  }
}

// It stalls, or waits for something that is not in the graph.
function isUnforeseeable(node: GraphNode | undefined): boolean {
  if (node?.state === 'stalled' || node?.is === 'missing-plugin') return true
  return node?.is === 'instance' && node.state === 'waiting'
}

function longestOf(chains: readonly Chain[]): Chain {
  return chains.reduce((best, one) => (one.left > best.left ? one : best), none)
}

function isOpen({ is, state }: GraphNode): boolean {
  if (is === 'object' || is === 'missing-plugin') return is === 'missing-plugin'
  return state !== 'ready' && state !== 'disabled' && state !== 'suspended'
}

// A plugin that was never changed before probably takes as long as the others did.
function usualDuration(nodes: readonly GraphNode[]): number | undefined {
  const known = nodes.flatMap(({ took }) => took ?? []).toSorted((a, b) => a - b)
  return known[Math.floor(known.length / 2)]
}
