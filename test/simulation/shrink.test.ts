import { expect, test } from 'vitest'
import { storyOf } from './make-story.ts'
import { shortest } from './shrink.ts'
import type { Change, Story } from './story.ts'

interface Row {
  readonly name: string
  /** The part of a story that shows the planted fault. */
  readonly isSeen: (story: Story) => boolean
  readonly left: { readonly changes: number; readonly faults: number; readonly operators: number }
}

const isOf = (what: Change['what']) => (change: Change) => change.what === what

const rows: readonly Row[] = [
  {
    name: 'nothing is left when nothing is needed',
    isSeen: () => true,
    left: { changes: 0, faults: 0, operators: 1 },
  },
  {
    name: 'one change of many',
    isSeen: ({ changes }) => changes.some(isOf('delete')),
    left: { changes: 1, faults: 0, operators: 1 },
  },
  {
    name: 'two changes and a fault that belong together',
    isSeen: ({ changes, faults }) =>
      changes.some(isOf('create')) && changes.some(isOf('delete')) && faults.length > 0,
    left: { changes: 2, faults: 1, operators: 1 },
  },
  {
    name: 'whatever only two operators show',
    isSeen: ({ operators, changes }) => operators === 2 && changes.some(isOf('create')),
    left: { changes: 1, faults: 0, operators: 2 },
  },
]

// The longest of some stories in which all of it can be seen.
function longStory(): Story {
  const stories = Array.from({ length: 200 }, (_, at) => storyOf(at + 1)).filter(
    (story) => rows.every(({ isSeen }) => isSeen(story)) && story.faults.length > 2,
  )
  const [longest] = stories.toSorted((one, other) => other.changes.length - one.changes.length)
  if (longest === undefined) throw new Error('there is no story to shorten')
  return longest
}

test.each(rows)('a failing story is shortened: $name', async ({ isSeen, left }) => {
  const { changes, faults, operators } = await shortest(longStory(), async (one) => isSeen(one))
  expect({ changes: changes.length, faults: faults.length, operators }).toEqual(left)
})
