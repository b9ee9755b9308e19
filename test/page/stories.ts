import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Opened, type PageStage, type StageOptions, openPageStage } from './open-page-stage.ts'

export interface StoryOptions extends StageOptions {
  /** Called when the platform is gone. */
  readonly afterwards?: () => Promise<void>
}

/** The stage of a file of stories: one platform for all of them. */
export function storyStage(
  given: StoryOptions | (() => Promise<StoryOptions>) = {},
): () => PageStage {
  let stage: PageStage
  let afterwards: StoryOptions['afterwards']
  beforeAll(async () => {
    const { afterwards: last, ...options } = typeof given === 'function' ? await given() : given
    afterwards = last
    stage = await openPageStage(inject('builtPage'), options)
  })
  afterAll(async () => {
    await stage.close()
    await afterwards?.()
  })
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
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${await shownBy(opened.page)}`, { cause: error })
  } finally {
    await opened.close()
  }
}

/** Waits until the object of a detail view is ready. */
export async function untilReady(page: Page, name: string): Promise<void> {
  await page.locator('.page-head .status[data-state=ready]').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
}

/** Goes to something with the Tab key alone, as somebody without a mouse does. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  const page = target.page()
  for (let presses = 0; presses < mostPresses; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${target.toString()}`)
}

const mostPresses = 120

/** Takes out complaints that a story expects: the browser writes a line about every answer that is no success. */
export function forgive(opened: Opened, expected: RegExp): void {
  const kept = opened.complaints.filter((line) => !expected.test(line))
  opened.complaints.splice(0, opened.complaints.length, ...kept)
}

/** The text of the page, for the message of a story that failed. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator('body').innerText()
  return `the page at ${page.url()} shows:\n${text.slice(0, longestShown)}`
}

const longestShown = 4000

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
