import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Opened, type PageStage, type StageChoices, openPageStage } from './open-page-stage.ts'

/** The stage of a file of stories: one platform for all of them. */
export function storyStage(choices: StageChoices = {}): () => PageStage {
  let stage: PageStage
  beforeAll(async () => {
    stage = await openPageStage(inject('builtPage'), choices)
  })
  afterAll(() => stage.close())
  return () => stage
}

/** Lets a story look at the page; nothing may be complained about meanwhile. */
export async function visit(
  stage: PageStage,
  use: (opened: Opened) => Promise<void>,
  ...look: Parameters<PageStage['open']>
): Promise<void> {
  const opened = await stage.open(...look)
  try {
    await use(opened)
    expect(opened.complaints).toEqual([])
  } finally {
    await opened.close()
  }
}

/** Waits until the object of a detail view is ready. */
export async function untilReady(page: Page, name: string): Promise<void> {
  await page.locator('.page-head .status[data-state=ready]').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
}
