import { expect, test, vi } from 'vitest'
import { foundStories } from './found-stories.ts'
import { play } from './play.ts'

vi.setConfig({ testTimeout: 120_000 })

test.each([...foundStories])('%s', async (_, story) => {
  const { violations } = await play(story, { keeps: 'digest' })
  expect(violations).toEqual([])
})
