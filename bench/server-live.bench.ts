import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { patchObject } from '../src/kube/objects/patch-object.ts'
import { sleep } from '../src/std/sleep.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'
import { percentile } from './percentile.ts'
import { processorOf } from './process-figures.ts'
import {
  type ServerBenchStage,
  addInstances,
  addReaders,
  instances,
  openServerBench,
  startServer,
} from './server/server-stage.ts'

const readers = 20
const each = 25
const objects = 200
const changesPerSecond = 100
const minutes = Number(process.env['BENCH_MINUTES'] ?? 10)
/** Seconds that nothing is measured: code is compiled and caches fill. */
const warmUp = 20
const never = new AbortController().signal

/** Streams of changes: 500 clients that all see 100 changes a second. */
export const bench: Bench = {
  summary: `500 clients of the stream × 100 changes a second for ${minutes} minutes: delay and memory`,
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-server-live-'))
    const stage = await openServerBench()
    const server = await startServer(stage.kubeconfig, { folder })
    try {
      await addInstances(stage.client, stage.users.team, objects)
      const tokens = await addReaders(stage, readers)
      return await follow(stage, { url: server.url, pid: server.child.pid ?? 0, tokens })
    } finally {
      await server.stop()
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Followed {
  readonly url: string
  readonly pid: number
  readonly tokens: readonly string[]
}

async function follow(
  stage: ServerBenchStage,
  { url, pid, tokens }: Followed,
): Promise<readonly Measurement[]> {
  const clients = await startClients({ url, tokens, each })
  const ending = new AbortController()
  const delays: number[] = []
  const memory: number[] = []
  let resets = 0
  let second = 0
  let before = [0, 0]
  let used: readonly number[] = []
  const writing = write(stage, ending.signal)
  try {
    for await (const line of createInterface(clients.stdout ?? process.stdin)) {
      const told = JSON.parse(line) as { readonly delays: readonly number[]; resets: number }
      resets = told.resets
      if (second++ < warmUp) {
        before = [processorOf(pid), processorOf(clients.pid ?? 0)]
        continue
      }
      // Enough to know the 99th of a hundred, and not 30 million.
      for (let at = second % 7; at < told.delays.length; at += 7) delays.push(told.delays[at] ?? 0)
      memory.push(residentOf(pid))
      if (second >= warmUp + minutes * 60) break
    }
    used = [processorOf(pid), processorOf(clients.pid ?? 0)].map(
      (now, at) => (now - (before[at] ?? 0)) / memory.length,
    )
  } finally {
    ending.abort()
    clients.kill()
    await writing
  }
  const part = Math.max(1, Math.floor(memory.length / 5))
  const [early, late] = [median(memory.slice(0, part)), median(memory.slice(-part))]
  const expected = (readers * each * changesPerSecond * memory.length) / 7
  return [
    { name: 'delay, median', value: median(delays), unit: 'ms' },
    { name: 'delay, p99', value: percentile(delays, 0.99), unit: 'ms', limit: 250 },
    { name: 'lists that had to be read again', value: resets, unit: '×', limit: 0 },
    {
      name: 'events wanted ÷ events seen',
      value: expected / delays.length,
      unit: '×',
      limit: 1.05,
    },
    { name: 'processor of the server for a second', value: used[0] ?? NaN, unit: 'ms' },
    { name: 'processor of the clients for a second', value: used[1] ?? NaN, unit: 'ms' },
    { name: 'memory in the first fifth', value: early, unit: 'kB' },
    { name: 'memory in the last fifth', value: late, unit: 'kB' },
    { name: 'memory, last fifth ÷ first', value: late / early, unit: '×', limit: 1.1 },
  ]
}

async function startClients(settings: object): Promise<ChildProcess> {
  const file = join(import.meta.dirname, 'server/live-clients-child.ts')
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.write(`${JSON.stringify(settings)}\n`)
  await once(child.stdout ?? child, 'data')
  return child
}

/** Changes one object after the other, in step with the clock. */
async function write({ client, users }: ServerBenchStage, signal: AbortSignal): Promise<void> {
  const began = performance.now()
  const underWay = new Set<Promise<unknown>>()
  for (let count = 0; !signal.aborted; count++) {
    const wait = began + (count * 1000) / changesPerSecond - performance.now()
    if (wait > 0) await sleep(wait, never)
    const name = `instance-${String(count % objects).padStart(4, '0')}`
    const target = { resource: instances, namespace: users.team, name }
    const patch = { spec: { parameters: { askedAt: String(Date.now()) } } }
    const one = patchObject(client, target, { type: 'merge', patch }, {}, never)
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
    if (underWay.size > changesPerSecond) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}

function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
