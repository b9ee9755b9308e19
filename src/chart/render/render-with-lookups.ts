import { lookupKey, type LookupAnswer, type LookupQuery } from '../../template/lookups.ts'
import type { RecordedEntropy } from './entropy.ts'
import { ChartError } from '../errors.ts'
import type { Round, RoundInput } from './render-round.ts'

/** Asks a cluster what a template wants to know. */
export type AnswerLookup = (query: LookupQuery) => Promise<LookupAnswer>

export interface LookupRender<Result> {
  readonly rendered: Result
  /** The answers, by the key of their query. */
  readonly lookups: ReadonlyMap<string, LookupAnswer>
}

export interface LookupRounds<Result> {
  readonly name: string
  readonly round: (given: RoundInput) => Round<Result> | Promise<Round<Result>>
  readonly answer: AnswerLookup
  readonly given: RoundInput
}

const maxRounds = 8

/**
 * Renders a chart whose templates look into a cluster: what a round misses is asked for together, and
 * the render starts again with the same entropy.
 */
export async function renderWithLookups<Result>({
  name,
  round,
  answer,
  given,
}: LookupRounds<Result>): Promise<LookupRender<Result>> {
  let { answers, recordedEntropy } = given
  for (let count = 1; count <= maxRounds; count++) {
    const {
      result,
      missed,
      wanted,
      recordedEntropy: found,
    } = await round({ answers, recordedEntropy })
    if (missed.length === 0) return settled(result, wanted, answers)
    recordedEntropy = furtherEntropy(found, given.recordedEntropy)
    const asked = missed.map(async (query) => [lookupKey(query), await answer(query)] as const)
    const answered = await Promise.all(asked)
    answers = new Map([...answers, ...answered])
    // Without an answer a template sees an empty map: if that is the answer, another round gives the same.
    if (answered.every(([, one]) => isNothing(one))) return settled(result, wanted, answers)
  }
  const what = `templates of ${name} ask lookup for something new each time`
  throw new ChartError('render', `${what}, ${maxRounds} times in a row`)
}

function settled<Result>(
  result: Round<Result>['result'],
  wanted: readonly string[],
  answers: ReadonlyMap<string, LookupAnswer>,
): LookupRender<Result> {
  if ('error' in result) throw result.error
  const asked = new Set(wanted)
  return {
    rendered: result.rendered,
    lookups: new Map([...answers].filter(([key]) => asked.has(key))),
  }
}

// A round that ended early has drawn only part of what there was to be drawn again.
function furtherEntropy(
  found: RecordedEntropy,
  before: RecordedEntropy | undefined,
): RecordedEntropy {
  if (before === undefined) return found
  const { random, keys, now = before.now } = found
  return {
    random: random.length < before.random.length ? before.random : random,
    keys: keys.length < before.keys.length ? before.keys : keys,
    now,
  }
}

function isNothing(answer: LookupAnswer): boolean {
  return 'value' in answer && answer.value instanceof Map && answer.value.size === 0
}
