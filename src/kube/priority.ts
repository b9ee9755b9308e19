/**
 * Who goes first when not all requests can. `urgent` never waits, because a lease must be renewed in time; `prompt` is what
 * somebody waits for at a screen; `background` is what nobody waits for.
 */
export type Priority = 'urgent' | 'prompt' | 'normal' | 'background'

/** A priority, or what says it when it is asked: what a request is for may become more pressing while it waits. */
export type PrioritySource = Priority | (() => Priority)

/** All that may wait, the most pressing first. */
export const waitingPriorities = ['prompt', 'normal', 'background'] as const

/** A priority that may have to wait. */
export type WaitingPriority = (typeof waitingPriorities)[number]

/** The priority as it is now. */
export function priorityNow(source: PrioritySource): Priority {
  return typeof source === 'function' ? source() : source
}
