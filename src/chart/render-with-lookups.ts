import { lookupKey, type LookupAnswer, type LookupQuery } from '../template/lookups.ts'
import { recordDraws, replayDraws, type RecordedDraws } from './draws.ts'
import type { Chart } from './chart.ts'
import { ChartError } from './errors.ts'
import { type RecordedRender, renderChart, type RenderRequest } from './render.ts'

/** Asks a cluster what a template wants to know. */
export type AnswerLookup = (query: LookupQuery) => Promise<LookupAnswer>

export interface LookupRender {
  readonly rendered: RecordedRender
  /** What was answered, by what was asked. */
  readonly lookups: ReadonlyMap<string, LookupAnswer>
}

const maxRounds = 8

/**
 * Renders a chart whose templates look into a cluster: what a round misses is asked for together, and
 * the render starts again with the same draws.
 */
export async function renderWithLookups(
  chart: Chart,
  request: RenderRequest,
  answer: AnswerLookup,
): Promise<LookupRender> {
  let answers: ReadonlyMap<string, LookupAnswer> = new Map(request.lookups)
  let drawn: RecordedDraws | undefined
  for (let round = 1; round <= maxRounds; round++) {
    const replayed = drawn === undefined ? request.draws : replayDraws(drawn, request.draws)
    const recording = recordDraws(replayed)
    const lookups = new NotedLookups(answers)
    const result = attempt(chart, { ...request, draws: recording.draws, lookups })
    if (lookups.missed.size === 0) return { rendered: result(), lookups: answers }
    drawn = recording.recorded()
    const asked = [...lookups.missed.values()].map(
      async (query) => [lookupKey(query), await answer(query)] as const,
    )
    answers = new Map([...answers, ...(await Promise.all(asked))])
  }
  const what = `templates of ${chart.metadata.name} ask lookup for something new each time`
  throw new ChartError('render', `${what}, ${maxRounds} times in a row`)
}

// What fails without an answer may not fail with it, so a failure waits until it is known to be one.
function attempt(chart: Chart, request: RenderRequest): () => RecordedRender {
  try {
    const rendered = renderChart(chart, request)
    return () => rendered
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** Answers that remember what they could not answer, also when the render then fails. */
class NotedLookups extends Map<string, LookupAnswer> {
  readonly missed = new Map<string, LookupQuery>()

  override get(key: string): LookupAnswer | undefined {
    const found = super.get(key)
    if (found === undefined) this.missed.set(key, queryOf(key))
    return found
  }
}

function queryOf(key: string): LookupQuery {
  const [apiVersion = '', kind = '', namespace = '', name = ''] = JSON.parse(key) as string[]
  return { apiVersion, kind, namespace, name }
}
