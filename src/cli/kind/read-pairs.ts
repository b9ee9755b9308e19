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

/** Reads the labels of `--label KEY=VALUE`, which may be given several times. */
export function readLabels(
  pairs: readonly string[],
): Readonly<Record<string, string>> | UsageError {
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair))
  if (wrong !== undefined)
    return new UsageError('bad-value', `--label wants KEY=VALUE, not "${wrong}"`)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}
