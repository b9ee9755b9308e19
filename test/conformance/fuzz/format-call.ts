import type { Scope } from './scope.ts'
import { literal } from './literal.ts'
import type { Kind } from './signatures.ts'

export const verbs = [...'vTtbcdoOqxXUeEfFgGspwz%'] as const
export const flags = ['+', '-', '#', '0', ' '] as const

const fittingKinds: Readonly<Record<string, readonly Kind[]>> = {
  t: ['bool'],
  b: ['int', 'f64', 'i64'],
  c: ['int', 'small'],
  d: ['int', 'i64', 'small', 'list', 'bytes'],
  o: ['int', 'i64'],
  O: ['int', 'i64'],
  q: ['str', 'int', 'strs', 'bytes', 'list'],
  x: ['str', 'int', 'f64', 'bytes', 'strs', 'dict'],
  X: ['str', 'int', 'f64', 'bytes'],
  U: ['int', 'small'],
  e: ['f64'],
  E: ['f64'],
  f: ['f64', 'list'],
  F: ['f64'],
  g: ['f64', 'list'],
  G: ['f64'],
  s: ['str', 'bytes', 'list', 'semver', 'strs', 'time', 'nil'],
}

// `%p` of a map or slice is an address, which is another one in each run.
const scalars: readonly Kind[] = ['int', 'str', 'bool', 'f64', 'i64', 'nil']

// Verbs that these have no text for print what they point to, or where that is.
const holdsPointers = /semver|[dD]ate|Capabilities|Files|gen[CS]|now|\$[a-zé_]|\.$/

/** The arguments of a printf: its format and what it formats. */
export function formatCall(scope: Scope, operandOf: (kind: Kind) => string): string[] {
  const { draw } = scope
  const wanted: Kind[] = []
  const parts = draw.several(1, 3, () => {
    const verb = draw.pick(verbs)
    if (verb !== '%') wanted.push(fittingKind(scope, verb))
    return `${draw.pick(['', '', 'a', ' ', 'é', ': '])}${directive(scope, verb, wanted)}`
  })
  const tail = draw.weighted([
    [20, ''],
    [2, '%'],
    [1, '%-'],
    [1, '%[1]'],
    [1, '%!'],
    [1, '%é'],
    [1, '%[x]d'],
  ] as const)
  const format = parts.join('') + tail
  const kinds = format.includes('p') ? wanted.map(() => draw.pick(scalars)) : wanted
  const args = kinds.map(operandOf)
  if (draw.chance(7)) args.pop()
  if (draw.chance(7)) args.push(operandOf(format.includes('p') ? draw.pick(scalars) : 'any'))
  const isSafe = !format.includes('#') && !/[^vsqxXT%\W\dé]/.test(format)
  const safe = args.map((text) => (isSafe || !holdsPointers.test(text) ? text : '"x"'))
  return [literal(draw, format), ...safe]
}

function fittingKind(scope: Scope, verb: string): Kind {
  const fitting = fittingKinds[verb]
  if (fitting === undefined || scope.draw.chance(15)) return 'any'
  return scope.draw.pick(fitting)
}

function directive(scope: Scope, verb: string, wanted: Kind[]): string {
  const { draw } = scope
  scope.reach(`verb ${verb}`)
  const chosen = flags.filter(() => draw.chance(14))
  for (const flag of chosen) scope.reach(`flag ${flag}`)
  const width = draw.weighted([
    [12, ''],
    [3, '5'],
    [2, '12'],
    [1, '1'],
    [1, '*'],
    [1, '[1]*'],
  ] as const)
  const precision = draw.weighted([
    [12, ''],
    [2, '.2'],
    [1, '.0'],
    [1, '.'],
    [1, '.10'],
    [1, '.*'],
  ] as const)
  const index = draw.weighted([
    [16, ''],
    [1, '[1]'],
    [1, '[2]'],
    [1, '[9]'],
  ] as const)
  if (width !== '') scope.reach(width.includes('*') ? 'width *' : 'width')
  if (precision !== '') scope.reach(precision.includes('*') ? 'precision *' : 'precision')
  if (index !== '') scope.reach('argument index')
  const last = wanted.pop()
  if (width === '*') wanted.push('small')
  if (precision === '.*') wanted.push('small')
  if (last !== undefined) wanted.push(last)
  return `%${chosen.join('')}${width}${precision}${index}${verb}`
}
