import { dataFor, pipeline } from './expression.ts'
import type { Scope } from './scope.ts'
import type { Kind } from './signatures.ts'

/** Where a body stands. */
export interface BodyContext {
  readonly scope: Scope
  readonly depth: number
  readonly inLoop: boolean
  /** The beginning of the names of this case, so that cases may share a chart. */
  readonly prefix: string
}

/** Every construct that a random template can have. */
export const constructs = [
  'text',
  'left trim',
  'right trim',
  'comment',
  'action',
  'declare',
  'assign',
  'if',
  'else',
  'else if',
  'with',
  'else with',
  'with variable',
  'range',
  'range one variable',
  'range two variables',
  'range assign',
  'range else',
  'range list',
  'range dict',
  'range int',
  'range nil',
  'break',
  'continue',
  'define',
  'template',
  'template without data',
  'block',
  'pipe',
  'parentheses',
  'field',
  'variable',
  'variable field',
  'chain',
  'dot',
  'nil',
  'bool',
  'number',
  'string',
  'raw string',
  'character',
] as const

const texts = [
  'x',
  ' ',
  '\n',
  ' \n\t ',
  'a: b\n',
  '}} ',
  '{ { ',
  'é',
  '-',
  '\r\n',
  '# c\n',
  '\udcff',
  '<no value>',
  '\u00a0',
  '{ ',
  '  - ',
] as const

/** Nodes of a template, one after the other. */
export function body(place: BodyContext): string {
  let { scope } = place
  const parts = scope.draw.several(1, place.depth > 1 ? 4 : 2, () => {
    const made = node({ ...place, scope })
    scope = made.scope ?? scope
    return made.text
  })
  return parts.join('')
}

interface Made {
  readonly text: string
  /** The scope of later nodes of the same body, when it has changed. */
  readonly scope?: Scope
}

function node(place: BodyContext): Made {
  const { draw } = place.scope
  const nested = place.depth > 0
  const make = draw.weighted([
    [4, text],
    [1, comment],
    [6, action],
    [3, declare],
    [place.scope.variables.length > 0 ? 2 : 0, assign],
    [nested ? 3 : 0, ifNode],
    [nested ? 2 : 0, withNode],
    [nested ? 4 : 0, rangeNode],
    [place.inLoop ? 2 : 0, loopExit],
    [place.scope.templates.length > 0 ? 2 : 0, templateNode],
    [nested ? 1 : 0, blockNode],
  ] as const)
  return make(place)
}

function text({ scope }: BodyContext): Made {
  scope.reach('text')
  return { text: scope.draw.several(1, 2, () => scope.draw.pick(texts)).join('') }
}

function comment({ scope }: BodyContext): Made {
  scope.reach('comment')
  return {
    text: scope.draw.pick([
      '{{/* c */}}',
      '{{- /* c */ -}}',
      '{{/* a\n}} b */}}',
      '{{/**/}}',
      '{{- /* c */}}',
    ]),
  }
}

/** Delimiters, with trims now and then. */
function delimited({ scope }: BodyContext, inside: string): string {
  const left = scope.draw.chance(15)
  const right = scope.draw.chance(15)
  if (left) scope.reach('left trim')
  if (right) scope.reach('right trim')
  const space = scope.draw.weighted([
    [10, ' '],
    [1, ''],
    [1, '\n'],
    [1, '\t '],
  ] as const)
  const open = left
    ? '{{- '
    : inside.startsWith('-') || inside.startsWith('/')
      ? '{{ '
      : `{{${space}`
  return `${open}${inside}${right ? ' -}}' : `${space}}}`}`
}

const maxDepth = 3

function action(place: BodyContext): Made {
  place.scope.reach('action')
  return { text: delimited(place, pipeline(place.scope, 'any', maxDepth)) }
}

const declaredKinds: readonly Kind[] = [
  'int',
  'str',
  'list',
  'dict',
  'bool',
  'nil',
  'f64',
  'any',
  'strs',
  'small',
]
const names = ['$a', '$b', '$c', '$v1', '$été', '$_'] as const

function declare(place: BodyContext): Made {
  const { scope } = place
  scope.reach('declare')
  const kind = scope.draw.pick(declaredKinds)
  const name = scope.draw.pick(names)
  const op = scope.draw.pick([' := ', ':='])
  return {
    text: delimited(place, `${name}${op}${pipeline(scope, kind, 2)}`),
    scope: withVariable(scope, name, kind),
  }
}

function withVariable(scope: Scope, name: string, kind: Kind): Scope {
  return {
    ...scope,
    variables: [...scope.variables.filter((one) => one.name !== name), { name, kind }],
  }
}

function assign(place: BodyContext): Made {
  const { scope } = place
  scope.reach('assign')
  const variable = scope.draw.pick(scope.variables)
  return { text: delimited(place, `${variable.name} = ${pipeline(scope, variable.kind, 2)}`) }
}

const inside = (place: BodyContext, scope: Scope = place.scope): BodyContext => ({
  ...place,
  scope,
  depth: place.depth - 1,
})

function ifNode(place: BodyContext): Made {
  const { scope } = place
  scope.reach('if')
  const parts = [delimited(place, `if ${condition(scope)}`), body(inside(place))]
  while (scope.draw.chance(25)) {
    scope.reach('else if')
    parts.push(delimited(place, `else if ${condition(scope)}`), body(inside(place)))
  }
  parts.push(elsePart(place), delimited(place, 'end'))
  return { text: parts.join('') }
}

