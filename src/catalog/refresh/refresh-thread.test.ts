import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { startThread } from '../../cli/platform/start-thread.ts'
import { strictPolicy } from '../../sources/policy/policy.ts'
import { systemClock } from '../../std/clock.ts'
import { fixedPorts } from '../../../test/cli/run-cli.ts'
import { RefreshThread } from './refresh-thread.ts'

// A thread loads the sources, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const { signal } = new AbortController()

test('indexes are read on a thread, errors keep what they mean, and it ends when closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'refresh-thread-'))
  const server = createServer((request, response) => {
    if (request.url === '/index.yaml') response.end('apiVersion: v1\nentries: {}\n')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ports = fixedPorts()
  const inMain = { ...ports, program: { ...ports.program, file: main } }
  const thread = new RefreshThread(() => startThread('indexes', inMain), systemClock)
  const job = {
    place: { name: 'a', folder },
    url: `http://127.0.0.1:${port}`,
    charts: [],
    trust: 'trusted',
    policy: strictPolicy,
    timeout: 10_000,
  } as const
  try {
    expect(await thread.refresh(job, signal)).toMatchObject({ kind: 'fetched', charts: 0 })
    const elsewhere = { ...job, url: `${job.url}/nothing` }
    await expect(thread.refresh(elsewhere, signal)).rejects.toMatchObject({
      name: 'SourceError',
      code: 'not-found',
    })
    const leaving = new AbortController()
    const left = thread.refresh(job, leaving.signal)
    leaving.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
    const last = thread.refresh(job, signal)
    await Promise.all([thread.close(), expect(last).rejects.toThrow('was closed')])
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})
