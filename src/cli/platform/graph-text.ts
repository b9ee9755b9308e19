import type { Forecast } from '../../operator/graph/forecast.ts'
import type { GraphNode, PluginGraph } from '../../operator/graph/plugin-graph.ts'

const signs = {
  ready: '+',
  disabled: '-',
  suspended: '-',
  working: '~',
  waiting: '.',
  stalled: '!',
  unknown: '?',
} as const

/** The graph as trees: below each plugin what it needs; what was shown before is only named. */
export function graphText(graph: PluginGraph, ahead: Forecast): string {
  const { nodes, edges } = graph
  if (nodes.length === 0) return 'there are no plugins and no instances\n'
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const needs = Map.groupBy(edges, ({ from }) => from)
  const isNeeded = new Set(edges.map(({ to }) => to))
  const shown = new Set<string>()
  const lines: string[] = []
  const print = (node: GraphNode, depth: number, range: string) => {
    const again = shown.has(node.id) && (needs.get(node.id) ?? []).length > 0
    lines.push(lineOf(node, depth, range, again ? 'again' : 'first'))
    if (shown.has(node.id)) return
    shown.add(node.id)
    for (const { to, version } of needs.get(node.id) ?? []) {
      const next = byId.get(to)
      if (next !== undefined) print(next, depth + 1, version)
    }
  }
  for (const node of nodes.filter(({ id }) => !isNeeded.has(id))) print(node, 0, '')
  // The nodes that are left need each other: a circle has no top.
  for (const node of nodes) if (!shown.has(node.id)) print(node, 0, '')
  return `${[...lines, '', ...summary(nodes, ahead)].join('\n')}\n`
}

function lineOf(node: GraphNode, depth: number, range: string, time: 'first' | 'again'): string {
  const { id, state, version, message } = node
  const head = `${'  '.repeat(depth)}${signs[state]} ${id}${range === '' ? '' : ` ${range}`}`
  if (time === 'again') return `${head} (see above)`
  const isQuiet = state === 'ready' || state === 'disabled' || message === ''
  const what = node.is === 'missing-plugin' ? 'does not exist' : stateText(node)
  const origin = node.extension === undefined ? '' : `of extension ${node.extension}`
  return [head, what, version, origin, isQuiet ? '' : `(${oneLine(message)})`]
    .filter((one) => one !== '')
    .join('  ')
}

function stateText({ is, state }: GraphNode): string {
  return is === 'object' ? '' : state
}

function oneLine(message: string): string {
  return message.trim().replaceAll(/\s*\n\s*/g, ' ')
}

function summary(nodes: readonly GraphNode[], ahead: Forecast): readonly string[] {
  const { criticalPath, left, blocked } = ahead
  const plugins = nodes.filter(({ is }) => is === 'plugin' || is === 'instance')
  const done = plugins.filter(({ state }) => state === 'ready' || state === 'disabled').length
  const lines = [`${done} of ${plugins.length} as they should be`]
  if (criticalPath.length > 0) {
    lines.push(`decides how long it takes: ${criticalPath.join(' -> ')}`)
    const held = criticalPath.filter((id) => blocked.includes(id))
    const unknown =
      held.length === 0 ? 'not known yet' : `not known while ${held.join(', ')} stalls`
    lines.push(`time left: ${left === undefined ? unknown : `about ${seconds(left)}`}`)
  }
  if (blocked.length > 0) lines.push(`cannot go on by themselves: ${blocked.join(', ')}`)
  return lines
}

function seconds(milliseconds: number): string {
  const count = Math.max(1, Math.round(milliseconds / 1000))
  return count < 120 ? `${count} s` : `${Math.round(count / 60)} min`
}
