/**
 * Runs the work for every item, at most `limit` at a time. The first failure stops the start of more,
 * aborts what runs, and is thrown when all of it has ended.
 */
export async function runBounded<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (items.length < 2) {
    // One alone has no others to be ended with, and a signal of its own costs more than many a request.
    for (const item of items) await work(item, signal)
    return signal.throwIfAborted()
  }
  const failure = new AbortController()
  const combined = AbortSignal.any([signal, failure.signal])
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      combined.throwIfAborted()
      await work(item, combined)
    }
  }
  const count = Math.min(limit, items.length)
  const workers = Array.from({ length: count }, () =>
    worker().catch((error: unknown) => {
      // Kept as the reason, so that the first failure is the one that is thrown.
      failure.abort(error)
    }),
  )
  await Promise.all(workers)
  signal.throwIfAborted()
  failure.signal.throwIfAborted()
}
