import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type View, allViews, showView } from './all-views.ts'
import { type Furniture, furniture, openFor } from './furnished-stage.ts'
import { type Opened, type PageStage } from './open-page-stage.ts'
import { forgive, storyStage } from './stories.ts'

interface Pair {
  readonly wide: Opened
  readonly narrow: Opened
}

const narrowWidth = 360
let furnished: Furniture
const stage = storyStage(async () => {
  furnished = await furniture()
  return { ...furnished.options, afterwards: furnished.remove }
})
const pairs = new Map<View['as'], Pair>()
beforeAll(async () => {
  await furnished.putInto(stage())
  for (const as of [undefined, 'nobody', 'stranger'] as const)
    pairs.set(as, await openPair(stage(), as))
})
afterAll(() =>
  Promise.all([...pairs.values()].flatMap(({ wide, narrow }) => [wide.close(), narrow.close()])),
)

test.each(allViews)(
  '$name has no serious fault for people who cannot see or use a mouse, in light and dark, and fits on 360 pixels',
  async (view) => {
    const pair = pairs.get(view.as)
    if (pair === undefined) throw new Error(`nobody looks as ${view.as ?? 'administrator'}`)
    const { wide, narrow } = pair
    const [faults, width] = await Promise.all([
      faultsOf(wide.page, view),
      widthOf(narrow.page, view),
    ])
    expect({ faults, width }).toEqual({ faults: [], width: narrowWidth })
    for (const opened of [wide, narrow]) {
      if (view.as !== undefined) forgive(opened, /status of 40[134]/)
      expect(opened.complaints).toEqual([])
    }
  },
)

async function openPair(on: PageStage, as: View['as']): Promise<Pair> {
  return { wide: await openFor(on, as), narrow: await openFor(on, as, { width: narrowWidth }) }
}

async function faultsOf(page: Page, view: View): Promise<readonly string[]> {
  await showView(page, stage().url, view)
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    faults.push(...serious.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes[0]?.html ?? ''}`))
  }
  return faults
}

async function widthOf(page: Page, view: View): Promise<unknown> {
  if (view.isWideOnly === true) return narrowWidth
  await showView(page, stage().url, view)
  return page.evaluate('document.documentElement.scrollWidth')
}
