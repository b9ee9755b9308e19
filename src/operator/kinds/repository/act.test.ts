import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartRepository } from '../../../../test/operator/chart-repository.ts'
import { runRefreshJob } from '../../../catalog/refresh/refresh-job.ts'
import { parseRepository } from '../../../kinds/repository.ts'
import { strictPolicy } from '../../../sources/policy/policy.ts'
import { act, indexFiles } from './act.ts'
import { statusOf } from './status.ts'

const { signal } = new AbortController()
const key = 'outrigger-system/team'
const access = { state: 'complete', inputs: '' } as const

let folder: string
let charts: ChartRepository

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repository-act-'))
  charts = await ChartRepository.start([{ name: 'a', version: '1.0.0', files: {} }])
})
afterAll(() => rm(folder, { recursive: true }))

function refreshing(url: string) {
  const [namespace = '', name = ''] = key.split('/')
  const parsed = parseRepository({ metadata: { namespace, name, generation: 1 }, spec: { url } })
  if (!parsed.ok) throw new Error('a good Repository')
  return { do: 'refresh', repository: parsed.value, inputs: url, retry: '' } as const
}

test('a process that starts while the server is down goes on with the index on the disk, and says so', async () => {
  const ports = {
    refresh: runRefreshJob,
    policy: strictPolicy,
    indexFolder: folder,
    indexes: indexFiles,
    platformNamespace: 'outrigger-system',
    now: Date.now,
  }
  const afterStart = { state: undefined, access }
  const decision = refreshing(charts.url)
  const read = await act(key, { decision, before: afterStart }, ports, signal)
  expect(read?.failure).toBeUndefined()
  await charts.stop()
  const state = await act(key, { decision, before: afterStart }, ports, signal)
  expect(state?.index).toMatchObject({ digest: read?.index?.digest, charts: 1, versions: 1 })
  const { repository } = decision
  const status = statusOf({ repository, decision, state, origin: 'custom' })
  expect(status?.findings.find(({ type }) => type === 'Ready')).toMatchObject({
    status: 'False',
    reason: 'RefreshFailed',
    message: expect.stringMatching(/the index that was read before is still used$/),
  })
  // The index there is of another address.
  const elsewhere = await act(
    key,
    { decision: refreshing('http://127.0.0.1:1'), before: afterStart },
    ports,
    signal,
  )
  expect(elsewhere?.index).toBeUndefined()
})
