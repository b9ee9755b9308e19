import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartRepository } from '../operator/chart-repository.ts'
import { offerCharts } from './offer-chart.ts'
import { storyStage, untilReady, visit } from './stories.ts'

const stage = storyStage({ allow: ['127.0.0.1'] })
let charts: ChartRepository

const schema = `{
  "type": "object",
  "properties": {
    "expose": {
      "type": "object",
      "properties": {"type": {"enum": ["inside", "outside"]}},
      "if": {"properties": {"type": {"const": "outside"}}, "required": ["type"]},
      "then": {"properties": {"host": {"type": "string", "description": "The name for others"}}},
      "else": {"properties": {"port": {"type": "integer"}}}
    },
    "store": {
      "oneOf": [
        {"title": "Disk", "type": "object", "required": ["size"], "properties": {"size": {"type": "string"}}},
        {"title": "Bucket", "type": "object", "required": ["bucket"], "properties": {"bucket": {"type": "string"}}}
      ]
    },
    "hosts": {"type": "array", "items": {"type": "string"}},
    "users": {
      "type": "array",
      "items": {"type": "object", "properties": {"name": {"type": "string"}, "isAdmin": {"type": "boolean"}}}
    }
  }
}`
const configMap =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\ndata: {all: {{ .Values | toJson | quote }}}\n'
const readme = [
  '# The club',
  '<script>document.title = "taken over"</script>',
  '<img src="https://example.com/spy.png" alt="a picture" onerror="document.title = 1">',
  '[bad](javascript:alert(1)) and [good](https://example.com/docs)',
  '<form action="https://example.com"><input name="token"></form>',
].join('\n\n')

const chart = (version: string) => ({
  name: 'club',
  version,
  files: {
    'values.yaml': 'expose: {}\nhosts: [a.example.com, b.example.com]\n',
    'values.schema.json': schema,
    'templates/map.yaml': configMap,
    'README.md': readme,
  },
})

beforeAll(async () => {
  charts = await ChartRepository.start([chart('1.0.0'), chart('2.0.0')])
  const versions = ['1.0.0', '2.0.0']
  await offerCharts(stage(), charts.url, [{ extension: 'club', chart: 'club', versions }])
}, 60_000)
afterAll(() => charts.stop())

const confirmed = (page: Page) => page.getByText('Confirmed by the server').waitFor()

async function writtenText(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'YAML' }).click()
  const text = await page.locator('.cm-content').innerText()
  await page.getByRole('tab', { name: 'Form' }).click()
  return text.trim()
}

async function openForm(page: Page): Promise<void> {
  await page.goto(`${stage().url}/catalogue/club/install`)
  await page.getByRole('button', { name: 'expose' }).waitFor()
}

test('a setting decides which other settings there are (if, then, else)', () =>
  visit(stage(), async ({ page }) => {
    await openForm(page)
    await page.getByRole('button', { name: 'expose' }).click()
    await page.getByRole('textbox', { name: /^port/ }).waitFor()
    expect(await page.getByLabel('host', { exact: true }).count()).toBe(0)
    await page.getByLabel('type', { exact: true }).selectOption('outside')
    await page.getByRole('textbox', { name: /^host/ }).fill('club.example.com')
    await page.getByRole('textbox', { name: /^port/ }).waitFor({ state: 'detached' })
    expect(await writtenText(page)).toBe('expose:\n  type: outside\n  host: club.example.com')
    await confirmed(page)
  }))

test('a choice between variants (oneOf) asks before it deletes what was set', () =>
  visit(stage(), async ({ page }) => {
    await openForm(page)
    await page.getByRole('button', { name: 'store' }).click()
    await page.getByRole('textbox', { name: /^size/ }).fill('10Gi')
    await page.getByLabel('store: Variant').selectOption('Bucket')
    await page.getByText('Settings of the other variant are deleted. Go on?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await writtenText(page)).toBe('store:\n  size: 10Gi')
    await page.getByLabel('store: Variant').selectOption('Bucket')
    await page.getByRole('button', { name: 'Change it' }).click()
    const bucket = page.getByRole('textbox', { name: /^bucket/ })
    if (!(await bucket.isVisible())) await page.getByRole('button', { name: 'store' }).click()
    await bucket.fill('backups')
    expect(await writtenText(page)).toBe('store:\n  bucket: backups')
    await page.getByLabel('store: Variant').waitFor()
    expect(await page.getByLabel('store: Variant').inputValue()).toBe('1')
    await confirmed(page)
  }))

test('a list begins with the default, takes items and loses them', () =>
  visit(stage(), async ({ page }) => {
    await openForm(page)
    const list = page.locator('fieldset', { has: page.locator('legend b', { hasText: /^hosts$/ }) })
    await list.getByRole('button', { name: 'Add', exact: true }).click()
    await list.getByRole('textbox').nth(2).fill('c.example.com')
    await list.getByRole('button', { name: 'Remove hosts 1' }).click()
    expect(await writtenText(page)).toBe('hosts:\n  - b.example.com\n  - "c.example.com"')
    await confirmed(page)
  }))

test('a list of objects has a form for each of them', () =>
  visit(stage(), async ({ page }) => {
    await openForm(page)
    const list = page.locator('fieldset', { has: page.locator('legend b', { hasText: /^users$/ }) })
    await list.getByRole('button', { name: 'Add', exact: true }).first().click()
    await list.getByRole('textbox', { name: /^name/ }).fill('ann')
    await list.getByRole('switch', { name: 'isAdmin' }).click()
    expect(await writtenText(page)).toBe('users:\n  - name: ann\n    isAdmin: true')
    await confirmed(page)
  }))

test('the README is shown as text: nothing in it acts, and it loads nothing from elsewhere', () =>
  visit(stage(), async ({ page }) => {
    const elsewhere: string[] = []
    page.on('request', (one) => {
      if (!one.url().startsWith(stage().url)) elsewhere.push(one.url())
    })
    await page.goto(`${stage().url}/catalogue/club`)
    await page.getByRole('tab', { name: 'README' }).click()
    const text = page.locator('.markdown')
    await text.getByRole('heading', { name: 'The club' }).waitFor()
    await text.getByText('a picture').waitFor()
    const good = text.getByRole('link', { name: 'good' })
    expect(await good.getAttribute('rel')).toBe('noreferrer noopener')
    expect(await text.locator('script, img, form, input, a[href^=javascript]').count()).toBe(0)
    expect(await page.title()).not.toContain('taken over')
    expect(elsewhere).toEqual([])
  }))

test('the matrix marks what is behind and says what it could be', () =>
  visit(stage(), async ({ page }) => {
    const create = ['instance', 'create', '--wait', '-q']
    await stage().outrigger(...create, 'club', '--version', '1.0.0')
    await stage().outrigger(...create, 'new-club', '--extension', 'club')
    await page.goto(`${stage().url}/matrix`)
    const cell = page.locator('td[data-behind=true]')
    await cell.getByRole('link', { name: '1.0.0' }).waitFor()
    await cell.getByText('→ 2.0.0').waitFor()
    await cell.getByRole('link', { name: '2.0.0' }).waitFor()
    expect(await cell.locator('.behind').count()).toBe(1)
    await cell.getByRole('link', { name: '1.0.0' }).click()
    await untilReady(page, 'club')
  }))
