import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../std/clock.ts'
import { type TransformJob, type TransformReply } from './transform-job.ts'
import { TransformThreads, transformHere } from './transform-threads.ts'

vi.setConfig({ testTimeout: 60_000 })

const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const threads = new TransformThreads({
  start: () => new Worker(program, { argv: ['__thread', 'transforms'], execArgv: [] }),
  clock: systemClock,
})
afterAll(() => threads.close())

const head = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a' }
const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: "1"}\n'
const manifest = { path: 'c/templates/a.yaml', text, ...head }
const patch = `[{op: replace, path: /data/b, value: "2"}]`
const job = {
  texts: { manifests: [manifest], hooks: [] },
  patches: [{ target: { kind: 'ConfigMap' }, patch }],
  images: undefined,
} as unknown as TransformJob

test('patches are applied on a thread as they are here', async () => {
  const there = await threads.run(job, 'team-a', AbortSignal.timeout(30_000))
  expect(there).toEqual(await transformHere(job, '', AbortSignal.timeout(1000)))
  const { transformed } = there as Extract<TransformReply, { transformed: unknown }>
  expect(transformed.manifests[0]?.text).toContain('b: "2"')
})

test('a refusal comes back with its code', async () => {
  const wrong = { ...job, patches: [{ patch: 'a: [' }] }
  const reply = await threads.run(wrong, 'team-a', AbortSignal.timeout(30_000))
  expect(reply).toEqual({ failure: 'patch 1 is no YAML', code: 'bad-patch' })
})
