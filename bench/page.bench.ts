import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { builtPage } from '../test/page/built-page.ts'
import { type PageStage, openPageStage } from '../test/page/open-page-stage.ts'
import { layout } from '../ui/features/graph/layout.ts'
import type { ShownGraph } from '../ui/features/graph/shown-graph.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const slower = 4
const rounds = 5
/** Milliseconds after which the page has fetched what it fetches while idle. */
const restTime = 2000

/** The figures of the page: its size, its first paint on a slow machine, and the placing of graphs. */
export const bench: Bench = {
  summary:
    'the page: script of the first load, first paint with a slowed processor, graphs of 200 and 2,000 nodes',
  measure: async () => {
    const built = await builtPage()
    const stage = await openPageStage(built.folder)
    try {
      return [
        ...(await sizes(stage)),
        await allScripts(built.folder),
        ...(await paints(stage)),
        ...graphs(),
      ]
    } finally {
      await stage.close()
      await built.remove()
    }
  },
}

/** The scripts that the browser asks for until the overview is there and rests, as they travel. */
async function sizes({ open, url }: PageStage): Promise<readonly Measurement[]> {
  const { page, close } = await open()
  const scripts: Response[] = []
  page.on('response', (one) => {
    if (one.url().endsWith('.js')) scripts.push(one)
  })
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const shown = scripts.length
  await sleep(restTime)
  const bytes = await Promise.all(scripts.map(async (one) => gzipSync(await one.body()).length))
  await close()
  return [
    {
      name: 'script of the first load, gzip',
      value: kilobytes(sum(bytes.slice(0, shown))),
      unit: 'kB',
      limit: 300,
    },
    {
      name: 'the same and what is fetched while idle, gzip',
      value: kilobytes(sum(bytes)),
      unit: 'kB',
    },
  ]
}

async function allScripts(folder: string): Promise<Measurement> {
  const assets = join(folder, 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const all = await Promise.all(names.map(async (name) => (await stat(join(assets, name))).size))
  return { name: 'all scripts', value: kilobytes(sum(all)), unit: 'kB' }
}

/** The first paint of the overview for somebody who is signed in and has nothing in the cache of the browser. */
async function paints({ open, url }: PageStage): Promise<readonly Measurement[]> {
  const paint: number[] = []
  const shown: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { page, close } = await open()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(url)
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    shown.push(await page.evaluate<number>('performance.now()'))
    paint.push(
      await page.evaluate<number>(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity",
      ),
    )
    await close()
  }
  return [
    {
      name: 'first contentful paint, processor 4 × slower',
      value: median(paint),
      unit: 'ms',
      limit: 1000,
    },
    { name: 'overview shown, processor 4 × slower', value: median(shown), unit: 'ms' },
  ]
}

function graphs(): readonly Measurement[] {
  layout(graphOf(50))
  return [
    [200, 300],
    [2000, 3000],
  ].map(([nodes = 0, limit = 0]) => {
    const graph = graphOf(nodes)
    const began = performance.now()
    layout(graph)
    return { name: `layout of ${nodes} nodes`, value: performance.now() - began, unit: 'ms', limit }
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function kilobytes(bytes: number): number {
  return bytes / 1000
}

/** Layers of ten, each node with two needs in the layer before: as platforms are. */
function graphOf(nodes: number): ShownGraph {
  const wide = Math.ceil(nodes / 10)
  const ids = Array.from({ length: nodes }, (_, at) => `team/${at}`)
  return {
    boxes: ids.map((id) => ({
      id,
      title: id,
      note: '',
      state: 'ready',
      group: 'team',
      members: [id],
      isInstance: false,
    })),
    arrows: ids.flatMap((to, at) =>
      at < wide
        ? []
        : [at - wide, at - wide + 1]
            .filter((one) => Math.floor(one / wide) === Math.floor((at - wide) / wide))
            .map((one) => ({ from: ids[one] ?? '', to })),
    ),
  }
}
