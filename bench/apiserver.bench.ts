import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientAccess } from '../src/apiserver/certificates/write-kubeconfig.ts'
import { startControlPlane } from '../test/testbed/control-plane.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const connections = 16
const rounds = 5
const writesPerRound = 1500
const kept = 10_000
const watchers = 20
const writesPerSecond = 1000
const watchSeconds = 2
const startLimit = 1000
const deliveryLimit = 50

/** The embedded API server against the real one with etcd, both waiting for the disk, with the same client. */
export const bench: Bench = {
  summary:
    'writes/s against kube-apiserver with etcd, delivery to 20 watchers, start with 10,000 objects',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-bench-'))
    const real = await startControlPlane({
      folder: join(folder, 'real'),
      keeps: 'nothing',
      fsync: true,
      parts: [],
    })
    const ours = await startChild(join(folder, 'ours'))
    try {
      const { ca, ...admin } = real.admin
      const theirs = { ...admin, authority: ca }
      const writes = await compareWrites({ ours: ours.access, real: theirs })
      await real.shutDown()
      const deliveries = await measureDeliveries(ours.access)
      await ours.stop()
      return [...writes, ...deliveries, ...(await measureStart(join(folder, 'kept')))]
    } finally {
      await Promise.all([ours.stop(), real.shutDown()])
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Child {
  readonly access: ClientAccess
  readonly started: number
  readonly resident: number
  readonly stop: () => Promise<void>
}

async function startChild(folder: string): Promise<Child> {
  const file = join(import.meta.dirname, 'apiserver-child.ts')
  const child: ChildProcess = spawn(process.execPath, [file, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const [line] = (await once(child.stdout ?? child, 'data')) as readonly Uint8Array[]
  const { started, resident, ...access } = JSON.parse(Buffer.from(line ?? []).toString()) as {
    readonly started: number
    readonly resident: number
  } & ClientAccess
  const stop = async (): Promise<void> => {
    child.stdin?.end()
    await gone
  }
  return { access, started, resident, stop }
}

/** In turns, because two runs on a busy machine compare only the machine. */
async function compareWrites(
  servers: Readonly<Record<'ours' | 'real', ClientAccess>>,
): Promise<readonly Measurement[]> {
  const times = { ours: [] as number[], real: [] as number[] }
  const agents = { ours: agentOf(servers.ours), real: agentOf(servers.real) }
  for (let round = -1; round < rounds; round++) {
    for (const name of ['ours', 'real'] as const) {
      const began = performance.now()
      await createMany(servers[name], agents[name], `r${round + 1}`, writesPerRound)
      if (round >= 0) times[name].push(performance.now() - began)
    }
  }
  for (const agent of Object.values(agents)) agent.destroy()
  const ratios = times.ours.map((time, round) => time / (times.real[round] ?? NaN))
  return [
    { name: 'one write, ours, best of 5', value: bestOf(times.ours), unit: 'ms' },
    {
      name: 'one write, kube-apiserver and etcd, best of 5',
      value: bestOf(times.real),
      unit: 'ms',
    },
    { name: 'one write, median of ratios', value: median(ratios), unit: '×', limit: 1 },
  ]
}

function bestOf(times: readonly number[]): number {
  return Math.min(...times) / writesPerRound
}

async function createMany(
  access: ClientAccess,
  agent: Agent,
  prefix: string,
  count: number,
): Promise<void> {
  let next = 0
  const write = async (): Promise<void> => {
    while (next < count) await create(access, agent, `${prefix}-${next++}`)
  }
  await Promise.all(Array.from({ length: connections }, write))
}

const filling = 'x'.repeat(900)

async function create(access: ClientAccess, agent: Agent, name: string, at = ''): Promise<void> {
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { filling, at },
  })
  const path = '/api/v1/namespaces/default/configmaps'
  const answer = await ask(access, agent, { method: 'POST', path }, body)
  const said = await text(answer)
  if (answer.statusCode !== 201) throw new Error(`${name} was answered with ${said}`)
}

async function measureDeliveries(access: ClientAccess): Promise<readonly Measurement[]> {
  const found: (readonly [half: number, nearlyAll: number])[] = []
  for (let round = 0; round < rounds; round++) {
    found.push(await measureDelivery(access, `steady-${round}`))
  }
  const what = `delivery to ${watchers} watchers at ${writesPerSecond}/s`
  const halves = found.map(([half]) => half)
  const nearlyAlls = found.map(([, nearlyAll]) => nearlyAll)
  return [
    { name: `${what}, median, best of ${rounds}`, value: Math.min(...halves), unit: 'ms' },
    {
      name: `${what}, p99, best of ${rounds}`,
      value: Math.min(...nearlyAlls),
      unit: 'ms',
      limit: deliveryLimit,
    },
    { name: `${what}, p99, median of ${rounds}`, value: median(nearlyAlls), unit: 'ms' },
    { name: `${what}, p99, worst of ${rounds}`, value: Math.max(...nearlyAlls), unit: 'ms' },
  ]
}

/** Writes at a steady pace; each object carries the time at which it was sent. */
async function measureDelivery(
  access: ClientAccess,
  prefix: string,
): Promise<readonly [half: number, nearlyAll: number]> {
  const watching = agentOf(access, watchers)
  const path = '/api/v1/namespaces/default/configmaps?watch=1'
  const delays: number[] = []
  let seen = 0
  const total = writesPerSecond * watchSeconds
  const all = Promise.withResolvers<void>()
  const from = await latestVersion(access, watching)
  const streams = await Promise.all(
    Array.from({ length: watchers }, async () => {
      const stream = await ask(access, watching, {
        method: 'GET',
        path: `${path}&resourceVersion=${from}`,
      })
      stream.on('error', () => {})
      let rest = ''
      stream.setEncoding('latin1').on('data', (chunk: string) => {
        const whole = rest + chunk
        const end = whole.lastIndexOf('\n') + 1
        rest = whole.slice(end)
        const now = performance.now()
        for (const [, at] of whole.slice(0, end).matchAll(/"at":"([\d.]+)"/g)) {
          delays.push(now - Number(at))
          if (++seen === total * watchers) all.resolve()
        }
      })
      return stream
    }),
  )
  const writing = agentOf(access)
  await writeSteadily(access, writing, prefix, total)
  await all.promise
  for (const stream of streams) stream.destroy()
  watching.destroy()
  writing.destroy()
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? NaN
  return [at(0.5), at(0.99)]
}

async function latestVersion(access: ClientAccess, agent: Agent): Promise<string> {
  const answer = await ask(access, agent, { method: 'GET', path: '/api/v1/namespaces?limit=1' })
  const { metadata } = JSON.parse(await text(answer)) as {
    readonly metadata: { readonly resourceVersion: string }
  }
  return metadata.resourceVersion
}

async function writeSteadily(
  access: ClientAccess,
  agent: Agent,
  prefix: string,
  total: number,
): Promise<void> {
  const began = performance.now()
  const writes: Promise<void>[] = []
  while (writes.length < total) {
    const due = Math.min(total, ((performance.now() - began) / 1000) * writesPerSecond)
    while (writes.length < due) {
      const at = String(performance.now())
      writes.push(create(access, agent, `${prefix}-${writes.length}`, at))
    }
    await new Promise((done) => setTimeout(done, 1))
  }
  await Promise.all(writes)
}

/** How long it takes until a folder with many objects is served. */
async function measureStart(folder: string): Promise<readonly Measurement[]> {
  const first = await startChild(folder)
  const agent = agentOf(first.access)
  await createMany(first.access, agent, 'kept', kept)
  agent.destroy()
  await first.stop()
  const starts: Child[] = []
  for (let round = 0; round < rounds; round++) {
    const child = await startChild(folder)
    await child.stop()
    starts.push(child)
  }
  const value = Math.min(...starts.map(({ started }) => started))
  const resident = Math.min(...starts.map((child) => child.resident))
  return [
    { name: `start with ${kept} objects, best of ${rounds}`, value, unit: 'ms', limit: startLimit },
    { name: 'resident memory then', value: resident, unit: 'kB' },
  ]
}

function agentOf({ authority, certificate, key }: ClientAccess, maxSockets = connections): Agent {
  return new Agent({ ca: authority, cert: certificate, key, keepAlive: true, maxSockets })
}

function ask(
  access: ClientAccess,
  agent: Agent,
  { method, path }: { readonly method: string; readonly path: string },
  body?: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(`${access.url}${path}`, { method, agent, headers }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}
