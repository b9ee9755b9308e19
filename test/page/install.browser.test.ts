import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartRepository } from '../operator/chart-repository.ts'
import { applyAs } from './apply-as.ts'
import { offerCharts } from './offer-chart.ts'
import { storyStage, untilReady, visit } from './stories.ts'

const stage = storyStage({ allow: ['127.0.0.1'] })
let charts: ChartRepository

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const

const configMap = [
  'apiVersion: v1',
  'kind: ConfigMap',
  'metadata: {name: "{{ .Release.Name }}"}',
  'data:',
  '  colour: {{ .Values.colour | quote }}',
  '  {{- if .Values.border }}',
  '  border: {{ .Values.border | quote }}',
  '  {{- end }}',
  '  hosts: {{ join "," .Values.hosts | quote }}',
  '{{- if eq .Values.colour "black" }}{{ fail "black is no colour" }}{{ end }}',
].join('\n')
const role = [
  'apiVersion: rbac.authorization.k8s.io/v1',
  'kind: Role',
  'metadata: {name: "{{ .Release.Name }}"}',
  'rules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]',
].join('\n')
const questions = [
  'questions:',
  '- {variable: colour, label: Main colour, type: enum, options: [red, blue], group: Look}',
  '- {variable: border, label: Border, type: string, group: Look, show_if: "colour=blue"}',
].join('\n')

beforeAll(async () => {
  charts = await ChartRepository.start([
    {
      name: 'shop',
      version: '1.0.0',
      files: {
        'values.yaml': '# -- the colour of everything\ncolour: red\nborder: ""\nhosts: [a]\n',
        'questions.yaml': questions,
        'templates/map.yaml': configMap,
      },
    },
    {
      name: 'shop',
      version: '2.0.0',
      files: {
        'values.yaml': 'colour: green\nhosts: [a, b]\n',
        'templates/map.yaml': configMap.replace(/ {2}\{\{- if[^]*end \}\}\n/, ''),
        'templates/role.yaml': role,
      },
    },
  ])
  const versions = ['1.0.0', '2.0.0']
  await offerCharts(stage(), charts.url, [{ extension: 'shop', chart: 'shop', versions }])
}, 60_000)
afterAll(() => charts.stop())

const confirmed = (page: Page) => page.getByText('Confirmed by the server').waitFor()
const plan = (page: Page) => page.getByRole('region', { name: 'What would change' })

/** Writes settings into the editor as a person does. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Settings' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

test('an installation shows what it would create, and is watched until every object is ready', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/shop/install?tab=text`)
    await page.getByLabel('Version').selectOption('1.0.0')
    await write(page, '# mine\nborder: thick\n')
    await confirmed(page)
    await plan(page).getByRole('button', { name: 'new ConfigMap 1' }).click()
    await plan(page).getByRole('button', { name: 'shop' }).click()
    await plan(page).getByText('border: "thick"').waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const run = page.getByRole('region', { name: 'What is under way' })
    await run.getByText('Done').waitFor()
    await run.getByText('1 of 1 objects ready').waitFor()
    await untilReady(page, 'shop')
  }))

test('nothing is asked about what would change once the installation is under way', () =>
  visit(stage(), async ({ page }) => {
    const asked: string[] = []
    let isUnderWay = false
    page.on('request', (one) => (isUnderWay ? asked.push(one.url()) : undefined))
    // A server that takes its time, as one on a busy machine does.
    await page.route('**/instances/default/late/install', async (route) => {
      isUnderWay = true
      await sleep(1500)
      await route.continue()
    })
    await page.goto(`${stage().url}/catalogue/shop/install?tab=text`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('late')
    await page.getByLabel('Version').selectOption('1.0.0')
    await confirmed(page)
    await write(page, 'border: late\n')
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await untilReady(page, 'late')
    expect(asked.filter((one) => /plans|dryRun/.test(one))).toEqual([])
  }))

