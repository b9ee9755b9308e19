export interface Settled<T, R> {
  readonly done: readonly R[]
  readonly failed: readonly { readonly item: T; readonly error: unknown }[]
}

/**
 * Runs the work for every item, at most `limit` at a time. After a failure no more are started, but what
 * runs is let end: what a write that was cut off has done is not known.
 */
export async function settleBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<Settled<T, R>> {
  const done: R[] = []
  const failed: { item: T; error: unknown }[] = []
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      if (failed.length > 0) return
      try {
        done.push(await work(item))
      } catch (error) {
        failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return { done, failed }
}
