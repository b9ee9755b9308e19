import type { KeptRuns } from './runs.ts'

/** Keeps runs while the process lives. */
export function memoryRuns(): KeptRuns {
  const texts = new Map<string, string>()
  return {
    readAll: async () => [...texts.values()],
    write: async (id, text) => void texts.set(id, text),
    remove: async (id) => void texts.delete(id),
  }
}