test('questions of a chart are asked when their condition holds, and write only their own lines', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop/edit`)
    await page.getByRole('tab', { name: 'Questions' }).waitFor()
    expect(await page.getByLabel('Border').count()).toBe(0)
    await page.getByLabel('Main colour').selectOption('blue')
    await page.getByLabel('Border').fill('thin')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const text = await page.locator('.cm-content').innerText()
    expect(text.trim()).toBe('# mine\nborder: thin\ncolour: blue')
  }))

test('a text that does not render is told at once, and the diff comes back with the next key', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop/edit?tab=text`)
    const asked: string[] = []
    page.on('request', (one) => asked.push(`${one.url()} ${one.postData() ?? ''}`))
    await write(page, 'colour: black\n')
    await plan(page).getByText('This does not render').waitFor()
    await plan(page).getByText('black is no colour').waitFor()
    // The server was asked whether it may be written at all: by then the text rests.
    await page.getByText('The server accepts this').waitFor()
    await write(page, 'colour: [\n')
    await page.getByText('The text is no valid YAML').waitFor()
    await write(page, 'hosts: [c]\nborder: thick\n')
    await plan(page).locator('.changes').getByText('data.hosts').waitFor()
    await confirmed(page)
    await plan(page).locator('.added').getByText('c').waitFor()
    expect(asked.filter((one) => /plans .*black|colour: \[/.test(one))).toEqual([])
  }))

test('a rendered line names its template line, the value and where it was set', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop?tab=rendered`)
    await page.locator('.rendered-line').getByText('border: "thick"').click()
    const why = page.getByRole('region', { name: 'Why' })
    await why.getByText('shop/templates/map.yaml:7').waitFor()
    await why.getByRole('row', { name: 'border Value mine, line 2' }).waitFor()
    await page.locator('.rendered-line').getByText('colour: "red"').click()
    await why.getByRole('row', { name: 'colour Value shop/values.yaml, line 2' }).waitFor()
  }))

test('every value has the layer that set it', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop?tab=values&all=true`)
    await page.getByRole('row', { name: 'border thick mine' }).waitFor()
    await page.getByRole('row', { name: 'colour red chart' }).waitFor()
  }))

test('an upgrade compares old defaults, new defaults and mine, and says what is no longer used', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop/edit?tab=defaults`)
    await page.getByLabel('Version').selectOption('2.0.0')
    await page.getByRole('row', { name: 'border no longer used Remove "" – thick' }).waitFor()
    await page.getByRole('row', { name: 'colour red green –' }).waitFor()
    await confirmed(page)
    await plan(page).getByRole('button', { name: 'new Role 1' }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('no longer used').waitFor({ state: 'detached' })
  }))

test('the catalogue tells what changed between two versions, and the rights that one needs', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/shop?tab=changes`)
    await page.locator('.changes').getByText('data.colour').waitFor()
    await page.getByText('Role', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Permissions' }).click()
    await page.getByRole('row', { name: 'Role/shop get deployments.apps' }).waitFor()
  }))

test('drift names the field and who set it', () =>
  visit(stage(), async ({ page }) => {
    const metadata = { name: 'shop', namespace: 'default' }
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'pink' } }
    await applyAs('somebody', stage().kubeconfig, configMaps, object)
    await page.goto(`${stage().url}/instances/default/shop?tab=drift`)
    await page.getByText('data.colour').first().waitFor()
    await page.getByText('is set by somebody').first().waitFor()
  }))

test('an uninstall says which objects go before it is done', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop`)
    await page.getByRole('button', { name: 'Uninstall' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('One object goes').waitFor()
    await dialog.getByText('ConfigMap').waitFor()
    await dialog.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByRole('heading', { name: 'Installed' }).waitFor()
  }))

test('a map takes keys by the form, and only they are written', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/database/install`)
    await page.getByRole('button', { name: 'settings' }).click()
    await page.getByRole('textbox', { name: 'Name of a new key' }).fill('work_mem')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: /^work_mem/ }).fill('64MB')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const text = await page.locator('.cm-content').innerText()
    expect(text.trim()).toBe('settings:\n  work_mem: "64MB"')
    await confirmed(page)
  }))

test('a password is not shown, and a value that breaks a rule is told at its field', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/database/install`)
    await page.getByRole('button', { name: 'auth' }).click()
    const password = page.getByLabel('password', { exact: false }).first()
    expect(await password.getAttribute('type')).toBe('password')
    await page.getByRole('textbox', { name: /^database/ }).fill('No Capitals')
    await page.getByText('does not match pattern').first().waitFor()
    await plan(page).getByText('The extension does not take these settings').waitFor()
    expect(await page.getByRole('button', { name: 'Install', exact: true }).isDisabled()).toBe(true)
  }))

test('the catalogue lists every setting with its type, default and meaning', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/database?tab=schema`)
    await page.getByRole('row', { name: 'storage.size string 8Gi Size of the volume' }).waitFor()
    await page.goto(`${stage().url}/catalogue/shop?tab=schema`)
    await page.getByRole('row', { name: 'colour string green' }).waitFor()
  }))
