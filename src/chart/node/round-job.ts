import { RenderError } from '../../template/errors.ts'
import type { LookupAnswer, Lookups } from '../../template/lookups.ts'
import { clusterCapabilities } from '../capabilities.ts'
import type { Chart } from '../chart.ts'
import { ChartError, type ChartErrorCode, SchemaDocumentNeeded } from '../errors.ts'
import {
  type Round,
  type RoundInput,
  type RoundRequest,
  renderRound,
} from '../render/render-round.ts'
import type { RecordedRender } from '../render/render.ts'
import { nodeEntropy } from './entropy.ts'
import { type SentChart, loadSent, revive, reviveTable } from './sent-chart.ts'

/** One round for a thread. Charts and lists of what is served are large: each is sent once, and then meant by its number. */
export interface RoundJob extends Omit<RoundRequest, 'chart' | 'apiVersions'>, RoundInput {
  readonly chart: number
  readonly apis: number
  /** Undefined while the thread may know them. */
  readonly sent: SentOnce | undefined
}

interface SentOnce extends SentChart {
  readonly apiVersions: readonly string[]
}

/** Says that a thread is wanted soon. */
export const hello = 'hello'

/** The render that comes back. The caller has the chart already. */
export type ThreadRender = Pick<RecordedRender, 'manifests' | 'hooks' | 'notes' | 'entropy'>

export type RoundReply =
  /** The thread does not know what a number means. */
  | { readonly needs: 'all' }
  | {
      readonly round: Omit<Round<ThreadRender>, 'result'>
      readonly result: { readonly rendered: ThreadRender } | { readonly failure: RoundFailure }
    }

/** An error that can be sent. */
export interface RoundFailure {
  readonly of: 'chart' | 'template' | 'document' | 'unknown'
  /** Of a document, its address. */
  readonly code: string
  readonly message: string
}

// A platform has some dozens of charts, and most are rendered once.
const mostKept = 8

/** The charts and APIs that a thread was sent, by number. */
export interface Kept {
  readonly charts: Map<number, Chart>
  readonly apis: Map<number, readonly string[]>
}

/** Carries out a job in this thread. */
export function runRoundJob(job: RoundJob, kept: Kept): RoundReply {
  const { sent } = job
  const chart = keep(kept.charts, job.chart, sent && (() => loadSent(sent)))
  const apiVersions = keep(kept.apis, job.apis, sent && (() => sent.apiVersions))
  if (chart === undefined || apiVersions === undefined) return { needs: 'all' }
  const request = {
    values: reviveTable(job.values),
    release: job.release,
    capabilities: clusterCapabilities(job.gitVersion, apiVersions),
    entropy: nodeEntropy(),
    skipSchema: job.skipSchema,
    warn: () => {},
  }
  const given = { answers: reviveAnswers(job.answers), recordedEntropy: job.recordedEntropy }
  const { result, ...round } = renderRound(chart, request, given)
  if ('error' in result) return { round, result: { failure: failureOf(result.error) } }
  const { manifests, hooks, notes, entropy } = result.rendered
  return { round, result: { rendered: { manifests, hooks, notes, entropy } } }
}

function keep<T>(kept: Map<number, T>, number: number, load: (() => T) | undefined): T | undefined {
  const value = kept.get(number) ?? load?.()
  if (value === undefined) return undefined
  kept.delete(number)
  kept.set(number, value)
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return value
}

function reviveAnswers(answers: Lookups): Lookups {
  const revived = [...answers].map(([key, answer]): readonly [string, LookupAnswer] =>
    'value' in answer ? [key, { value: revive(answer.value) }] : [key, answer],
  )
  return new Map(revived)
}

/** An error as it is sent. */
export function failureOf(error: unknown): RoundFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ChartError) return { of: 'chart', code: error.code, message }
  if (error instanceof RenderError) return { of: 'template', code: error.code, message }
  if (error instanceof SchemaDocumentNeeded) return { of: 'document', code: error.url, message }
  return { of: 'unknown', code: '', message }
}

/** The error that a thread met. */
export function errorOf({ of, code, message }: RoundFailure): Error {
  if (of === 'chart') return new ChartError(code as ChartErrorCode, message)
  if (of === 'template') return new RenderError(code as RenderError['code'], message)
  return of === 'document' ? new SchemaDocumentNeeded(code) : new Error(message)
}
