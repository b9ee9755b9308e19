// Which prefix a tag handle stands for.

import { yamlError } from '../errors.ts'
import type { Scanner } from './scanner.ts'
import { tagDirectiveToken, versionToken } from './tokens.ts'

const defaultPrefixes: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
]

/** Takes the directives of a document. Returns the prefixes of its handles. */
export function readDirectives(scanner: Scanner): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>()
  let hasVersion = false
  for (;;) {
    const { kind, line, value, suffix } = scanner.peek()
    if (kind === versionToken) {
      if (hasVersion) throw yamlError('syntax', 'found duplicate %YAML directive', line)
      if (value !== '1.1') throw yamlError('syntax', 'found incompatible YAML document', line)
      hasVersion = true
    } else if (kind === tagDirectiveToken) {
      if (prefixes.has(value)) throw yamlError('syntax', 'found duplicate %TAG directive', line)
      prefixes.set(value, suffix)
    } else break
    scanner.take()
  }
  for (const [handle, prefix] of defaultPrefixes)
    if (!prefixes.has(handle)) prefixes.set(handle, prefix)
  return prefixes
}
