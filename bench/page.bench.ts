import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { findOracle } from '../test/oracles/find.ts'
import { builtPage } from '../test/page/built-page.ts'
import { openPageStage } from '../test/page/open-page-stage.ts'
import { layout } from '../ui/features/graph/layout.ts'
import type { ShownGraph } from '../ui/features/graph/shown-graph.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const slower = 4
const rounds = 5

/** The figures of the page: its size, its first paint on a slow machine, and the placing of graphs. */
export const bench: Bench = {
  summary:
    'the page: script of the first load, first paint with a slowed processor, graphs of 200 and 2,000 nodes',
  measure: async () => {
    const built = await builtPage()
    try {
      return [...(await sizes(built.folder)), ...(await paints(built.folder)), ...graphs()]
    } finally {
      await built.remove()
    }
  },
}

/** The scripts that the document and the first view load, as they travel. */
async function sizes(folder: string): Promise<readonly Measurement[]> {
  const assets = join(folder, 'assets')
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const first = names.filter((name) => html.includes(name) || name.startsWith('overview-'))
  const bytes = await Promise.all(first.map((name) => readFile(join(assets, name))))
  const all = await Promise.all(names.map(async (name) => (await stat(join(assets, name))).size))
  return [
    {
      name: 'script of the first load, gzip',
      value: kilobytes(bytes.reduce((sum, one) => sum + gzipSync(one).length, 0)),
      unit: 'kB',
      limit: 300,
    },
    { name: 'all scripts', value: kilobytes(all.reduce((sum, one) => sum + one, 0)), unit: 'kB' },
  ]
}

async function paints(folder: string): Promise<readonly Measurement[]> {
  const stage = await openPageStage(folder)
  const browser = await chromium.launch({
    executablePath: findOracle('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext()
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
      await page.goto(stage.url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      times.push(
        await page.evaluate<number>(
          "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0",
        ),
      )
      await context.close()
    }
    const value = median(times)
    return [
      { name: 'first contentful paint, processor 4 × slower', value, unit: 'ms', limit: 1000 },
    ]
  } finally {
    await browser.close()
    await stage.close()
  }
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
