import { type Server, type Socket, connect, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPath } from '../src/objects/kube-object.ts'
import type { Bench, Measurement } from './bench.ts'
import { ExtensionsStage, type Report } from './extensions-stage.ts'
import { median } from './median.ts'

const parts = {
  neighbours: measureNeighbours,
  thousand: measureThousand,
  growth: measureGrowth,
} as const

/** What instances cost, and what clusters that do not behave cost the others. */
export const bench: Bench = {
  summary:
    'instances of extensions: beside a black hole and a flapping cluster, 1,000 on 10 clusters, growth to 5,000',
  measure: async () => {
    const wanted = (process.env['EXTENSIONS_BENCH_PARTS'] ?? Object.keys(parts).join(',')).split(
      ',',
    )
    const found: Measurement[] = []
    for (const [name, measure] of Object.entries(parts))
      if (wanted.includes(name)) found.push(...(await measure()))
    return found
  },
}

const group = 50
const rounds = 3

// One cluster alone, and beside two others that have as many instances and do not behave.
async function measureNeighbours(): Promise<readonly Measurement[]> {
  const times = { alone: [] as number[], beside: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.alone.push(await rollOut([]))
    times.beside.push(await rollOut(['hole', 'flapping']))
  }
  const [alone, beside] = [median(times.alone), median(times.beside)]
  return [
    { name: `${group} instances on one cluster, alone`, value: alone, unit: 'ms' },
    { name: `${group} instances, beside a hole and a flapping one`, value: beside, unit: 'ms' },
    { name: 'beside against alone', value: beside / alone, unit: '×', limit: 1.2 },
  ]
}

async function rollOut(neighbours: readonly ('hole' | 'flapping')[]): Promise<number> {
  const stage = await ExtensionsStage.open(2)
  const closing: (() => void)[] = []
  try {
    await stage.addExtension('web')
    for (const name of neighbours) {
      const trouble =
        name === 'hole' ? await openHole() : await openFlapping(stage.portOf('cluster-1'))
      closing.push(trouble.close)
      await stage.addCluster(name, stage.kubeconfigOf('cluster-1', trouble.port))
      await stage.putInstances(instancesOn(name, group))
    }
    await stage.addCluster('third', stage.kubeconfigOf('cluster-0'))
    await stage.startOperator()
    await sleep(settleMilliseconds)
    const own = instancesOn('third', group)
    const began = performance.now()
    await stage.putInstances(own)
    await stage.untilReady(own.map(({ name }) => name))
    return performance.now() - began
  } finally {
    for (const close of closing) close()
    await stage.close()
  }
}

// So that what is measured begins when whatever was there before has been seen.
const settleMilliseconds = 5000

function instancesOn(cluster: string, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    name: `${cluster}-${at}`,
    spec: { extension: 'web', cluster },
  }))
}

interface Trouble {
  readonly port: number
  readonly close: () => void
}

/** Accepts connections and never answers. */
async function openHole(): Promise<Trouble> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).resume()
  })
  return { port: await listen(server), close: () => end(server, sockets) }
}

/** Passes on to a server for a moment, then cuts everything and refuses for a moment. */
async function openFlapping(port: number): Promise<Trouble> {
  const sockets = new Set<Socket>()
  let isUp = true
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (!isUp) return void socket.destroy()
    const other = connect(port, '127.0.0.1').on('error', () => socket.destroy())
    sockets.add(socket).add(other)
    socket.pipe(other).pipe(socket)
  })
  const timer = setInterval(() => {
    isUp = !isUp
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }, flapMilliseconds)
  const close = () => {
    clearInterval(timer)
    end(server, sockets)
  }
  return { port: await listen(server), close }
}

const flapMilliseconds = 1500

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}

function end(server: Server, sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
  server.close()
}

const clusters = 10
const thousand = 1000
const profileChanges = 4
const singleChanges = 100

