import { trimSpace } from '../../formats/unicode/space.ts'
import { ChartError } from '../errors.ts'
import { compilePathPattern } from './path-match.ts'

/** Whether .helmignore leaves a path of the chart out. */
export type Ignore = (path: string, isFolder: boolean) => boolean

interface Rule {
  readonly negated: boolean
  readonly foldersOnly: boolean
  readonly matches: (path: string) => boolean
}

/**
 * The rules of a .helmignore, with Helm's own last rule. The first rule that matches decides. Helm's
 * negation is not git's: `!x` ignores whatever does not match x.
 */
export function parseIgnore(text: string): Ignore {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const rules = [...lines, 'templates/.?*'].flatMap(parseRule)
  return (path, isFolder) => {
    if (path === '' || path === '.' || path === './') return false
    for (const rule of rules) {
      const applies = isFolder || !rule.foldersOnly
      if (rule.negated ? !applies || !rule.matches(path) : applies && rule.matches(path))
        return true
    }
    return false
  }
}

function parseRule(line: string): Rule[] {
  const trimmed = trimSpace(line)
  if (trimmed === '' || trimmed.startsWith('#')) return []
  if (trimmed.includes('**'))
    throw new ChartError('load', 'double-star (**) syntax is not supported')
  if (compilePathPattern(trimmed) === undefined)
    throw new ChartError('load', 'syntax error in pattern')
  const negated = trimmed.startsWith('!')
  const body = negated ? trimmed.slice(1) : trimmed
  const foldersOnly = body.endsWith('/')
  const pattern = foldersOnly ? body.slice(0, -1) : body
  const isWhole = pattern.includes('/')
  const matches = compilePathPattern(pattern.replace(/^\//, '')) ?? (() => false)
  return [
    {
      negated,
      foldersOnly,
      matches: (path) => matches(isWhole ? path : path.slice(path.lastIndexOf('/') + 1)),
    },
  ]
}
