import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allViews, furnish } from './all-views.ts'
import type { Opened } from './open-page-stage.ts'
import { storyStage } from './stories.ts'

const stage = storyStage()
let wide: Opened
let narrow: Opened
beforeAll(async () => {
  await furnish(stage())
  wide = await stage().open()
  narrow = await stage().open({ width: 360 })
})
afterAll(async () => {
  await wide.close()
  await narrow.close()
})

test.each(allViews)(
  '%s has no serious fault for people who cannot see or use a mouse, in light and dark, and fits on 360 pixels',
  async (path) => {
    const [faults, width] = await Promise.all([faultsOf(wide.page, path), widthOf(path)])
    expect({ faults, width }).toEqual({ faults: [], width: 360 })
    expect([...wide.complaints, ...narrow.complaints]).toEqual([])
  },
)

async function faultsOf(page: Page, path: string): Promise<readonly string[]> {
  await show(page, path)
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    faults.push(...serious.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes[0]?.html ?? ''}`))
  }
  return faults
}

async function widthOf(path: string): Promise<unknown> {
  await show(narrow.page, path)
  return narrow.page.evaluate('document.documentElement.scrollWidth')
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${stage().url}${path}`)
  await page.locator('h1, .notice-title').first().waitFor()
  await expect.poll(() => page.locator('.loading').count(), { timeout: 30_000 }).toBe(0)
}
