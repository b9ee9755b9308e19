import { expect, test } from 'vitest'
import { storyStage, visit } from './stories.ts'

const stage = storyStage()

const plugin = (name: string, ...words: readonly string[]) =>
  stage().outrigger('plugin', 'create', name, '--repo', 'builtin', ...words)

test('the graph names the path that decides and the time that is left, and marks it in the drawing', () =>
  visit(stage(), async ({ page }) => {
    await plugin('metrics', '--wait', '-q')
    const slow = 'image.registry=sandbox.outrigger.dev,image.repository=slow'
    await plugin('dns', '--set', slow)
    await plugin('web', '--chart', 'ingress', '--depends-on', 'dns')
    await page.goto(`${stage().url}/graph`)
    await page.getByRole('link', { name: 'default/web Waiting' }).waitFor()
    const critical = page.locator('.critical')
    await critical.getByText('default/dns → default/web, about').waitFor()
    expect(await critical.innerText()).toMatch(/about \S.* left$/)
    await page.locator('.box[data-critical=true]').nth(1).waitFor()
    expect(await page.locator('.box[data-critical=true]').count()).toBe(2)
    expect(await page.locator('.box[data-state=ready][data-critical=true]').count()).toBe(0)
    // The simulated image takes half a minute; nobody loads the page again.
    await critical.waitFor({ state: 'detached', timeout: 90_000 })
    await page.getByRole('link', { name: 'default/web Ready' }).waitFor()
  }))

test('what is ready is grouped by category, opened by a click, and closed again, all in the address', () =>
  visit(stage(), async ({ page }) => {
    await stage().outrigger('instance', 'create', 'database', '--wait', '-q')
    await page.goto(`${stage().url}/graph`)
    const one = page.getByRole('link', { name: 'default/metrics Ready' })
    await one.waitFor()
    await page.getByRole('switch', { name: 'Group what is ready' }).click()
    await one.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'data: 1 ready · open' }).waitFor()
    expect(page.url()).toContain('group=yes')
    await page.getByRole('link', { name: 'other: 3 ready · open' }).click()
    await one.waitFor()
    await page.getByRole('link', { name: 'default/database Ready' }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('open=other')
    await page.goto(page.url())
    await one.waitFor()
    await page.getByRole('button', { name: 'Close the opened categories' }).click()
    await one.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'other: 3 ready · open' }).waitFor()
  }))
