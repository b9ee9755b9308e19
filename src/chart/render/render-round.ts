import type { CapabilityPart } from '../../template/objects/capabilities.ts'
import type { LookupAnswer, LookupQuery, Lookups } from '../../template/lookups.ts'
import type { Chart, Table } from '../chart.ts'
import { type RecordedEntropy, recordEntropy, replayEntropy } from './entropy.ts'
import type { ReleaseFacts } from './render-values.ts'
import { type RecordedRender, type RenderRequest, renderRecorded } from './render.ts'

/** A render for a cluster, as plain data: it can be done anywhere. */
export interface RoundRequest {
  readonly chart: Chart
  /** The values of the user, all layers merged. */
  readonly values: Table
  readonly release: ReleaseFacts
  /** Of the cluster. */
  readonly gitVersion: string
  readonly apiVersions: readonly string[]
  readonly skipSchema: boolean
}

/** The findings of the rounds before. */
export interface RoundInput {
  readonly answers: Lookups
  /** The recorded values of the rounds before, which this round repeats. */
  readonly recordedEntropy: RecordedEntropy | undefined
}

/** One attempt to render with the answers that there are. */
export interface Round<Result> {
  /** Provisional while anything is missed, and so is a failure. */
  readonly result: { readonly rendered: Result } | { readonly error: unknown }
  readonly missed: readonly LookupQuery[]
  /** All that `lookup` was asked for, by `lookupKey`. */
  readonly wanted: readonly string[]
  /** The parts of `.Capabilities` that were asked for. */
  readonly asked: readonly CapabilityPart[]
  readonly recordedEntropy: RecordedEntropy
}

/** The parts of a render that a release needs. */
export type ReleaseRender = Pick<
  RecordedRender,
  'chart' | 'manifests' | 'hooks' | 'notes' | 'crds' | 'entropy'
>

/** Renders one round, here or elsewhere. */
export type RenderRound = (
  request: RoundRequest,
  given: RoundInput,
  signal: AbortSignal,
) => Promise<Round<ReleaseRender>>

/** Renders one round here. `request.entropy` is for what was not drawn before. */
export function renderRound(
  chart: Chart,
  request: Omit<RenderRequest, 'lookups'>,
  { answers, recordedEntropy }: RoundInput,
): Round<RecordedRender> {
  const entropy =
    recordedEntropy === undefined
      ? request.entropy
      : replayEntropy(recordedEntropy, request.entropy)
  const recording = recordEntropy(entropy)
  const lookups = new NotedLookups(answers)
  const asked = new Set<CapabilityPart>()
  const capabilities = request.capabilities.observed((part) => asked.add(part))
  const result = attempt(() =>
    renderRecorded(chart, { ...request, capabilities, entropy, lookups }, recording),
  )
  return {
    result,
    missed: [...lookups.missed.values()],
    wanted: [...lookups.wanted],
    asked: [...asked],
    recordedEntropy: 'rendered' in result ? result.rendered.entropy : recording.recorded(),
  }
}

// A render that fails without an answer may succeed with it, so a failure waits until it is known
// to be one.
function attempt(render: () => RecordedRender): Round<RecordedRender>['result'] {
  try {
    return { rendered: render() }
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

/** The query that a key stands for. */
export function queryOf(key: string): LookupQuery {
  const [apiVersion = '', kind = '', namespace = '', name = ''] = JSON.parse(key) as string[]
  return { apiVersion, kind, namespace, name }
}
