import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { builtPage } from '../test/page/built-page.ts'
import { serveCorpus } from '../test/page/corpus-repository.ts'
import { offerCharts } from '../test/page/offer-chart.ts'
import { type PageStage, openPageStage } from '../test/page/open-page-stage.ts'
import type { Bench, Measurement } from './bench.ts'
import { manyInstances, manyPlugins } from './page-objects.ts'
import { median } from './median.ts'
import { percentile } from './percentile.ts'
import { buildPage, isPageFresh } from '../tools/build-page.ts'

const chart = 'kube-prometheus-stack'
const keys = 60
const rows = 1000
const starts = 5
/** Milliseconds after which a difference is not waited for any more. */
const longestWait = 30_000
const root = resolve(import.meta.dirname, '..')

/** The page in use, in Chromium: typing, scrolling, large graphs, and the start of the platform until the page can be used. */
export const bench: Bench = {
  summary: `the page in Chromium: keystroke to diff with ${chart} (OUTRIGGER_CORPUS), ${rows} instances scrolled, graphs of 200 and 2,000 nodes, npm start`,
  measure: async () => {
    const folder = process.env['OUTRIGGER_CORPUS']
    if (folder === undefined) throw new Error('point OUTRIGGER_CORPUS at a folder of charts')
    const built = await builtPage()
    const corpus = await serveCorpus(folder)
    const stage = await openPageStage(built.folder, { allow: ['127.0.0.1'] })
    try {
      const versions = corpus.charts.filter(({ name }) => name === chart)
      await offerCharts(
        stage,
        corpus.url,
        versions.map(({ name, version }) => ({
          extension: name,
          chart: name,
          versions: [version],
        })),
      )
      return [
        ...(await typing(stage)),
        ...(await scrolling(stage)),
        ...(await graph(stage, 200, 300)),
        ...(await graph(stage, 2000, 3000)),
        ...(await starting(stage)),
      ]
    } finally {
      await stage.close()
      await corpus.stop()
      await built.remove()
    }
  },
}

/** Milliseconds from a key to the difference that it makes, which the page draws with the length of the text that it is for. */
async function typing(stage: PageStage): Promise<readonly Measurement[]> {
  const { page, close } = await stage.open()
  page.setDefaultTimeout(120_000)
  await page.goto(`${stage.url}/catalogue/${chart}/install?tab=text`)
  const first = 'nameOverride: a'
  await page.getByRole('textbox', { name: 'Settings' }).click()
  await page.keyboard.insertText(first)
  await page.locator(`.plan-list[data-text-length="${first.length}"]`).waitFor()
  const times: number[] = []
  for (let at = 0; at < keys; at++) {
    const length = first.length + at + 1
    await page.evaluate(watchKey(length))
    await page.keyboard.press('abcdefgh'[at % 8] ?? 'a')
    times.push(await page.evaluate<number>('window.untilDrawn'))
    // As fast as somebody types.
    await sleep(120)
  }
  await close()
  return [
    { name: `keystroke to diff, ${chart}, median`, value: percentile(times, 0.5), unit: 'ms' },
    {
      name: `keystroke to diff, ${chart}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      limit: 150,
    },
  ]
}

/** For the page, before the key is pressed: notes the time from it to the frame in which the difference is drawn. */
const watchKey = (length: number) => `void (window.untilDrawn = new Promise((done, fail) => {
  const end = performance.now() + ${longestWait}
  let began = 0
  const note = () => (began = performance.now())
  document.addEventListener('keydown', note, { once: true, capture: true })
  const look = () => {
    const isThere = document.querySelector('.plan-list[data-text-length="${length}"]') !== null
    if (began > 0 && isThere) done(performance.now() - began)
    else if (performance.now() > end) fail(new Error('no difference for ${length} characters'))
    else requestAnimationFrame(look)
  }
  look()
}))`

/** The longest frame while a long list is scrolled from its top to its end. */
async function scrolling(stage: PageStage): Promise<readonly Measurement[]> {
  const { page, close } = await stage.open()
  await answerWith(page, 'instances', manyInstances(rows))
  await page.goto(`${stage.url}/instances`)
  await page.locator('.table-row').first().waitFor()
  await sleep(1000)
  const frames = await page.evaluate<readonly number[]>(scrollThrough)
  await close()
  return [
    {
      name: `frame while ${rows} instances scroll, p99`,
      value: percentile(frames, 0.99),
      unit: 'ms',
    },
    {
      name: `longest frame while ${rows} instances scroll`,
      value: Math.max(...frames),
      unit: 'ms',
      limit: 50,
    },
  ]
}

/** For the page: the length of every frame on the way down. */
const scrollThrough = `new Promise((done) => {
  const frame = document.querySelector('.table-frame')
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    if (frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1) return done(frames.slice(1))
    frame.scrollTop += 160
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

/** From the moment the objects are there until the boxes are drawn, with nothing grouped. */
async function graph(
  stage: PageStage,
  nodes: number,
  limit: number,
): Promise<readonly Measurement[]> {
  const { page, close } = await stage.open()
  await answerWith(page, 'plugins', manyPlugins(nodes))
  await page.goto(`${stage.url}/plugins`)
  await page.locator('.table-row').first().waitFor()
  const began = performance.now()
  await page.evaluate(
    "window.history.pushState({}, '', '/graph?group=no'); window.dispatchEvent(new PopStateEvent('popstate'))",
  )
  await page.locator('.box').first().waitFor()
  const value = performance.now() - began
  await close()
  return [{ name: `graph of ${nodes} nodes, shown`, value, unit: 'ms', limit }]
}

/** From `npm start` in a clone whose page is built to a page that can be used. */
async function starting(stage: PageStage): Promise<readonly Measurement[]> {
  const page = join(root, 'dist/ui')
  if (!(await isPageFresh(root, page))) await buildPage(root, page)
  const times: number[] = []
  for (let round = 0; round < starts; round++) {
    const began = performance.now()
    const platform = spawn('npm', ['start'], { cwd: root, detached: true })
    try {
      const opened = await stage.openSignedOut()
      await opened.page.goto(await linkOf(platform))
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      times.push(performance.now() - began)
      await opened.close()
    } finally {
      // npm does not pass signals on; its group gets them.
      if (platform.pid !== undefined) process.kill(-platform.pid, 'SIGTERM')
      await once(platform, 'exit')
    }
  }
  return [
    { name: 'npm start to a page that can be used', value: median(times), unit: 'ms', limit: 3000 },
  ]
}

/** The link that the platform prints when it is ready. */
async function linkOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [stdout, stderr]) stream?.on('data', (part) => (text += String(part)))
  while (true) {
    const [link] = /http:\/\/127\.0\.0\.1:\d+\/\S*sign-in\S*/.exec(text) ?? []
    if (link !== undefined) return link
    await sleep(10)
  }
}

/** Gives the page objects of a kind instead of those that the platform has. */
async function answerWith(page: Page, noun: string, items: readonly object[]): Promise<void> {
  await page.route(`**/api/v1/${noun}?*`, (route) =>
    route.fulfill({ json: { items, total: items.length } }),
  )
}
