import type { PluginGraph } from '../../../src/operator/graph/plugin-graph.ts'
import type { State } from '../../components/state-of.ts'

/** A box of the drawing: an instance or a plugin, or several of a category that are ready and drawn as one. */
export interface Box {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly state: State
  /** The category that it belongs to. */
  readonly group: string
  /** The plugins and instances that it stands for. */
  readonly members: readonly string[]
  readonly isInstance: boolean
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
  /** Ready plugins of a category become one box. */
  readonly isGrouped: boolean
  /** Categories that are drawn one by one all the same. */
  readonly open?: readonly string[]
  readonly words: string
  /** Only what is in this state; empty for all. */
  readonly state?: string
  readonly isInstance?: (id: string) => boolean
  readonly stateOf: (id: string) => State
  readonly categoryOf: (id: string) => string
}

/** The boxes and arrows of a graph under the choices of the reader. */
export function shownGraph(graph: PluginGraph, choice: GraphChoice): ShownGraph {
  const { isGrouped, open = [], words, state = '', stateOf, categoryOf } = choice
  const wanted = words.toLowerCase()
  const nodes = graph.nodes.filter(
    ({ id }) => id.toLowerCase().includes(wanted) && (state === '' || stateOf(id) === state),
  )
  const isHidden = (id: string) =>
    isGrouped && stateOf(id) === 'ready' && !open.includes(categoryOf(id))
  const boxOf = new Map(
    nodes.map(({ id }) => [id, isHidden(id) ? `${groupMark}${categoryOf(id)}` : id]),
  )
  const members = Map.groupBy(nodes, ({ id }) => boxOf.get(id) ?? id)
  const boxes = [...members].map(([id, own]): Box => {
    const first = own[0]?.id ?? id
    const [namespace = '', ...rest] = first.split('/')
    const isGroup = isGroupBox(id)
    return {
      id,
      title: isGroup ? categoryOf(first) : rest.length === 0 ? first : rest.join('/'),
      note: isGroup ? String(own.length) : rest.length === 0 ? '' : namespace,
      state: isGroup ? 'ready' : stateOf(first),
      group: categoryOf(first),
      members: own.map((node) => node.id),
      isInstance: !isGroup && choice.isInstance?.(first) === true,
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

const groupMark = 'ready:'

/** Whether a box stands for all ready plugins of a category. */
export function isGroupBox(id: string): boolean {
  return id.startsWith(groupMark)
}
