import { ChartEngine } from './chart-engine.ts'
import type { EngineRequest } from './engine-request.ts'
import { Explainer } from './explain-lines.ts'

interface Question {
  readonly id: number
  readonly request: EngineRequest
}

let engine: ChartEngine | undefined
let explainer: Explainer | undefined

// A worker: the page stays quick while a chart is rendered.
self.addEventListener('message', ({ data: { id, request } }: MessageEvent<Question>) => {
  void answer(request).then(
    (value) => self.postMessage({ id, value }),
    (error: unknown) =>
      self.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer(request: EngineRequest): Promise<unknown> {
  if (request.do === 'open') {
    engine = await ChartEngine.open(request.preview)
    explainer = new Explainer(engine)
    return engine.facts
  }
  if (engine === undefined || explainer === undefined) throw new Error('no chart was opened')
  switch (request.do) {
    case 'render':
      return engine.render(request.text)
    case 'manifest':
      return engine.manifestOf(request.source, request.kind, request.name)
    case 'contents':
      return engine.contents(request.text)
    case 'blame':
      return engine.blame(request.text)
    case 'trace':
      return explainer.trace(request.text)
    case 'explain':
      return explainer.explain(request.line)
  }
}
