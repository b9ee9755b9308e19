import { layout } from './layout.ts'
import type { ShownGraph } from './shown-graph.ts'

interface Question {
  readonly id: number
  readonly graph: ShownGraph
}

// A worker: the drawing stays usable while a large graph is placed.
self.addEventListener('message', ({ data }: MessageEvent<Question>) => {
  self.postMessage({ id: data.id, placed: layout(data.graph) })
})
