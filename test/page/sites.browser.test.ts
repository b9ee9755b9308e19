import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storyStage, visit } from './stories.ts'

// Everything but the hooks is left out: the page shows the steps, whatever they do.
const skipped = [
  'Create global cluster',
  'Create namespace for install TKE',
  'Start platform',
  'Patch platform versions in cluster info',
  'Import resource to TKE platform',
]

let sites = ''
const stage = storyStage(async () => {
  sites = await mkdtemp(join(tmpdir(), 'outrigger-sites-'))
  await mkdir(join(sites, 'yard/hooks'), { recursive: true })
  const text = `cluster: {kubeconfig: given}\nskipSteps: [${skipped.join(', ')}]\n`
  await writeFile(join(sites, 'yard/site.yaml'), text)
  await writeFile(join(sites, 'yard/given'), 'apiVersion: v1\n')
  const hook = '#!/bin/sh\necho looks for the gate\ntest -e open\n'
  await writeFile(join(sites, 'yard/hooks/pre-install'), hook, { mode: 0o755 })
  return { sites, afterwards: () => rm(sites, { recursive: true, force: true }) }
})

test('an installation is begun in the page, fails with its cause, and goes on after that was mended', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/administration/sites`)
    await page.getByText('Not begun').waitFor()
    await page.getByRole('link', { name: 'yard' }).click()
    await page.getByRole('heading', { name: 'yard', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const badge = page.locator('.page-head .status')
    await badge.getByText('Failed').waitFor({ timeout: 60_000 })
    await page.locator('.steps li[data-step=failed]').getByText('ended with 1').waitFor()
    await page.getByRole('log').getByText('looks for the gate').waitFor()
    expect(await page.locator('progress').getAttribute('value')).not.toBe('100')
    await writeFile(join(sites, 'yard/open'), '')
    await page.getByRole('button', { name: 'Go on' }).click()
    await badge.getByText('Installed').waitFor({ timeout: 60_000 })
    await page.locator('progress[value="100"]').waitFor()
    await page.getByRole('button', { name: 'Install again' }).waitFor()
  }))

test('the same in Chinese', () =>
  visit(
    stage(),
    async ({ page }) => {
      await page.goto(`${stage().url}/administration/sites`)
      await page.getByRole('heading', { name: '站点' }).waitFor()
      await page.getByRole('table').getByText('已安装').waitFor()
    },
    { locale: 'zh-CN' },
  ))
