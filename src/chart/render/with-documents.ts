import type { Chart, SchemaDocument, SchemaDocuments } from '../chart.ts'
import { ChartError, SchemaDocumentNeeded } from '../errors.ts'
import { complaintOf, withDocuments } from '../values/schema.ts'
import type { RenderRound } from './render-round.ts'

/** Brings a document that a schema refers to, or fails. */
export type FetchDocument = (url: string, signal: AbortSignal) => Promise<SchemaDocument>

const mostDocuments = 32

/** Does something that may need documents of schemas again and again, until they are all there. */
export async function withFetchedDocuments<T>(
  attempt: (documents: SchemaDocuments) => T | Promise<T>,
  fetch: FetchDocument,
  signal: AbortSignal,
): Promise<T> {
  const documents = new Map<string, SchemaDocument>()
  for (;;) {
    try {
      return await attempt(new Map(documents))
    } catch (error) {
      if (!(error instanceof SchemaDocumentNeeded)) throw error
      await bring(error, documents, fetch, signal)
    }
  }
}

/** Makes rounds that fetch the documents of schemas. A document that was needed once is there in all later rounds. */
export function fetchingDocuments(fetch: FetchDocument): (round: RenderRound) => RenderRound {
  const completed = new WeakMap<Chart, Chart>()
  return (round) => async (request, given, signal) => {
    if (request.skipSchema) return await round(request, given, signal)
    for (;;) {
      const chart =
        completed.get(request.chart) ??
        withDocuments(request.chart, request.chart.documents ?? new Map())
      completed.set(request.chart, chart)
      const done = await round({ ...request, chart }, given, signal)
      const error = 'error' in done.result ? done.result.error : undefined
      if (!(error instanceof SchemaDocumentNeeded)) return done
      const documents = new Map(chart.documents)
      await bring(error, documents, fetch, signal)
      completed.set(request.chart, { ...request.chart, documents })
    }
  }
}

/** A chart with all documents that its schemas refer to. */
export async function completeSchemas(
  chart: Chart,
  fetch: FetchDocument,
  signal: AbortSignal,
): Promise<Chart> {
  return await withFetchedDocuments(
    (documents) => {
      for (const schema of schemasOf(chart)) complaintOf(schema, new Map(), documents)
      return withDocuments(chart, documents)
    },
    fetch,
    signal,
  )
}

function schemasOf({ schema, dependencies }: Chart): readonly Uint8Array[] {
  return [...(schema === undefined ? [] : [schema]), ...dependencies.flatMap(schemasOf)]
}

async function bring(
  { url }: SchemaDocumentNeeded,
  into: Map<string, SchemaDocument>,
  fetch: FetchDocument,
  signal: AbortSignal,
): Promise<void> {
  if (into.size >= mostDocuments) {
    const message = `a values.schema.json may refer to ${mostDocuments} other documents; ${url} is one more`
    throw new ChartError('limit', message)
  }
  into.set(url, await fetch(url, signal))
}
