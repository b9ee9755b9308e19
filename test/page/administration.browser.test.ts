import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartRepository } from '../operator/chart-repository.ts'
import { forgive, storyStage, visit } from './stories.ts'

const stage = storyStage({ allow: ['127.0.0.1'] })
let charts: ChartRepository
beforeAll(async () => {
  const files = { 'values.yaml': 'colour: red\n', 'templates/none.yaml': '' }
  charts = await ChartRepository.start([{ name: 'shop', version: '1.0.0', files }])
})
afterAll(() => charts.stop())

test('a profile shows the clusters that it matches and what a change would do, before it is saved', () =>
  visit(stage(), async ({ page }) => {
    const labels = ['--label', 'stage=test']
    await stage().outrigger('cluster', 'create', 'local', '--in-cluster', ...labels, '--wait', '-q')
    await page.goto(`${stage().url}/administration/profiles`)
    await page.getByText('There are no profiles').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    const effect = page.locator('.card', { has: page.getByText('What this would do') })
    await effect.getByText('It matches no cluster.').waitFor()
    await write(page, [
      'apiVersion: outrigger.dev/v1alpha1',
      'kind: Profile',
      'metadata: {name: base}',
      'spec:',
      '  clusterSelector: {matchLabels: {stage: test}}',
      '  extensions: [{extension: metrics}]',
    ])
    await effect.getByText('creates metrics').waitFor()
    await effect.getByText('would match from now on').waitFor()
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'base' }).waitFor()
    await page.getByText('Clusters: local').waitFor()
    await page.goto(`${stage().url}/instances/outrigger-system/metrics`)
    await page.getByRole('heading', { name: 'metrics', level: 1 }).waitFor()
  }))

test('a chart becomes an extension, and a version of it is retired', () =>
  visit(stage(), async ({ page }) => {
    await stage().outrigger('extension', 'delete', 'queue')
    await page.goto(`${stage().url}/administration/extensions`)
    await page.getByRole('button', { name: 'Import a chart' }).click()
    await page.getByRole('combobox', { name: 'Chart' }).fill('queue')
    await page.getByRole('option', { name: 'outrigger-system/builtin/queue' }).click()
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'queue' }) })
    await row.getByRole('button', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('combobox').first().click()
    await page.getByRole('option', { name: 'keep instances' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const text = await stage().outrigger('extension', 'get', 'queue', '-o', 'yaml')
    expect(text).toContain('retirement: keep')
  }))

test('a repository is added, read, and its address changed', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/administration/repositories`)
    await page.getByRole('button', { name: 'Add a repository' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name(?!s)/ }).fill('shops')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${charts.url}/nowhere`)
    await dialog.getByRole('button', { name: 'Add a repository' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shops' }) })
    await row.locator('.status[data-state=failed], .status[data-state=working]').waitFor()
    await row.getByRole('link', { name: 'shops' }).click()
    await page.getByRole('heading', { name: 'outrigger-system/shops' }).waitFor()
    const text = await page.locator('.cm-content').innerText()
    await write(page, [text.replace(`${charts.url}/nowhere`, charts.url)])
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await row.locator('.status[data-state=ready]').waitFor()
    await row.getByRole('cell', { name: '1', exact: true }).waitFor()
  }))

test('an extension is written as text, offered at once, and changed', () =>
  visit(stage(), async (opened) => {
    const { page } = opened
    await page.goto(`${stage().url}/administration/extensions`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'New extension' }).waitFor()
    await write(page, ['kind: Extension', 'metadata: {name: shop}', 'spec: {sources: 7}'])
    await page.getByText('The server refuses this').waitFor()
    forgive(opened, /status of 4\d\d/)
    await write(page, shopNamed('Corner shop'))
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Extensions' }).waitFor()
    await page.goto(`${stage().url}/administration/write/extensions/shop`)
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor()
    const text = await page.locator('.cm-content').innerText()
    await write(page, [text.replace('Corner shop', 'Harbour shop')])
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Extensions' }).waitFor()
    await page.goto(`${stage().url}/catalogue?find=harbour`)
    await page.getByRole('link', { name: 'Harbour shop' }).first().waitFor()
  }))

test('the audit trail tells who changed what, and leaves trials out until they are asked for', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/administration/audit`)
    await page.getByRole('row').getByText('createProfile').first().waitFor()
    const rows = () => page.getByRole('row').filter({ hasText: 'trial' }).count()
    expect(await rows()).toBe(0)
    await page.getByRole('switch', { name: 'Show trials as well' }).click()
    await expect.poll(rows).toBeGreaterThan(0)
    await page.getByRole('textbox', { name: /^Find a user/ }).fill('createExtension')
    await page.getByRole('row').getByText('createProfile').first().waitFor({ state: 'detached' })
    expect(page.url()).toContain('find=createExtension')
  }))

/** An extension under a name for people. */
function shopNamed(name: string): readonly string[] {
  return [
    'apiVersion: outrigger.dev/v1alpha1',
    'kind: Extension',
    'metadata: {name: shop}',
    'spec:',
    `  displayName: ${name}`,
    '  sources: [{repo: shops, name: shop, version: 1.0.0, chartVersion: 1.0.0}]',
  ]
}

/** Writes a text into the editor in the place of the one that it has. */
async function write(
  page: Parameters<Parameters<typeof visit>[1]>[0]['page'],
  lines: readonly string[],
): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(lines.join('\n'))
}

test('a repository that cannot be read is a problem of the overview, which leads to its settings', () =>
  visit(stage(), async ({ page }) => {
    await stage().outrigger('repository', 'create', 'broken', 'http://127.0.0.1:9/charts')
    await page.goto(stage().url)
    const problem = page.locator('.problems li', { hasText: 'default/broken' })
    await problem.getByText('Repository', { exact: true }).waitFor()
    await problem.getByText('SourceRefused').waitFor()
    await problem.getByRole('link', { name: 'Change the repository' }).click()
    await page.getByRole('heading', { name: /broken/, level: 1 }).waitFor()
    await stage().outrigger('repository', 'delete', 'broken')
  }))

test('/ finds charts, which lead to the import of one', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(stage().url)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search' }).fill('queue')
    const found = page.getByRole('dialog').getByRole('link').filter({ hasText: 'Chart' })
    await found.first().click()
    await page.getByRole('heading', { name: 'Import a chart' }).waitFor()
    expect(page.url()).toContain('chart=outrigger-system%2Fbuiltin%2Fqueue')
  }))
