import type { Json } from './json.ts'

/**
 * The number that a field such as `maxUnavailable` stands for: itself, or a percentage of a total.
 * Undefined when it is neither.
 */
export function resolveIntOrPercent(
  value: Json | undefined,
  total: number,
  round: 'up' | 'down',
): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined
  if (typeof value !== 'string' || !/^[+-]?\d+%$/.test(value)) return undefined
  const share = (Number(value.slice(0, -1)) * total) / 100
  return round === 'up' ? Math.ceil(share) : Math.floor(share)
}
