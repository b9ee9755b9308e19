import type { Chart } from '../../../chart/chart.ts'
import { chartOf } from '../../../sources/content.ts'
import type { Io } from '../../io.ts'
import { progressFor } from '../../output/progress.ts'
import type { Ports } from '../../verb.ts'
import { chartRequest } from './chart-request.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { openSources, withCache } from './open-sources.ts'
import type { SourceChoice } from './source-options.ts'

/** Fetches a chart that is used and not kept; what came before lies in the cache. */
export async function fetchForUse(
  name: string,
  { choice, where }: { readonly choice: SourceChoice; readonly where: 'here' | 'elsewhere' },
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Chart> {
  const sources = await openSources(choice, ports, signal)
  const progress = progressFor(io)
  try {
    const request = await chartRequest({ name, where }, choice, sources, signal)
    const wanted = { label: name, request }
    const fetched = await fetchWithProgress(wanted, await withCache(sources)(), progress, signal)
    for (const note of fetched.notes) progress.say(`warning: ${note}`)
    return chartOf(fetched.content)
  } finally {
    progress.close()
  }
}
