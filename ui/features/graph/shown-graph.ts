import type { PluginGraph } from '../../../src/operator/graph/plugin-graph.ts'

/** A box of the drawing: one plugin, or several that are ready and drawn as one. */
export interface Box {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly state: string
  readonly members: readonly string[]
}

export interface Arrow {
  /** The one that is needed. */
  readonly from: string
  /** The one that needs it. */
  readonly to: string
}

export interface ShownGraph {
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
}

export interface GraphChoice {
  /** Ready plugins of a namespace become one box. */
  readonly isGrouped: boolean
  readonly words: string
}

/** The boxes and arrows of a graph under the choices of the reader. */
export function shownGraph(graph: PluginGraph, { isGrouped, words }: GraphChoice): ShownGraph {
  const wanted = words.toLowerCase()
  const nodes = graph.nodes.filter(({ id }) => id.toLowerCase().includes(wanted))
  const boxOf = new Map(
    nodes.map((node) => [
      node.id,
      isGrouped && node.state === 'ready' ? groupOf(node.id) : node.id,
    ]),
  )
  const members = Map.groupBy(nodes, ({ id }) => boxOf.get(id) ?? id)
  const boxes = [...members].map(([id, own]): Box => {
    const [first] = own
    const isGroup = own.length > 1 || first?.id !== id
    return {
      id,
      title: isGroup ? id.replace(/^ready:/, '') : (first?.id.split('/').at(-1) ?? id),
      note: isGroup ? String(own.length) : (first?.id.split('/')[0] ?? ''),
      state: first?.state ?? 'unknown',
      members: own.map((node) => node.id),
    }
  })
  const keys = graph.edges.flatMap(({ from, to }) => {
    const [needed, needing] = [boxOf.get(to), boxOf.get(from)]
    return needed === undefined || needing === undefined || needed === needing
      ? []
      : [`${needed}\n${needing}`]
  })
  const arrows = [...new Set(keys)].map((key) => {
    const [from = '', to = ''] = key.split('\n')
    return { from, to }
  })
  return { boxes, arrows }
}

function groupOf(id: string): string {
  return `ready:${id.split('/')[0] ?? ''}`
}
