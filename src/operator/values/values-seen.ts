import { createHash } from 'node:crypto'

/** One text for the states of the objects that values come from, in their order; undefined when none is named. */
export function valuesSeen(states: readonly string[]): string | undefined {
  if (states.length === 0) return undefined
  return `sha256:${createHash('sha256').update(JSON.stringify(states)).digest('hex')}`
}
