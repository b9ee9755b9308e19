import { graphlib, layout as placeGraph } from '@dagrejs/dagre'
import type { ShownGraph } from './shown-graph.ts'

export interface Placed {
  readonly width: number
  readonly height: number
  /** The middle of each box. */
  readonly boxes: Readonly<Record<string, { readonly x: number; readonly y: number }>>
  readonly arrows: readonly {
    readonly from: string
    readonly to: string
    readonly points: readonly { readonly x: number; readonly y: number }[]
  }[]
}

export const boxWidth = 208
export const boxHeight = 48

/** Places boxes from left to right: what is needed stands left of what needs it. Boxes without arrows fill a block below. */
export function layout({ boxes, arrows }: ShownGraph): Placed {
  const linked = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 70, marginx: 24, marginy: 24 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of boxes) {
    if (linked.has(id)) graph.setNode(id, { width: boxWidth, height: boxHeight })
  }
  for (const { from, to } of arrows) graph.setEdge(from, to)
  if (linked.size > 0) placeGraph(graph)
  const placed: Record<string, { x: number; y: number }> = {}
  for (const id of graph.nodes()) {
    const { x = 0, y = 0 } = graph.node(id)
    placed[id] = { x, y }
  }
  const size = linked.size > 0 ? graph.graph() : { width: 0, height: 0 }
  const block = placeLoose(
    boxes.filter(({ id }) => !linked.has(id)).map(({ id }) => id),
    size.height ?? 0,
    placed,
  )
  return {
    width: Math.max(size.width ?? 0, block.width),
    height: Math.max(size.height ?? 0, block.height),
    boxes: placed,
    arrows: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      from: edge.v,
      to: edge.w,
      points: graph.edge(edge).points ?? [],
    })),
  }
}

function placeLoose(
  ids: readonly string[],
  top: number,
  placed: Record<string, { x: number; y: number }>,
): { readonly width: number; readonly height: number } {
  const columns = Math.max(1, Math.ceil(Math.sqrt(ids.length / 2)))
  for (const [at, id] of ids.entries()) {
    placed[id] = {
      x: 24 + boxWidth / 2 + (at % columns) * (boxWidth + 24),
      y: top + 24 + boxHeight / 2 + Math.floor(at / columns) * (boxHeight + 18),
    }
  }
  const rows = Math.ceil(ids.length / columns)
  if (rows === 0) return { width: 0, height: top }
  return { width: 24 + columns * (boxWidth + 24), height: top + 30 + rows * (boxHeight + 18) }
}
