import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { fixedPorts } from '../../../test/cli/run-cli.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { startThread } from '../../cli/platform/start-thread.ts'
import { readAddressPolicy, strictPolicy } from '../../sources/policy/policy.ts'
import type { MirrorJob } from './mirror-job.ts'
import { mirrorOnThread } from './mirror-thread.ts'

// A thread loads the sources, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const { signal } = new AbortController()

test('a mirror runs on a thread; errors keep what they mean, and it ends when nobody wants it any more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-thread-'))
  const registry = await startTemporaryRegistry()
  const ports = fixedPorts()
  const inMain = { ...ports, program: { ...ports.program, file: main } }
  const run = mirrorOnThread(() => startThread('mirror', inMain))
  const to = openExchange(registry.url, 'app')
  const { text, digest } = await to.image('layer')
  await to.putManifest('1', text)
  const job: MirrorJob = {
    charts: [],
    images: [`${registry.host}/app:1`],
    to: { images: `${registry.host}/mirror` },
    map: {},
    platforms: [],
    signatures: false,
    trust: 'trusted',
    policy: readAddressPolicy({ allow: [`http://${registry.host}`] }),
    logins: {},
    pace: { parallel: 2, mostPatience: 1000 },
    indexFolder: folder,
    contentFolder: join(folder, 'content'),
  }
  try {
    const outcome = await run(job, signal)
    expect(outcome.lock.images).toMatchObject([{ digest, target: `${registry.host}/mirror/app:1` }])
    expect(outcome).toMatchObject({ copied: 1, delta: [{ change: 'added', noun: 'image' }] })
    await expect(run({ ...job, policy: strictPolicy }, signal)).rejects.toThrow('not allowed')
    const leaving = new AbortController()
    const left = run(job, leaving.signal)
    leaving.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true })
  }
})
