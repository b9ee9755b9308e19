import type { CapabilityPart } from '../template/objects/capabilities.ts'
import type { LookupAnswer, LookupQuery, Lookups } from '../template/lookups.ts'
import type { Chart, Table } from './chart.ts'
import { type RecordedDraws, recordDraws, replayDraws } from './draws.ts'
import type { ReleaseFacts } from './render-values.ts'
import { type RecordedRender, type RenderRequest, renderChart } from './render.ts'

/** A render for a cluster, as plain data: it can be done anywhere. */
export interface RoundRequest {
  readonly chart: Chart
  /** What the user set, all layers merged. */
  readonly values: Table
  readonly release: ReleaseFacts
  /** Of the cluster. */
  readonly gitVersion: string
  readonly apiVersions: readonly string[]
  readonly skipSchema: boolean
}

/** What rounds before have found out. */
export interface RoundGiven {
  readonly answers: Lookups
  /** What was drawn before, which is drawn again. */
  readonly drawn: RecordedDraws | undefined
}

/** One attempt to render with the answers that there are. */
export interface Round<Result> {
  /** Provisional while anything is missed, and so is a failure. */
  readonly result: { readonly rendered: Result } | { readonly error: unknown }
  readonly missed: readonly LookupQuery[]
  /** All that `lookup` was asked for, by `lookupKey`. */
  readonly wanted: readonly string[]
  /** What was asked of `.Capabilities`. */
  readonly asked: readonly CapabilityPart[]
  readonly drawn: RecordedDraws
}

/** What a release needs of a render. */
export type ReleaseRender = Pick<
  RecordedRender,
  'chart' | 'manifests' | 'hooks' | 'notes' | 'crds' | 'draws'
>

/** Renders one round, here or elsewhere. */
export type RenderRound = (
  request: RoundRequest,
  given: RoundGiven,
  signal: AbortSignal,
) => Promise<Round<ReleaseRender>>

/** Renders one round here. `request.draws` are for what was not drawn before. */
export function renderRound(
  chart: Chart,
  request: Omit<RenderRequest, 'lookups'>,
  { answers, drawn }: RoundGiven,
): Round<RecordedRender> {
  const draws = drawn === undefined ? request.draws : replayDraws(drawn, request.draws)
  const recording = recordDraws(draws)
  const lookups = new NotedLookups(answers)
  const asked = new Set<CapabilityPart>()
  const capabilities = request.capabilities.observed((part) => asked.add(part))
  const result = attempt(chart, { ...request, capabilities, draws: recording.draws, lookups })
  return {
    result,
    missed: [...lookups.missed.values()],
    wanted: [...lookups.wanted],
    asked: [...asked],
    drawn: recording.recorded(),
  }
}

// What fails without an answer may not fail with it, so a failure waits until it is known to be one.
function attempt(chart: Chart, request: RenderRequest): Round<RecordedRender>['result'] {
  try {
    return { rendered: renderChart(chart, request) }
  } catch (error) {
    return { error }
  }
}

/** Answers that remember what they could not answer, also when the render then fails. */
class NotedLookups extends Map<string, LookupAnswer> {
  readonly missed = new Map<string, LookupQuery>()

  readonly wanted = new Set<string>()

  override get(key: string): LookupAnswer | undefined {
    this.wanted.add(key)
    const found = super.get(key)
    if (found === undefined) this.missed.set(key, queryOf(key))
    return found
  }
}

/** What a key asks for. */
export function queryOf(key: string): LookupQuery {
  const [apiVersion = '', kind = '', namespace = '', name = ''] = JSON.parse(key) as string[]
  return { apiVersion, kind, namespace, name }
}
