import { setTimeout as sleep } from 'node:timers/promises'
import { readPath } from '../src/objects/kube-object.ts'
import type { Bench, Measurement } from './bench.ts'
import { measureNeighbours } from './extensions-neighbours.ts'
import { ExtensionsStage, type Report } from './extensions-stage.ts'
import { median } from './median.ts'

const parts = {
  neighbours: measureNeighbours,
  thousand: measureThousand,
  growth: measureGrowth,
} as const

/** The cost of instances, and the cost to others of clusters that do not behave. */
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

const clusters = 10
const thousand = 1000
const profileChanges = 6
const busyRounds = 3
const singleChanges = 100

async function measureThousand(): Promise<readonly Measurement[]> {
  const stage = await ExtensionsStage.open(clusters)
  try {
    const names = await fill(stage, thousand, clusters)
    const memories: number[] = []
    const times: number[] = []
    for (let change = 0; change < profileChanges; change++) {
      times.push(await changeProfile(stage, names, `zone-${change}`))
      await stage.untilSettled(names)
      memories.push((await stage.report()).heapUsed)
    }
    const atRest = await changeSingles(stage, names, (count) => count < singleChanges)
    const meanwhile: number[] = []
    for (let round = 0; round < busyRounds; round++)
      meanwhile.push(...(await changeSinglesMeanwhile(stage, names, `busy-${round}`)))
    const { rss } = await stage.report()
    return [
      { name: 'a Profile change reaches all Plugins', value: median(times), unit: 'ms' },
      { name: 'memory', value: rss / 1024, unit: 'kB' },
      ...heapFigures(memories),
      {
        name: 'a change to its Plugin, p95',
        value: percentile(atRest, 95),
        unit: 'ms',
        limit: 300,
      },
      {
        name: `the same while a Profile changes all, p95 of ${meanwhile.length}`,
        value: percentile(meanwhile, 95),
        unit: 'ms',
        limit: 300,
      },
    ].map((one) => ({ ...one, name: `1,000 on 10: ${one.name}` }) as Measurement)
  } finally {
    await stage.close()
  }
}

// Collected, each time when all releases are as the Profile wants them.
function heapFigures(memories: readonly number[]): readonly Measurement[] {
  const slope = slopeOf(memories.map((bytes, at) => [at, bytes] as const))
  const mean = memories.reduce((sum, bytes) => sum + bytes, 0) / memories.length
  const first = memories[0] ?? NaN
  return [
    { name: 'heap after the first change', value: first / 1024, unit: 'kB' },
    { name: 'heap gained by each of six changes', value: slope / 1024, unit: 'kB' },
    { name: 'the same against the heap', value: slope / mean, unit: '×', limit: 0.02 },
  ]
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

/** Changes of single instances from the moment that a Profile changes all of them until the last has it. */
async function changeSinglesMeanwhile(
  stage: ExtensionsStage,
  names: readonly string[],
  registry: string,
): Promise<readonly number[]> {
  await stage.untilSettled(names)
  let isOver = false
  const rolling = changeProfile(stage, names, registry).finally(() => {
    isOver = true
  })
  const times = await changeSingles(stage, names, () => !isOver)
  await rolling
  return times
}

/** How long each of some changes of one instance takes to its Plugin, one after the other. */
async function changeSingles(
  stage: ExtensionsStage,
  names: readonly string[],
  goesOn: (count: number) => boolean,
): Promise<readonly number[]> {
  const times: number[] = []
  const mark = String(performance.now())
  for (let at = 0; goesOn(at); at++) {
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
    { name: `${size} instances: heap gained`, value: report.heapUsed / 1024, unit: 'kB' },
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
    {
      name: 'growth: heap gained, slope in log-log',
      value: slope(({ heapUsed }) => heapUsed),
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
    const heapUsed = after.heapUsed - before.heapUsed
    return { ...after, heapUsed, cpu: after.cpu - before.cpu }
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
