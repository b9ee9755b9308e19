import type { Forecast } from '../../operator/graph/forecast.ts'
import type { NodeState, PluginGraph } from '../../operator/graph/plugin-graph.ts'

const colours: Readonly<Record<NodeState, string>> = {
  ready: '#c8e6c9',
  disabled: '#eeeeee',
  suspended: '#eeeeee',
  working: '#bbdefb',
  waiting: '#fff9c4',
  stalled: '#ffcdd2',
  unknown: '#ffffff',
}

/** The graph in the language of Graphviz: arrows lead from a dependency to its dependents. */
export function graphDot({ nodes, edges }: PluginGraph, { criticalPath }: Forecast): string {
  const steps = new Set(
    criticalPath.slice(1).map((to, index) => JSON.stringify([criticalPath[index], to])),
  )
  const lines = [
    'digraph plugins {',
    '  rankdir=LR',
    '  node [shape=box, style="rounded,filled", fontname="sans-serif"]',
    ...nodes.map(({ id, state, version }) => {
      const label = [id, [state, version].filter((one) => one !== '').join(' ')].join('\n')
      return `  ${quote(id)} [label=${quote(label)}, fillcolor="${colours[state]}"]`
    }),
    ...edges.map(({ from, to, version }) => {
      const isCritical = steps.has(JSON.stringify([to, from]))
      const facts = [
        ...(version === '' ? [] : [`label=${quote(version)}`]),
        ...(isCritical ? ['penwidth=3'] : []),
      ]
      return `  ${quote(to)} -> ${quote(from)}${facts.length === 0 ? '' : ` [${facts.join(', ')}]`}`
    }),
    '}',
  ]
  return `${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}
