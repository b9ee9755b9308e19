import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much less a thread that gives way is served than others: about a tenth. */
const step = 10
const lowest = 19

/** The number that the kernel knows this thread by; undefined where a thread has no priority of its own. */
export function ownThread(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0])
  } catch {
    // Only Linux has it.
    return undefined
  }
}

/** Lets other threads of this process go first. */
export function giveWay(thread: number): void {
  trySet(thread, Math.min(lowest, getPriority(process.pid) + step))
}

/** Serves a thread as all others again; false where this process may not, which then needs another thread. */
export function takeBack(thread: number): boolean {
  return trySet(thread, getPriority(process.pid))
}

function trySet(thread: number, priority: number): boolean {
  try {
    setPriority(thread, priority)
    return true
  } catch {
    // It has ended, or it takes a right that few have.
    return false
  }
}
