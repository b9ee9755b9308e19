/** Runs one piece of work at a time, in the order in which it was asked. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>

/** A lock for one process. A failure of one piece of work goes to its caller only; the next one runs all the same. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    // The work before this one may fail; its own caller gets that error.
    const run = last.then(work, work)
    last = run.catch(() => undefined)
    return run
  }
}
