const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `1m30s`, `500ms` or `20` (seconds); undefined when it is none of these. */
export function parseDuration(text: string): number | undefined {
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return Number(text) * 1000
  if (!/^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g)) {
    sum += Number(amount) * (units[unit ?? ''] ?? 0)
  }
  return sum
}