async function measureThousand(): Promise<readonly Measurement[]> {
  const stage = await ExtensionsStage.open(clusters)
  try {
    const names = await fill(stage, thousand, clusters)
    const memories: number[] = []
    const times: number[] = []
    for (let change = 0; change < profileChanges; change++) {
      times.push(await changeProfile(stage, names, `zone-${change}`))
      memories.push((await stage.report()).heapUsed)
    }
    const atRest = await changeSingles(stage, names)
    const rolling = changeProfile(stage, names, 'zone-last')
    const meanwhile = await changeSingles(stage, names)
    await rolling
    const [first = 0, ...rest] = memories
    return [
      {
        name: '1,000 on 10: a Profile change reaches all Plugins',
        value: median(times),
        unit: 'ms',
      },
      { name: '1,000 on 10: memory', value: (await stage.report()).rss / 1024, unit: 'kB' },
      {
        name: '1,000 on 10: heap after four changes',
        value: (rest.at(-1) ?? 0) / first,
        unit: '×',
        limit: 1.1,
      },
      {
        name: '1,000 on 10: a change to its Plugin, p95',
        value: percentile(atRest, 95),
        unit: 'ms',
        limit: 300,
      },
      {
        name: '1,000 on 10: the same while a Profile changes all, p95',
        value: percentile(meanwhile, 95),
        unit: 'ms',
        limit: 300,
      },
    ]
  } finally {
    await stage.close()
  }
}

async function fill(
  stage: ExtensionsStage,
  count: number,
  places: number,
): Promise<readonly string[]> {
  await stage.addExtension('web')
  for (let at = 0; at < places; at++)
    await stage.addCluster(`c${at}`, stage.kubeconfigOf(`cluster-${at}`))
  await stage.startOperator()
  const instances = Array.from({ length: count }, (_, at) => ({
    name: `one-${at}`,
    spec: { extension: 'web', cluster: `c${at % places}` },
  }))
  await stage.putInstances(instances)
  const names = instances.map(({ name }) => name)
  await stage.untilReady(names)
  return names
}

/** Milliseconds until every Plugin says what the Profile wants of it. */
async function changeProfile(
  stage: ExtensionsStage,
  names: readonly string[],
  registry: string,
): Promise<number> {
  const began = performance.now()
  await stage.put('Profile', 'all', { images: { registry: `${registry}.example.com` } })
  const wanted = `${registry}.example.com`
  await stage.until(() =>
    names.every((name) => readPath(stage.plugin(name), ['spec', 'images', 'registry']) === wanted),
  )
  return performance.now() - began
}

/** How long each of some changes of one instance takes to its Plugin. */
async function changeSingles(
  stage: ExtensionsStage,
  names: readonly string[],
): Promise<readonly number[]> {
  const times: number[] = []
  const mark = String(performance.now())
  for (let at = 0; at < singleChanges; at++) {
    const name = names[(at * 37) % names.length] ?? ''
    const size = `${mark}-${at}`
    const began = performance.now()
    await stage.put('ExtensionInstance', name, {
      extension: 'web',
      cluster: `c${Number(name.slice('one-'.length)) % clusters}`,
      parameters: { size },
    })
    await stage.until(() => readPath(stage.plugin(name), ['spec', 'values', 'size']) === size)
    times.push(performance.now() - began)
  }
  return times
}

const sizes = (process.env['EXTENSIONS_BENCH_SIZES'] ?? '100,1000,5000').split(',').map(Number)

async function measureGrowth(): Promise<readonly Measurement[]> {
  const points: { readonly size: number; readonly report: Report }[] = []
  for (const size of sizes) points.push({ size, report: await growTo(size) })
  const shown = points.flatMap(({ size, report }): Measurement[] => [
    { name: `${size} instances: processor`, value: report.cpu, unit: 'ms' },
    { name: `${size} instances: memory`, value: report.rss / 1024, unit: 'kB' },
  ])
  const slope = (of: (report: Report) => number) =>
    slopeOf(points.map(({ size, report }) => [Math.log(size), Math.log(of(report))] as const))
  return [
    ...shown,
    {
      name: 'growth: processor, slope in log-log',
      value: slope(({ cpu }) => cpu),
      unit: '×',
      limit: 1.1,
    },
    {
      name: 'growth: memory, slope in log-log',
      value: slope(({ rss }) => rss),
      unit: '×',
      limit: 1.1,
    },
  ]
}

// Of the work alone: starting costs the same however many there are.
async function growTo(size: number): Promise<Report> {
  const stage = await ExtensionsStage.open(0)
  try {
    await stage.addExtension('web')
    await stage.startOperator()
    await sleep(1000)
    const before = await stage.report()
    const instances = Array.from({ length: size }, (_, at) => ({
      name: `one-${at}`,
      spec: { extension: 'web' },
    }))
    await stage.putInstances(instances)
    await stage.untilReady(instances.map(({ name }) => name))
    await sleep(2000)
    const after = await stage.report()
    return { ...after, cpu: after.cpu - before.cpu }
  } finally {
    await stage.close()
  }
}

/** The slope of the line that lies nearest to the points. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([a]) => a), mean(([, b]) => b)]
  const above = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0)
  return above / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN
}
