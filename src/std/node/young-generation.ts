import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'minor' }) => void

/**
 * Counts bytes that pass through short-lived buffers, and has these collected every so many bytes. V8 sees only the small
 * objects in front of buffers and waits for 64 MB and more of them; a collection of the young ones alone costs less than that does.
 */
export function youngCollector(everyBytes: number): (count: number) => void {
  let passed = 0
  let collect: Collect | undefined
  return (count) => {
    passed += count
    if (passed < everyBytes) return
    passed = 0
    collect ??= exposeCollector()
    collect({ type: 'minor' })
  }
}

/**
 * Marks the heap in one piece until the returned function is called, for commands whose heap is small. V8 begins to mark bit by
 * bit as soon as buffers have filled some megabytes, and every collection of the young ones then has to finish the marking: fifty
 * times in a gigabyte.
 */
export function markInOnePiece(): () => void {
  setFlagsFromString('--no-incremental-marking')
  return () => setFlagsFromString('--incremental-marking')
}

// Flags are put back: V8 takes compiled code from an earlier start only if its flags are those that the code was kept with.
function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  return typeof found === 'function' ? (found as Collect) : () => {}
}
