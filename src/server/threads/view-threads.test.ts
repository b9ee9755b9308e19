import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { loadChart } from '../../chart/node/load-chart.ts'
import { sentChart } from '../../chart/node/sent-chart.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { systemClock } from '../../std/clock.ts'
import type { ViewJob } from './view-job.ts'
import { ViewThreads, viewHere } from './view-threads.ts'

vi.setConfig({ testTimeout: 60_000 })

const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const threads = new ViewThreads({
  start: () => new Worker(program, { argv: ['__thread', 'views'], execArgv: [] }),
  clock: systemClock,
})
afterAll(() => threads.close())

const objects = 300

/** A revision with many objects, one of which is a Secret. */
function revision(version: number): ReleaseRecord {
  const maps = Array.from(
    { length: objects },
    (_, at) =>
      `---\n# Source: c/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: map-${at}}\ndata: {version: "${version}"}\n`,
  )
  const secret =
    '---\n# Source: c/templates/s.yaml\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: not-for-all}\n'
  return {
    name: 'web',
    namespace: 'team',
    version,
    info: { status: 'deployed' },
    chart: { metadata: { name: 'c', version: '1.0.0' } },
    config: {},
    manifest: `${maps.join('')}${secret}`,
    hooks: [],
  } as unknown as ReleaseRecord
}

const chart = sentChart(loadChart(fileURLToPath(new URL('../../../charts/dns', import.meta.url))))
const explained = {
  is: 'explain',
  chart,
  values: new Map(),
  layers: [{ name: 'spec', values: new Map() }],
  release: { namespace: 'team', name: 'web' },
  gitVersion: 'v1.36.3',
  apiVersions: ['v1', 'apps/v1'],
} as const

const rows: readonly (readonly [string, ViewJob])[] = [
  ['a difference', { is: 'diff', from: revision(1), to: revision(2) }],
  ['a manifest', { is: 'manifest', record: revision(1), secrets: 'masked' }],
  ['a manifest with its Secrets', { is: 'manifest', record: revision(1), secrets: 'shown' }],
  ['an explanation', { ...explained, path: undefined }],
  ['no such object', { ...explained, path: 'Pod/absent' }],
  [
    'a broken record',
    { is: 'manifest', record: { ...revision(1), manifest: 'a: [' }, secrets: 'masked' },
  ],
]

test.each(rows)('%s is made on a thread as it is made here', async (_, job) => {
  const there = await threads.run(job, 'anna', AbortSignal.timeout(50_000))
  expect(there).toEqual(await viewHere(job, 'anna', AbortSignal.timeout(50_000)))
})

test('this thread goes on with other work meanwhile', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  await threads.run(rows[0]?.[1] as ViewJob, 'anna', AbortSignal.timeout(50_000))
  isOver = true
  expect(turns).toBeGreaterThan(10)
})

test('a record that cannot be read is refused in words', async () => {
  const reply = await threads.run(rows[5]?.[1] as ViewJob, 'anna', AbortSignal.timeout(50_000))
  expect(reply).toMatchObject({ failure: expect.any(String), code: expect.any(String) })
})
