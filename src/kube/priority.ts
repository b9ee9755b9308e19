/**
 * The order of requests when not all can go at once. `urgent` never waits, because a lease must be
 * renewed in time; `prompt` is for a request that somebody waits for at a screen; `background` is
 * for one that nobody waits for.
 */
export type Priority = 'urgent' | 'prompt' | 'normal' | 'background'

/** A priority, or what says it when it is asked: the priority of a request may rise while it waits. */
export type PrioritySource = Priority | (() => Priority)

/** All that may wait, the highest first. */
export const waitingPriorities = ['prompt', 'normal', 'background'] as const

/** A priority that may have to wait. */
export type WaitingPriority = (typeof waitingPriorities)[number]

/** The priority as it is now. */
export function priorityNow(source: PrioritySource): Priority {
  return typeof source === 'function' ? source() : source
}
