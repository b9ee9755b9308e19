const names = ['SIGINT', 'SIGTERM'] as const

/**
 * Does work that lets nothing else run, such as a render, while SIGINT and SIGTERM end the process as if
 * nobody listened: a listener would be called only when the work is done.
 */
export function withDefaultSignals<Result>(work: () => Result): Result {
  const kept = names.map((name) => ({ name, listeners: process.listeners(name) }))
  for (const name of names) process.removeAllListeners(name)
  try {
    return work()
  } finally {
    for (const { name, listeners } of kept)
      for (const listener of listeners) process.on(name, listener)
  }
}
