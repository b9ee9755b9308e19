import { play } from './play.ts'
import type { Story } from './story.ts'
import type { ViolationKind } from './violation.ts'

/** How many plays a shrinking may take. */
const mostPlays = 250

/** The shortest story that was found in which the same kind of violation is seen. */
export function shrink(story: Story, kind: ViolationKind): Promise<Story> {
  return shortest(story, async (candidate) => {
    const { violations } = await play(candidate, { keeps: 'digest' })
    return violations.some((one) => one.kind === kind)
  })
}

/** Leaves out changes and faults, many at once first, as long as something still holds of the story. */
export async function shortest(
  story: Story,
  holds: (candidate: Story) => Promise<boolean>,
): Promise<Story> {
  let found = story
  let plays = 0
  const tryOut = async (candidate: Story): Promise<boolean> => {
    if (plays++ >= mostPlays || !(await holds(candidate))) return false
    found = candidate
    return true
  }
  for (let size = 8; size >= 1; size >>= 1) {
    for (const part of ['faults', 'changes'] as const) {
      for (let at = 0; at < found[part].length;) {
        const left = found[part].filter((_, index) => index < at || index >= at + size)
        at += (await tryOut({ ...found, [part]: left })) ? 0 : size
      }
    }
  }
  if (found.operators === 2) await tryOut({ ...found, operators: 1 })
  if (found.hasEdge) await tryOut({ ...found, hasEdge: false })
  return found
}
