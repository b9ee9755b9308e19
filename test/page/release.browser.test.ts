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
const gate = '{{ if not (lookup "v1" "ConfigMap" "default" "gate") }}{{ fail "no gate" }}{{ end }}'
const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`
const deployment = (image: string) =>
  `apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}"}
spec:
  selector: {matchLabels: {app: "{{ .Release.Name }}"}}
  template:
    metadata:
      labels: {app: "{{ .Release.Name }}"}
      annotations: {sandbox.outrigger.dev/logs: listens on port 80}
    spec: {containers: [{name: main, image: ${image}}]}
`

beforeAll(async () => {
  const many = Array.from({ length: 30 }, (_, at) => configMap(`crate-${at}`)).join('---\n')
  charts = await ChartRepository.start([
    { name: 'gated', version: '1.0.0', files: { 'templates/map.yaml': gate + configMap('gated') } },
    { name: 'shop', version: '1.0.0', files: { 'templates/shop.yaml': deployment('shop:1') } },
    {
      name: 'depot',
      version: '1.0.0',
      files: {
        'templates/crates.yaml': many,
        'templates/depot.yaml': deployment('sandbox.outrigger.dev/missing-image:1'),
      },
    },
  ])
  const offered = ['gated', 'shop', 'depot'].map((name) => ({
    extension: name,
    chart: name,
    versions: ['1.0.0'],
  }))
  await offerCharts(stage(), charts.url, offered)
  for (const name of ['gated', 'shop', 'depot']) await stage().outrigger('instance', 'create', name)
}, 60_000)
afterAll(() => charts.stop())

const badge = (page: Page, state: string) =>
  page.locator(`.page-head .status[data-state=${state}]`).waitFor()
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

test('one that failed is tried again at once when its cause is gone', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/gated`)
    await page.locator('.status-card').getByText('no gate').waitFor()
    await badge(page, 'failed')
    await page.getByText('RenderFailed').first().waitFor()
    const metadata = { name: 'gate', namespace: 'default' }
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { is: 'open' } }
    await applyAs('somebody', stage().kubeconfig, configMaps, object)
    await press(page, 'Retry')
    await page.getByRole('region', { name: 'What is under way' }).getByText('Done').waitFor()
    await untilReady(page, 'gated')
  }))

test('the events tell what was done to an instance', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/plugins/default/shop`)
    await untilReady(page, 'shop')
    const events = page.locator('.card', { has: page.getByRole('heading', { name: 'Events' }) })
    await events.getByText('Installed', { exact: true }).waitFor()
    await events.getByText('installed revision 1 of version 1.0.0').waitFor()
  }))

test('the log of a container is read below its pod', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop?tab=objects`)
    await page.locator('.made .object-kind').getByText('Pod', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Log of main' }).click()
    const log = page.locator('pre.log')
    await log.getByText('listens on port 80').waitFor()
    await page.getByRole('button', { name: 'Log of main' }).click()
    await log.waitFor({ state: 'detached' })
  }))

test('a plugin that is suspended leaves everything as it is until it goes on', () =>
  visit(stage(), async ({ page }) => {
    const isSuspended = async () =>
      (await stage().outrigger('plugin', 'get', 'shop', '-o', 'yaml')).includes('suspend: true')
    await page.goto(`${stage().url}/plugins/default/shop`)
    await untilReady(page, 'shop')
    await press(page, 'Suspend')
    await page.locator('.status-card').getByText('Suspended', { exact: true }).waitFor()
    expect(await isSuspended()).toBe(true)
    await press(page, 'Resume')
    await page
      .locator('.status-card')
      .getByText('Suspended', { exact: true })
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    expect(await isSuspended()).toBe(false)
  }))

test('an instance that is disabled has nothing on the cluster and keeps its settings, and comes back', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/shop`)
    await untilReady(page, 'shop')
    await press(page, 'Disable')
    await badge(page, 'off')
    await page.getByRole('region', { name: 'What is under way' }).getByText('Done').waitFor()
    await page.getByRole('tab', { name: 'Objects' }).click()
    await page.getByText('there is no release, and the settings are kept').waitFor()
    await press(page, 'Enable')
    await untilReady(page, 'shop')
    await page.locator('.tree .object-kind').getByText('Deployment').waitFor()
  }))

test('many objects are shown by their kinds, opened at the one that is unwell, and the counts stay true', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/instances/default/depot?tab=objects`)
    const group = (name: string) => page.locator('.tree-head', { hasText: name })
    await page.locator('.tree-head[aria-expanded=true]', { hasText: 'Deployment' }).waitFor()
    expect(await group('ConfigMap').getAttribute('aria-expanded')).toBe('false')
    expect(await group('ConfigMap').innerText()).toMatch(/ConfigMap\s+30$/)
    await page.getByText('31 objects').waitFor()
    await page.getByRole('textbox', { name: 'Filter' }).fill('crate-1')
    await page.getByText('11 of 31').waitFor()
    expect(await group('ConfigMap').innerText()).toMatch(/11 of 30$/)
    await page.getByRole('button', { name: 'crate-17' }).waitFor()
    await group('Deployment').waitFor({ state: 'detached' })
    expect(page.url()).toContain('find=crate-1')
  }))

test('what an extension needs is offered along, and installed with it', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue/dashboard/install`)
    const needs = page.locator('.card', { has: page.getByRole('heading', { name: 'Depends on' }) })
    await needs.getByText('metrics').waitFor()
    await needs.getByRole('switch', { name: 'Install what is missing as well' }).click()
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await untilReady(page, 'dashboard')
    await page.goto(`${stage().url}/instances/default/metrics`)
    await untilReady(page, 'metrics')
    await page.goto(`${stage().url}/catalogue/dashboard/install`)
    await needs.getByText('metrics').waitFor()
    expect(await needs.getByRole('switch').count()).toBe(0)
  }))
