import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { withOwnership } from '../../src/release/desired/ownership.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { applyAs } from './apply-as.ts'
import { type BuiltPage, builtPage } from './built-page.ts'
import { type DifferingField, kubectlDiff } from './kubectl-diff.ts'
import { type PageStage, openPageStage } from './open-page-stage.ts'
import { stageAdministrator, tokenOf } from './stage-tokens.ts'
import { untilReady, visit } from './stories.ts'

// The page against a platform on a real control plane: the way of a user, and the shown difference against kubectl's.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Milliseconds that a view may take on a machine that also runs the control plane. */
const patience = 120_000

let folder: string
let built: BuiltPage
let plane: ControlPlane
let stage: PageStage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-on-cluster-'))
  built = await builtPage()
  plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
  stage = await openPageStage(built.folder, { kubeconfig: plane.kubeconfig })
  // Plugins of a namespace act as an account of its own.
  await tokenOf(plane.kubeconfig, { ...stageAdministrator, name: 'outrigger' })
  // The owner of a cluster chooses what it offers.
  await applyAs('owner', plane.kubeconfig, extensions, {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Extension',
    metadata: { name: 'dns' },
    spec: {
      displayName: 'DNS',
      sources: [{ repo: 'builtin', name: 'dns', version: '1.3.0', chartVersion: '1.3.0' }],
    },
  })
  await stage.outrigger('extension', 'wait', 'dns')
})
afterAll(async () => {
  await stage.close()
  await plane.shutDown()
  await built.remove()
  await rm(folder, { recursive: true, force: true })
})

const extensions = {
  group: 'outrigger.dev',
  version: 'v1alpha1',
  resource: 'extensions',
  kind: 'Extension',
  namespaced: false,
} as const

const accepted = (page: Page) => page.getByText('The server accepts this.').waitFor()

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Settings' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

test('a DNS server is installed with a changed value and watched until it is ready; nothing says sandbox', () =>
  visit(stage, async ({ page }) => {
    page.setDefaultTimeout(patience)
    await page.goto(`${stage.url}/catalogue/dns/install`)
    await page.getByRole('textbox', { name: /^replicas/ }).fill('3')
    await page.getByText('Confirmed by the server').waitFor()
    await accepted(page)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await untilReady(page, 'dns')
    await page.getByText('ReplicaSet').first().waitFor()
    expect(await page.getByText('Sandbox', { exact: true }).count()).toBe(0)
  }))

const rows = [
  { name: 'nothing', text: 'replicas: 3\n' },
  { name: 'one number', text: 'replicas: 5\n' },
  { name: 'a list, a text of a ConfigMap and resources', text: changedMuch() },
  { name: 'something that goes', text: 'replicas: 1\nserviceAccount: {create: true}\n' },
]
test.each(rows)('the difference that is shown is that of kubectl diff: $name', ({ text }) =>
  visit(stage, async ({ page }) => {
    page.setDefaultTimeout(patience)
    await page.goto(`${stage.url}/instances/default/dns/edit?tab=text`)
    await page.getByText('Confirmed by the server').waitFor()
    await write(page, text)
    await page.locator(`.plan-list[data-text-length="${text.length}"]`).waitFor()
    const here = await shownFields(page)
    await page.getByText('Confirmed by the server').waitFor()
    const confirmed = await shownFields(page)
    const judged = await kubectlDiff(plane.kubeconfig, await rendered(text))
    expect(sorted(here)).toEqual(sorted(judged))
    expect(sorted(confirmed)).toEqual(sorted(judged))
  }),
)

test('an upgrade is saved and rolled back by keyboard alone', () =>
  visit(stage, async ({ page }) => {
    page.setDefaultTimeout(patience)
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().focus()
      await page.keyboard.press('Enter')
    }
    await page.goto(`${stage.url}/instances/default/dns/edit`)
    await page.getByRole('textbox', { name: /^replicas/ }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4')
    await page.getByText('spec.replicas').waitFor()
    await accepted(page)
    await press('Save')
    await page.goto(`${stage.url}/instances/default/dns?tab=history`)
    await page.getByText('From revision 1 to 2').waitFor()
    await press('Roll back')
    await page.locator('[role=dialog] button:focus').getByText('Roll back').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Held at revision 1.').waitFor()
    expect(await page.getByText('Held at revision 1.').count()).toBe(1)
  }))

function changedMuch(): string {
  return [
    'replicas: 4',
    'cacheSeconds: 60',
    'forward: [192.0.2.1, 192.0.2.2]',
    'resources: {limits: {memory: 256Mi}, requests: {cpu: 75m, memory: 64Mi}}',
    'nodeSelector: {disk: fast}',
    '',
  ].join('\n')
}

/** The objects of the chart as the platform applies them. */
async function rendered(text: string): Promise<readonly KubeObject[]> {
  const values = join(folder, 'values.yaml')
  await writeFile(values, text)
  const chart = resolve(import.meta.dirname, '../../charts/dns')
  const words = ['template', 'dns', chart, '-n', 'default', '-f', values, '--skip-tests']
  const manifest = await stage.outrigger(...words)
  return parseAllDocuments(manifest)
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null)
    .map((object) => withOwnership(object, { name: 'dns', namespace: 'default' }))
}

/** The fields that the page shows as changed. */
function shownFields(page: Page): Promise<readonly DifferingField[]> {
  return page.evaluate(`[...document.querySelectorAll('.plan-list .object')].flatMap((object) => {
    const kind = object.closest('ul').parentElement.querySelector('.tree-head b').textContent
    const name = object.querySelector('.row > :first-child').textContent
    return [...object.querySelectorAll('.changes > li')].map((change) => ({
      object: kind + ' ' + name,
      path: change.querySelector('code').textContent,
      before: change.querySelector('.removed')?.textContent ?? '',
      after: change.querySelector('.added')?.textContent ?? '',
    }))
  })`)
}

function sorted(fields: readonly DifferingField[]): readonly string[] {
  return fields
    .map(({ object, path, before, after }) => `${object} ${path}: ${before} => ${after}`)
    .toSorted()
}
