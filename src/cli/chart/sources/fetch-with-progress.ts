import type { ChartRequest, FetchedSource, FetchOptions } from '../../../sources/chart-request.ts'
import { fetchChart } from '../../../sources/fetch-chart.ts'
import { SourceError } from '../../../sources/errors.ts'
import type { Progress } from '../../output/progress.ts'

/** Fetches a chart, and tells how far it is. */
export async function fetchWithProgress(
  wanted: { readonly label: string; readonly request: ChartRequest },
  options: FetchOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const task = progress.start(wanted.label)
  let seen = 0
  const onProgress: FetchOptions['onProgress'] = ({ received, total }) => {
    if (seen === 0 && total !== undefined) task.expect(total)
    task.advance(received - seen)
    seen = received
  }
  try {
    const fetched = await fetchChart(wanted.request, { ...options, onProgress }, signal)
    task.end('done')
    return fetched
  } catch (error) {
    task.end('failed')
    throw withAdvice(error)
  }
}

/** A refusal of the policy says what would allow it; here is where a user can. */
export function withAdvice(error: unknown): unknown {
  if (!(error instanceof SourceError) || error.code !== 'address-refused') return error
  const where = 'allowed addresses are given by --allow-address or $OUTRIGGER_ALLOW_ADDRESS'
  return new SourceError(error.code, `${error.message} (${where})`, { cause: error.cause })
}
