import { formatCall } from './format-call.ts'
import { leaf } from './leaf.ts'
import { literal } from './literal.ts'
import { isTextKind, pools } from './pools.ts'
import { type Expression, kinds, type Scope } from './scope.ts'
import { type FuncSignature, type Kind, maskedCalls, type Parameter } from './signatures.ts'

/** A pipeline, as it stands in an action. */
export function pipeline(scope: Scope, kind: Kind, depth: number): string {
  const { text } = expression(scope, kind, depth)
  // The literal alone is no command, which is worth trying only now and then.
  return text === 'nil' && scope.rooted && !scope.draw.chance(scope.illTyped)
    ? '$.Values.nope'
    : text
}

/** A pipeline whose last call is any function, each as often as the others. */
export function anyCall(scope: Scope, depth: number): string {
  const index = scope.draw.below(scope.signatures.length + specialShare)
  const signature = scope.signatures[index]
  return (signature === undefined ? special(scope, depth) : call(scope, signature, depth)).text
}

/** How often it is one of those that are made apart, against once for each signature. */
const specialShare = 40

/** One operand. */
function operand(scope: Scope, kind: Kind, depth: number): string {
  const { text, isTerm } = expression(scope, kind, depth)
  if (isTerm && !scope.draw.chance(3)) return text
  scope.reach('parentheses')
  return `(${text})`
}

const closeKinds: Partial<Readonly<Record<Kind, readonly Kind[]>>> = {
  int: ['int', 'small'],
  list: ['list', 'strs'],
  num: ['int', 'i64', 'f64', 'small'],
  moment: ['time'],
}

function expression(scope: Scope, kind: Kind, depth: number): Expression {
  const { draw } = scope
  if (kind === 'any') return expression(scope, draw.pick(kinds), depth)
  if (kind === 'fresh' && draw.chance(50)) {
    scope.reach('function deepCopy')
    return { text: `deepCopy ${operand(scope, 'dict', Math.min(depth, 1))}`, isTerm: false }
  }
  if (depth <= 0 || draw.chance(25)) return leaf(scope, kind)
  if (kind === 'str' && draw.chance(12)) return special(scope, depth)
  const wanted = isTextKind(kind) && draw.chance(12) ? ['str', kind] : (closeKinds[kind] ?? [kind])
  const anyResult = draw.chance(8) && kind !== 'small' && kind !== 'moment' && kind !== 'span'
  const fitting = scope.signatures.filter(
    ({ name, result }) =>
      (wanted.includes(result) || (anyResult && result === 'any')) &&
      (scope.illTyped > 0 || !alwaysFails.includes(name)),
  )
  return fitting.length === 0 ? leaf(scope, kind) : call(scope, draw.pick(fitting), depth)
}

const alwaysFails = ['call', 'fail', 'buildCustomCert']

function call(scope: Scope, { name, params }: FuncSignature, depth: number): Expression {
  const { draw } = scope
  scope.reach(`function ${name}`)
  const args = params.flatMap((param) => argumentsFor(scope, param, depth - 1))
  if (draw.chance(scope.illTyped / 3) && !params.some(({ strict }) => strict)) {
    if (draw.chance(50)) args.pop()
    else args.push(operand(scope, 'any', 0))
  }
  return { text: written(scope, name, args), isTerm: args.length === 0 && draw.chance(30) }
}

function written(scope: Scope, name: string, args: readonly string[]): string {
  const last = args.at(-1)
  if (last === undefined || last === 'nil' || !scope.draw.chance(35))
    return [name, ...args].join(' ')
  scope.reach('pipe')
  return `${withoutParentheses(last)} | ${[name, ...args.slice(0, -1)].join(' ')}`
}

// Only around what was made by operand(): the first one there closes at the end.
function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"' || char === '`' || char === "'") return text
    if (char === '(') depth++
    if (char === ')' && --depth === 0 && i < text.length - 1) return text
  }
  return text.slice(1, -1)
}

function argumentsFor(scope: Scope, param: Parameter, depth: number): string[] {
  const { draw } = scope
  const one = () => argument(scope, param, depth)
  if (param.repeat === 'many') return draw.several(draw.chance(15) ? 0 : 1, 3, one)
  if (param.repeat === 'maybe') return draw.several(0, 1, one)
  return [one()]
}

function argument(scope: Scope, { kind, strict }: Parameter, depth: number): string {
  if (strict || !scope.draw.chance(scope.illTyped)) return operand(scope, kind, depth)
  const other = scope.draw.pick(kinds)
  return operand(scope, other, Math.min(depth, 1))
}

function special(scope: Scope, depth: number): Expression {
  const { draw } = scope
  const name = draw.weighted([
    [8, 'printf'],
    [3, 'tpl'],
    [scope.templates.length > 0 ? 3 : 0, 'include'],
    [scope.masked ? 6 : 0, 'masked'],
  ] as const)
  if (name === 'masked') return masked(scope, depth)
  scope.reach(`function ${name}`)
  if (name === 'printf') {
    const parts = formatCall(scope, (kind) => operand(scope, kind, depth - 1))
    return { text: written(scope, 'printf', parts), isTerm: false }
  }
  if (name === 'include') {
    const called = draw.pick(scope.templates)
    return { text: `include ${JSON.stringify(called)} ${dataFor(scope, called)}`, isTerm: false }
  }
  const text = tplText(scope, depth)
  const data = scope.rooted ? '$' : '.'
  return { text: `tpl ${literal(draw, text)} ${data}`, isTerm: false }
}

/** The dot of a template: mostly the top-level one, which those of the library would print, addresses included. */
export function dataFor(scope: Scope, template: string): string {
  const isOwn = !template.startsWith('lib.')
  return isOwn && scope.rooted && scope.draw.chance(85) ? '$' : operand(scope, 'any', 1)
}

/** A template text for tpl; inside it there are other variables. */
function tplText(scope: Scope, depth: number): string {
  const inner = { ...scope, variables: [], dot: scope.rooted ? ('root' as const) : scope.dot }
  const { draw } = scope
  return draw
    .several(1, 2, () =>
      draw.chance(30) ? draw.pick(pools.str) : `{{ ${pipeline(inner, 'any', depth - 1)} }}`,
    )
    .join('')
}

function masked(scope: Scope, depth: number): Expression {
  const [names, text] = scope.draw.pick(maskedCalls)
  for (const name of names) scope.reach(`function ${name}`)
  const filled = text.replace(/\b(DICT|STR|SMALL|LIST|PW)\b/g, (word) =>
    operand(scope, word.toLowerCase() as Kind, Math.min(depth - 1, 1)),
  )
  return { text: filled, isTerm: false }
}
