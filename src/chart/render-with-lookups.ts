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
    if (lookups.missed.size === 0) return { rendered: result(), lookups: lookups.asked() }
    drawn = recording.recorded()
    const asked = [...lookups.missed.values()].map(
      async (query) => [lookupKey(query), await answer(query)] as const,
    )
    const answered = await Promise.all(asked)
    answers = new Map([...answers, ...answered])
    // Without an answer a template sees an empty map: if that is the answer, another round gives the same.
    if (answered.every(([, one]) => isNothing(one))) {
      return { rendered: result(), lookups: lookups.asked(answers) }
    }
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

function isNothing(answer: LookupAnswer): boolean {
  return 'value' in answer && answer.value instanceof Map && answer.value.size === 0
}

/** Answers that remember what they could not answer, also when the render then fails. */
class NotedLookups extends Map<string, LookupAnswer> {
  readonly missed = new Map<string, LookupQuery>()

  private readonly wanted = new Set<string>()

  override get(key: string): LookupAnswer | undefined {
    this.wanted.add(key)
    const found = super.get(key)
    if (found === undefined) this.missed.set(key, queryOf(key))
    return found
  }

  /** The answers to what was asked for, without those that nobody wanted. */
  asked(answers: ReadonlyMap<string, LookupAnswer> = this): ReadonlyMap<string, LookupAnswer> {
    return new Map([...answers].filter(([key]) => this.wanted.has(key)))
  }
}

/** What a key asks for. */
export function queryOf(key: string): LookupQuery {
  const [apiVersion = '', kind = '', namespace = '', name = ''] = JSON.parse(key) as string[]
  return { apiVersion, kind, namespace, name }
}
