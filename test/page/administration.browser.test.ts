import { expect, test } from 'vitest'
import { storyStage, visit } from './stories.ts'

const stage = storyStage()

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

/** Writes a text into the editor in the place of the one that it has. */
async function write(
  page: Parameters<Parameters<typeof visit>[1]>[0]['page'],
  lines: readonly string[],
): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(lines.join('\n'))
}
