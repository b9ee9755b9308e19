import { UsageError } from '../errors.ts'

/** Reads `KEY=VALUE,KEY=VALUE`, with the keys that may be there. */
export function readPairs(
  option: string,
  text: string,
  known: readonly string[],
): Readonly<Record<string, string>> | UsageError {
  const pairs: [string, string][] = []
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const key = part.slice(0, Math.max(at, 0))
    if (!known.includes(key)) {
      const wanted = `wants ${known.join('=…, ')}=…, separated by commas`
      return new UsageError('bad-value', `--${option} ${wanted}, not "${part}"`)
    }
    pairs.push([key, part.slice(at + 1)])
  }
  return Object.fromEntries(pairs)
}
