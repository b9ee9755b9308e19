import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fixedPorts } from '../../../test/cli/run-cli.ts'
import { startThread } from '../../cli/platform/start-thread.ts'
import { toBytes } from '../../formats/go-string.ts'
import { Sized, type Value } from '../../formats/value.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { RenderError } from '../../template/errors.ts'
import { lookupKey } from '../../template/lookups.ts'
import type { Chart, Table } from '../chart.ts'
import { loadFiles } from '../load/load.ts'
import type { RoundInput } from '../render/render-round.ts'
import { renderHere } from './render-here.ts'
import { RenderThreads } from './render-threads.ts'

// A thread loads the engine from source, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url))
const ports = fixedPorts()
const inMain = { ...ports, program: { ...ports.program, file: main } }
const limit = 1000
const never = new AbortController().signal
const nothing: RoundInput = { answers: new Map(), recordedEntropy: undefined }

let threads: RenderThreads
let clock: VirtualClock
let started: number
beforeEach(() => {
  started = 0
  clock = new VirtualClock()
  const start = () => (started++, startThread('renders', inMain))
  threads = new RenderThreads({ start, clock, size: 1, limit })
})
afterEach(() => threads.close())

function chartOf(...lines: readonly string[]): Chart {
  const template = ['kind: K', 'metadata: {name: n}', ...lines, ''].join('\n')
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/a.yaml', data: toBytes(template) },
  ]
  return loadFiles(files, (data) => data)
}

function requestFor(chart: Chart, values: Table = new Map()) {
  const release = { name: 'r', namespace: 'n', revision: 1, isUpgrade: false }
  const served = { gitVersion: 'v1.33.4', apiVersions: ['v1', 'apps/v1'] }
  return { chart, values, release, ...served, skipSchema: false }
}

const all = chartOf(
  'count: {{ .Values.count }}',
  'kinds: {{ kindOf .Values.count }} {{ kindOf .Values.list }} {{ len .Values.list }}',
  'drawn: {{ randAlphaNum 8 }}',
  'served: {{ .Capabilities.APIVersions.Has "apps/v1" }}',
  'found: {{ (lookup "v1" "Secret" "n" "a").size }}',
)

test('a thread gives what this thread gives, with the answers and the entropy that it is given', async () => {
  const values: Table = new Map<string, Value>([
    ['count', new Sized('int64', 3n)],
    ['list', [1, 'two', null]],
  ])
  const request = requestFor(all, values)
  const first = await threads.now(request, nothing, never)
  const secret = { apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 'a' }
  expect(first.missed).toEqual([secret])
  expect(first.asked).toEqual(['apis'])
  const found = { value: new Map([['size', new Sized('int64', 7n)]]) }
  const given = {
    answers: new Map([[lookupKey(secret), found]]),
    recordedEntropy: first.recordedEntropy,
  }
  const second = await threads.now(request, given, never)
  expect(await renderHere(request, given, never)).toMatchObject(second)
  expect(second.result).toMatchObject({
    rendered: { manifests: [{ text: expect.stringContaining('found: 7') as unknown }] },
  })
})

test('a thread shows values at the top where the chart wants it', async () => {
  const chart = { ...chartOf('image: {{ .Image }}'), valuesAtTop: true }
  const { result } = await threads.now(
    requestFor(chart, new Map([['Image', 'a:1']])),
    nothing,
    never,
  )
  expect(result).toMatchObject({
    rendered: { manifests: [{ text: expect.stringContaining('image: a:1') as unknown }] },
  })
})

test('errors keep what they are', async () => {
  const failing = requestFor(chartOf('{{ fail "no" }}'))
  const { result } = await threads.now(failing, nothing, never)
  const message = 'execution error at (c/templates/a.yaml:3:3): no'
  expect(result).toMatchObject({ error: { code: 'execution', message } })
  expect('error' in result && result.error).toBeInstanceOf(RenderError)
})

const endless =
  '{{ range until 30000 }}{{ range until 30000 }}{{ range until 30000 }}{{ end }}{{ end }}{{ end }}'

test('what runs over its limit fails, and costs its thread; the next chart gets another', async () => {
  await threads.now(requestFor(chartOf('a: b')), nothing, never)
  const hopeless = threads.now(requestFor(chartOf(endless)), nothing, never)
  const next = threads.ahead(requestFor(chartOf('c: d')), nothing, never)
  const late = 'rendering chart c took longer than 1 seconds'
  // The template spends its steps within a second: its answer must not be heard before the time is over.
  await Promise.all([clock.jump(limit), expect(hopeless).rejects.toThrow(late)])
  expect((await next).result).toHaveProperty('rendered')
  expect(started).toBe(2)
})

/** Priorities of the threads of this process: 0 is the usual one, more gives way. */
function priorities(): readonly number[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return [getPriority(Number(thread))]
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

describe.skipIf(process.platform !== 'linux')('a render that takes long', () => {
  const usual = getPriority(process.pid)
  const lower = Math.min(19, usual + 10)
  // Ends after a while, but not within milliseconds.
  const slow = '{{ range until 3000 }}{{ range until 3000 }}{{ end }}{{ end }}'
  const ways = [
    { may: 'that thread goes on', takeBack: () => true, threads: 1 },
    {
      may: 'a process without the right to take it back starts another thread',
      takeBack: () => false,
      threads: 2,
    },
  ]

  test.each(ways)('lets all else go first; $may', async ({ takeBack, threads: wanted }) => {
    started = 0
    const start = () => (started++, startThread('renders', inMain))
    const own = new RenderThreads({ start, clock, size: 1, takeBack })
    try {
      await own.now(requestFor(chartOf('a: b')), nothing, never)
      expect(priorities()).not.toContain(lower)
      const long = own.now(requestFor(chartOf(slow)), nothing, never)
      await clock.jump(1000)
      expect(priorities()).toContain(lower)
      expect((await long).result).toHaveProperty('rendered')
      expect((await own.now(requestFor(chartOf('a: b')), nothing, never)).result).toHaveProperty(
        'rendered',
      )
      expect(started).toBe(wanted)
    } finally {
      await own.close()
    }
  })

  test('a quick one gives way to nobody', async () => {
    await threads.now(requestFor(chartOf('a: b')), nothing, never)
    await clock.advance(1000)
    expect(priorities()).not.toContain(lower)
  })
})
