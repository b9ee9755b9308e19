import { constructs } from './body.ts'
import type { Findings } from './campaign.ts'
import { flags, verbs } from './format-call.ts'
import type { Mode } from './make-case.ts'
import { allSignatures, builtInSignatures, maskedCalls } from './signatures.ts'

/** Functions that never give a result to a template. */
const onlyFail = new Set(['function call', 'function fail', 'function buildCustomCert'])

/** Everything that a campaign must reach. */
function required(mode: Mode): string[] {
  const printing = [
    ...verbs.map((verb) => `verb ${verb}`),
    ...flags.map((flag) => `flag ${flag}`),
    'width',
    'width *',
    'precision',
    'precision *',
    'argument index',
  ]
  const signatures = mode === 'language' ? builtInSignatures : allSignatures
  const functions = ['printf', 'include', 'tpl', ...signatures.map(({ name }) => name)]
  const language = mode === 'language' ? constructs : []
  const masked = mode === 'functions' ? maskedCalls.flatMap(([names]) => names) : []
  return [...language, ...printing, ...[...functions, ...masked].map((name) => `function ${name}`)]
}

/** Functions that the campaign should have reached and did not, in a case that helm could render. */
export function missed(mode: Mode, { reached }: Findings): string[] {
  return [...new Set(required(mode))].filter((name) => {
    const count = reached.get(name)
    return onlyFail.has(name) ? count === undefined : (count?.succeeded ?? 0) === 0
  })
}

/** How often each construct, verb and function was in a case, and in one that succeeded. */
export function coverageText({ reached }: Findings): string {
  const groups = new Map<string, string[]>()
  for (const [name, { cases, succeeded }] of [...reached].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const [, group = 'construct', rest = name] = /^(verb|flag|function) (.+)$/s.exec(name) ?? []
    groups.set(group, [...(groups.get(group) ?? []), `${rest} ${cases}/${succeeded}`])
  }
  return [...groups]
    .map(([group, names]) => `${group}s (cases/succeeded): ${names.join(', ')}`)
    .join('\n')
}
