// npm run install:judge -- FOLDER [--edits N] [--seed N] [--chart NAME]
//
// Opens the install view of six large charts of a corpus in Chromium, puts the chart's own values.yaml into the settings and changes random fields of
// the form. All that was not edited, comments included, must stay byte for byte. Prints one line for each chart.
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { readValuesText } from '../../ui/components/values-text/edit-values-text.ts'
import { builtPage } from './built-page.ts'
import { type CorpusChart, serveCorpus } from './corpus-repository.ts'
import { offerCharts } from './offer-chart.ts'
import { type PageStage, openPageStage } from './open-page-stage.ts'
import { untouchedTexts } from './untouched-text.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    edits: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    chart: { type: 'string', default: '' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run install:judge -- FOLDER [--edits N] [--seed N] [--chart NAME]')
  process.exit(2)
}

const words = ['text', 'a: b # c', '1.5', 'yes', "it's", '{}', '[]', 'x y']

let state = Number(values.seed)
const built = await builtPage()
const corpus = await serveCorpus(folder)
const stage = await openPageStage(built.folder, { allow: ['127.0.0.1'] })
try {
  const chosen = corpus.charts.filter(({ name }) => values.chart === '' || name === values.chart)
  await offerCharts(
    stage,
    corpus.url,
    chosen.map(({ name, version }) => ({ extension: name, chart: name, versions: [version] })),
  )
  for (const chart of chosen) {
    await judge(stage, chart).catch((error: unknown) => {
      console.log(`WRONG ${chart.name} ${chart.version}: ${String(error)}`)
      process.exitCode = 1
    })
  }
} finally {
  await stage.close()
  await corpus.stop()
  await built.remove()
}

async function judge({ open, url }: PageStage, chart: CorpusChart): Promise<void> {
  const { page, complaints, close } = await open()
  page.setDefaultTimeout(120_000)
  await page.goto(`${url}/catalogue/${chart.name}/install?tab=text`)
  await page.getByRole('textbox', { name: 'Settings' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(chart.values)
  await page.getByRole('tab', { name: 'Form' }).click()
  // Switches are drawn beside their fields.
  await page
    .locator('[data-path]')
    .first()
    .waitFor({ state: 'attached' })
    .catch(async (error: unknown) => {
      const shown = await page.locator('main').innerText()
      throw new Error(`no field of the form came; the page shows:\n${shown}`, { cause: error })
    })
  const before = readValuesText(chart.values)
  const edited: string[] = []
  let refused = 0
  for (let tries = 0; edited.length < Number(values.edits) && tries < 300; tries++) {
    const path = await editOne(page, before)
    if (path === undefined) continue
    if ((await page.getByRole('button', { name: 'Edit as text' }).count()) > 0) refused++
    else edited.push(path)
  }
  await page.getByRole('tab', { name: 'YAML' }).click()
  const text = await writtenText(page)
  // The server says no to plans of random values, and the browser writes a line about each.
  const others = complaints.filter((line) => !/status of 4(?:00|22) .*\/api\/v1\//.test(line))
  const faults = [...faultsIn(chart.values, text, edited), ...others]
  const verdict = faults.length === 0 ? 'right' : 'WRONG'
  const lines = new Set(chart.values.split('\n')).size
  const counts = `${edited.length} edits of ${lines} lines, ${refused} refused`
  console.log(`${verdict} ${chart.name} ${chart.version}: ${counts}`)
  for (const line of faults.slice(0, 10)) console.log(`  ${line}`)
  if (verdict === 'WRONG' || edited.length < Number(values.edits)) process.exitCode = 1
  await close()
}

/** Opens one of the sections that are closed, so that deep settings have their turn. */
async function openSection(page: Page): Promise<void> {
  const closed = page.locator('.form-section .tree-head[aria-expanded=false]')
  const count = await closed.count()
  if (count > 0) await closed.nth(draw(count)).dispatchEvent('click')
}

/** Changes one field of the form that can be seen; gives its path. */
async function editOne(page: Page, before: unknown): Promise<string | undefined> {
  if (draw(2) === 0) await openSection(page)
  const fields = page.locator('[data-path]')
  const field = fields.nth(draw(await fields.count()))
  if (!(await field.isEditable().catch(() => false))) return undefined
  const path = (await field.getAttribute('data-path')) ?? ''
  // A word over a whole mapping replaces its comments, too.
  const old = (JSON.parse(path) as (string | number)[]).reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | null | undefined)?.[key],
    before,
  )
  if (typeof old === 'object' && old !== null && Object.keys(old).length > 0) return undefined
  const tag = await field.evaluate((one) => `${one.tagName} ${one.getAttribute('type') ?? ''}`)
  if (tag.startsWith('SELECT')) {
    const count = await field.locator('option').count()
    await field.selectOption({ index: draw(count) })
  } else if (tag.endsWith('checkbox')) {
    await field.dispatchEvent('click')
  } else {
    await field.focus()
    await page.keyboard.press('Control+a')
    const isNumber = (await field.getAttribute('inputmode')) !== null
    await page.keyboard.insertText(
      isNumber ? String(draw(90) + 1) : (words[draw(words.length)] ?? 'x'),
    )
    await field.blur()
  }
  return path
}

/** The text of the editor; only a part of it is drawn. */
async function writtenText(page: Page): Promise<string> {
  const content = "document.querySelector('.cm-content')"
  return page.evaluate(`String((${content}.cmTile ?? ${content}.cmView).view.state.doc)`)
}

/** Where the texts differ beside the values that were edited. */
function faultsIn(before: string, after: string, edited: readonly string[]): readonly string[] {
  const paths = edited.map((one) => JSON.parse(one) as (string | number)[])
  const untouched = untouchedTexts(before, after, paths)
  if (untouched.before === untouched.after) return []
  const [old, fresh] = [untouched.before.split('\n'), untouched.after.split('\n')]
  const at = old.findIndex((line, number) => line !== fresh[number])
  return [`untouched line ${JSON.stringify(old[at])} became ${JSON.stringify(fresh[at])}`]
}

/** A number below a limit, the same for the same seed. */
function draw(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return limit === 0 ? 0 : state % limit
}
