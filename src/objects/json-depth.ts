import type { Json } from './json.ts'

/** Whether objects and lists are deeper in each other than that. Goes no deeper itself. */
export function isDeeperThan(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const inner: readonly Json[] = Array.isArray(value) ? value : Object.values(value)
  for (const one of inner) if (isDeeperThan(one, levels - 1)) return true
  return false
}
