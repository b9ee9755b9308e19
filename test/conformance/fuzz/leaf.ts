import { normalize } from '../../../src/formats/go-string.ts'
import type { Draw } from './draw.ts'
import { literal } from './literal.ts'
import { expressions, firstBad, isTextKind, pools, type TextKind } from './pools.ts'
import { type Expression, kinds, type Scope } from './scope.ts'
import type { Kind } from './signatures.ts'

/** An expression without calls that the scope has, or one made on the spot. */
export function leaf(scope: Scope, kind: Kind): Expression {
  const { draw } = scope
  const known = scope.variables.filter((variable) => variable.kind === kind)
  if (known.length > 0 && draw.chance(40)) {
    scope.reach('variable')
    return { text: draw.pick(known).name, isTerm: true }
  }
  if (scope.dot === kind && draw.chance(30)) {
    scope.reach('dot')
    return { text: '.', isTerm: true }
  }
  if (scope.rooted && draw.chance(pathShare[kind] ?? (isTextKind(kind) ? 15 : 0))) {
    const path = pathTo(scope, kind)
    if (path !== undefined) return path
  }
  const { text, isTerm } = made(scope, kind)
  for (const [construct, pattern] of literals) if (pattern.test(text)) scope.reach(construct)
  return { text, isTerm }
}

/** Literals by their look. */
const literals = [
  ['nil', /^nil$/],
  ['bool', /^(?:true|false)$/],
  ['number', /^[-+]?\.?\d/],
  ['character', /^'/],
  ['string', /^"/],
  ['raw string', /^`/],
] as const

/** How often a value comes from the values file, where it can. */
const pathShare: Partial<Readonly<Record<Kind, number>>> = {
  nil: 60,
  bool: 40,
  f64: 50,
  num: 30,
  list: 45,
  dict: 45,
  str: 25,
}

/** A way to a value of that kind in the values file. */
function pathTo(scope: Scope, kind: Kind): Expression | undefined {
  const { draw } = scope
  const wanted = kind === 'num' ? 'f64' : isTextKind(kind) ? 'str' : kind
  const paths = scope.world.paths.filter((path) => path.kind === wanted)
  if (paths.length === 0) return undefined
  const { keys } = draw.pick(paths)
  const root = scope.dot === 'root' && draw.chance(50) ? '' : '$'
  const isPlain = keys.every((key) => /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(key))
  if (!isPlain || draw.chance(10)) {
    scope.reach('function index')
    return {
      text: `index ${root}.Values ${keys.map((key) => literal(draw, key)).join(' ')}`,
      isTerm: false,
    }
  }
  if (keys.length > 1 && draw.chance(15)) {
    scope.reach('chain')
    const [first, ...rest] = keys
    return { text: `(${root}.Values.${first}).${rest.join('.')}`, isTerm: true }
  }
  scope.reach(root === '' ? 'field' : 'variable field')
  return { text: `${root}.Values.${keys.join('.')}`, isTerm: true }
}

const term = (text: string): Expression => ({ text, isTerm: true })
const call = (text: string): Expression => ({ text, isTerm: false })

/** A value made on the spot. */
function made(scope: Scope, kind: Kind): Expression {
  if (isTextKind(kind)) return term(literal(scope.draw, textOf(scope, kind)))
  return makers[kind](scope)
}

const dates = [
  '2024-03-05 10:11:12',
  '1969-12-31 23:59:59',
  '2000-02-29 00:00:00',
  '9999-12-31 23:59:59',
  '0001-01-01 00:00:00',
] as const
const seconds = ['0', '1700000000', '-1', '253402300800'] as const
const spans = ['0', '1700000000', '-90000000000', '5400000000000', '99999999999999999'] as const
const versions = ['1.2.3', 'v2.0.0-rc.1+b5', '1.2'] as const
const missing = ['$.Values.nope', '$.Release.nope', '($.Values.nope)', '($.Values.nope).x'] as const

const makers: Readonly<Record<Exclude<Kind, TextKind>, (scope: Scope) => Expression>> = {
  nil: ({ draw, rooted }) => term(rooted && draw.chance(50) ? draw.pick(missing) : 'nil'),
  bool: ({ draw }) => term(draw.pick(['true', 'false'])),
  small: ({ draw }) => term(String(draw.below(14) - (draw.chance(15) ? 2 : 0))),
  int: ({ draw }) => term(draw.pick(expressions.integers)),
  i64: ({ draw }) => {
    const number = draw.chance(20)
      ? literal(draw, String(draw.int64()))
      : draw.pick(expressions.integers)
    return call(`int64 ${number}`)
  },
  f64: ({ draw }) =>
    draw.chance(20)
      ? call(`float64 ${literal(draw, String(draw.float()))}`)
      : term(draw.pick(expressions.floats)),
  num: (scope) => made(scope, scope.draw.pick(['int', 'f64', 'i64', 'small'])),
  bytes: ({ draw, rooted }) =>
    rooted
      ? call(`$.Files.GetBytes ${literal(draw, draw.pick(pools.file))}`)
      : term(literal(draw, draw.pick(pools.str))),
  list: ({ draw }) => call(draw.pick(expressions.list)),
  strs: ({ draw }) => call(draw.pick(expressions.strs)),
  dict: ({ draw }) => call(draw.pick(expressions.dict)),
  fresh: ({ draw }) => call(draw.pick(expressions.dict)),
  strmap: ({ draw }) => call(draw.pick(expressions.strmap)),
  time: ({ draw }) => call(`toDate "2006-01-02 15:04:05" ${literal(draw, draw.pick(dates))}`),
  moment: (scope) =>
    scope.draw.chance(60)
      ? made(scope, 'time')
      : call(`${scope.draw.pick(['int', 'int64'])} ${scope.draw.pick(seconds)}`),
  span: ({ draw }) =>
    draw.chance(60) ? term(literal(draw, draw.pick(pools.dur))) : call(`int64 ${draw.pick(spans)}`),
  semver: ({ draw }) => call(`semver ${literal(draw, draw.pick(versions))}`),
  object: (scope) => object(scope),
  any: (scope) => leaf(scope, scope.draw.pick(kinds)),
}

/** A text for its part; in cases that are meant to succeed, mostly one that the function takes. */
function textOf({ draw, illTyped }: Scope, kind: TextKind): string {
  if (kind === 'str' && draw.chance(10)) return draw.text(8)
  const texts = pools[kind]
  const bad = firstBad[kind]
  if (bad !== undefined && illTyped === 0 && !draw.chance(4)) {
    return draw.pick(texts.slice(0, texts.indexOf(bad)))
  }
  return draw.chance(25) ? spliced(draw, draw.pick(texts), draw.pick(texts)) : draw.pick(texts)
}

/** The start of one text and the end of another, now and then with a character of neither between. */
function spliced(draw: Draw, one: string, other: string): string {
  const start = [...one].slice(0, draw.below(one.length + 1))
  const end = [...other].slice(draw.below(other.length + 1))
  const between = draw.chance(30) ? draw.pick(['\n', ' ', ':', '"', '-', '0', 'é', '\t', ',']) : ''
  return normalize([...start, between, ...end].join(''))
}

function object(scope: Scope): Expression {
  scope.reach('chain')
  if (!scope.rooted || scope.draw.chance(40)) return term(scope.draw.pick(expressions.methods))
  if (scope.draw.chance(15))
    return call(`$.Files.Glob ${literal(scope.draw, scope.draw.pick(pools.glob))}`)
  return term(scope.draw.pick(expressions.objects))
}
