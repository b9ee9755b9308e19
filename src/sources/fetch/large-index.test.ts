import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChartRepository } from '../../../test/operator/chart-repository.ts'
import { runRefreshJob } from '../../catalog/refresh/refresh-job.ts'
import type { IndexRequest } from '../chart-request.ts'
import { fetchChart } from '../fetch-chart.ts'
import { strictPolicy } from '../policy/policy.ts'

const { signal } = new AbortController()

test.each([
  { versions: 3, elsewhere: 0 },
  { versions: 3000, elsewhere: 1 },
])('an index of $versions versions is read elsewhere: $elsewhere', async (row) => {
  const folder = await mkdtemp(join(tmpdir(), 'large-index-'))
  const many = Array.from({ length: row.versions }, (_, at) => ({
    name: 'a',
    version: `1.0.${at}`,
    files: {},
  }))
  const charts = await ChartRepository.start(many)
  const asked: string[] = []
  const refreshLargeIndex = (request: IndexRequest, inner: AbortSignal) => {
    asked.push(request.url)
    return runRefreshJob({ ...request, charts: [], policy: strictPolicy, timeout: 30_000 }, inner)
  }
  try {
    const found = await fetchChart(
      { address: charts.url, name: 'a', trust: 'trusted' },
      { policy: strictPolicy, indexFolder: folder, refreshLargeIndex },
      signal,
    )
    expect(found.version).toBe(`1.0.${row.versions - 1}`)
    expect(asked).toHaveLength(row.elsewhere)
  } finally {
    await charts.stop()
    await rm(folder, { recursive: true })
  }
})