function condition(scope: Scope): string {
  return pipeline(scope, scope.draw.pick(['bool', 'any']), 2)
}

function elsePart(place: BodyContext): string {
  if (!place.scope.draw.chance(40)) return ''
  place.scope.reach('else')
  return delimited(place, 'else') + body(inside(place))
}

function withNode(place: BodyContext): Made {
  const { scope } = place
  scope.reach('with')
  const parts = [...withPart(place, 'with')]
  while (scope.draw.chance(20)) {
    scope.reach('else with')
    parts.push(...withPart(place, 'else with'))
  }
  parts.push(elsePart(place), delimited(place, 'end'))
  return { text: parts.join('') }
}

function withPart(place: BodyContext, keyword: string): [string, string] {
  const { scope } = place
  const kind = scope.draw.pick(declaredKinds)
  const value = pipeline(scope, kind, 2)
  if (!scope.draw.chance(30)) {
    return [delimited(place, `${keyword} ${value}`), body(inside(place, { ...scope, dot: kind }))]
  }
  scope.reach('with variable')
  const inner = { ...withVariable(scope, '$w', kind), dot: kind }
  return [delimited(place, `${keyword} $w := ${value}`), body(inside(place, inner))]
}

function rangeNode(place: BodyContext): Made {
  const { scope } = place
  const { draw } = scope
  scope.reach('range')
  const [over, kind, element] = draw.pick([
    ['list', 'list', 'any'],
    ['list', 'strs', 'str'],
    ['dict', 'dict', 'any'],
    ['dict', 'strmap', 'str'],
    ['int', 'small', 'int'],
    ['nil', 'nil', 'any'],
    ['list', 'bytes', 'int'],
    ['any', draw.pick(notRanged), 'any'],
  ] as const)
  if (over !== 'any') scope.reach(`range ${over}`)
  const key = over === 'dict' ? 'str' : over === 'int' && scope.illTyped === 0 ? 'none' : 'int'
  const { text: variables, scope: inner } = rangeVariables(scope, key, element)
  const parts = [
    delimited(place, `range ${variables}${ranged(scope, kind)}`),
    body({ ...inside(place, { ...inner, dot: element }), inLoop: true }),
  ]
  if (draw.chance(25)) {
    scope.reach('range else')
    parts.push(delimited(place, 'else'), body(inside(place)))
  }
  parts.push(delimited(place, 'end'))
  return { text: parts.join('') }
}

const notRanged: readonly Kind[] = ['str', 'f64', 'bool', 'semver', 'time']

// A whole number may come out of these, and a large one would keep helm busy for ever.
const mayBeLarge =
  /\b(?:Unix|int|int64|add|sub|and|or|index|get|first|last|default|ternary|required)\b/

function ranged(scope: Scope, kind: Kind): string {
  const text = pipeline(scope, kind, 2)
  return mayBeLarge.test(text) && /\d{3}|'|0x|\$[a-zé_]/.test(text) ? 'list 1 2' : text
}

function rangeVariables(
  scope: Scope,
  key: Kind | 'none',
  element: Kind,
): Made & { readonly scope: Scope } {
  const { draw } = scope
  const form = draw.weighted([
    [4, 'none'],
    [3, 'one'],
    [key === 'none' ? 0 : 4, 'two'],
    [scope.variables.length > 0 ? 1 : 0, 'assign'],
  ] as const)
  if (form === 'none') return { text: '', scope }
  if (form === 'assign') {
    scope.reach('range assign')
    return { text: `${draw.pick(scope.variables).name} = `, scope }
  }
  if (form === 'one' || key === 'none') {
    scope.reach('range one variable')
    return { text: '$e := ', scope: withVariable(scope, '$e', element) }
  }
  scope.reach('range two variables')
  return { text: '$i, $e := ', scope: withVariable(withVariable(scope, '$e', element), '$i', key) }
}

function loopExit(place: BodyContext): Made {
  const exit = place.scope.draw.pick(['break', 'continue'])
  place.scope.reach(exit)
  const condition = pipeline(place.scope, 'bool', 1)
  return {
    text: `${delimited(place, `if ${condition}`)}${delimited(place, exit)}${delimited(place, 'end')}`,
  }
}

function templateNode(place: BodyContext): Made {
  const { scope } = place
  const called = scope.draw.pick(scope.templates)
  const name = JSON.stringify(called)
  if (scope.draw.chance(15)) {
    scope.reach('template without data')
    return { text: delimited(place, `template ${name}`) }
  }
  scope.reach('template')
  return { text: delimited(place, `template ${name} ${dataFor(scope, called)}`) }
}

function blockNode(place: BodyContext): Made {
  const { scope } = place
  scope.reach('block')
  const name = `${place.prefix}-block-${scope.draw.below(1_000_000)}`
  const own: Scope = { ...scope, variables: [], dot: scope.rooted ? 'root' : 'any' }
  const data = scope.rooted ? '$' : '.'
  const head = delimited(place, `block ${JSON.stringify(name)} ${data}`)
  const within = body({ ...inside(place, own), inLoop: false })
  return { text: head + within + delimited(place, 'end') }
}
