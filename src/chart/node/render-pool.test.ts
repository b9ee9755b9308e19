import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { RenderJob } from '../../../test/parity/render-job.ts'
import { createRenderJobPool } from '../../../test/parity/render-job-pool.ts'

const endless =
  '{{ range until 30000 }}{{ range until 30000 }}{{ range until 30000 }}{{ end }}{{ end }}{{ end }}'

// A thread loads the engine from source, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let pool: ReturnType<typeof createRenderJobPool>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-pool-'))
  writeChart('good', 'a: {{ .Values.a }}')
  writeChart('endless', endless)
  writeChart('bad', '{{ fail "no" }}')
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => void (pool = createRenderJobPool(1)))
afterEach(() => pool.close())

function writeChart(name: string, template: string): void {
  mkdirSync(join(folder, name, 'templates'), { recursive: true })
  writeFileSync(join(folder, name, 'Chart.yaml'), `{apiVersion: v2, name: ${name}, version: 1.0.0}`)
  writeFileSync(join(folder, name, 'templates', 'a.yaml'), template)
}

function jobOf(chart: string, values: readonly Uint8Array[] = []): RenderJob {
  const release = { name: 'demo', namespace: 'default', revision: 1, isUpgrade: false }
  return { chart: join(folder, chart), values, release, seed: 'a', now: 0n }
}

const never = new AbortController().signal

function render(job: RenderJob, signal: AbortSignal) {
  return pool.render(job, job.chart, signal)
}

test('one thread renders many charts, one after the other', async () => {
  const values = ['a: 1', 'a: 2', 'a: 3'].map((text) => [new TextEncoder().encode(text)])
  const outcomes = await Promise.all(values.map((one) => render(jobOf('good', one), never)))
  expect(outcomes).toEqual(
    [1, 2, 3].map((n) => ({ output: `---\n# Source: good/templates/a.yaml\na: ${n}\n` })),
  )
})

test('a chart that fails is an outcome, and its thread goes on', async () => {
  const error = 'execution error at (bad/templates/a.yaml:1:3): no'
  expect(await render(jobOf('bad'), never)).toEqual({ error })
  expect(await render(jobOf('bad'), never)).toEqual({ error })
})

test('a render aborted before it starts costs nothing', async () => {
  const controller = new AbortController()
  const hopeless = render(jobOf('endless'), controller.signal)
  controller.abort(new Error('enough'))
  await expect(hopeless).rejects.toThrow('enough')
})

test('an aborted render costs its thread; the next job gets a new one', async () => {
  const controller = new AbortController()
  const hopeless = render(jobOf('endless'), controller.signal)
  const next = render(jobOf('bad'), never)
  await setImmediate()
  controller.abort(new Error('enough'))
  await expect(hopeless).rejects.toThrow('enough')
  expect(await next).toHaveProperty('error')
})

test('a job that takes its thread down fails alone', async () => {
  const broken = { ...jobOf('good'), release: undefined } as unknown as RenderJob
  await expect(render(broken, never)).rejects.toThrow(/^rendering .*good failed$/)
  expect(await render(jobOf('bad'), never)).toHaveProperty('error')
})

test('a job that waits for a thread can be aborted', async () => {
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = render(jobOf('endless'), running.signal)
  const second = render(jobOf('good'), waiting.signal)
  waiting.abort(new Error('not needed any more'))
  await expect(second).rejects.toThrow('not needed any more')
  running.abort(new Error('enough'))
  await expect(first).rejects.toThrow('enough')
})

test('closing fails what runs and what waits', async () => {
  const running = render(jobOf('endless'), never)
  const waiting = render(jobOf('good'), never)
  const settled = Promise.allSettled([running, waiting])
  await pool.close()
  expect(
    (await settled).map((one) => (one.status === 'rejected' ? String(one.reason) : 'done')),
  ).toEqual([
    expect.stringMatching(/the thread that rendered .*endless ended/),
    'Error: the render pool was closed',
  ])
})
