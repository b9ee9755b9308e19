import { parseFloat64, parseInt64, parseUint64 } from '../../formats/parse-number.ts'
import { quote, unquote } from '../../formats/quote.ts'
import type { NumberNode } from './nodes.ts'
import type { Token } from './tokens.ts'

type NumberKinds = Omit<NumberNode, 'kind' | 'pos' | 'text'>

// Most numbers are, and need none of the care below.
const shortDecimal = /^(?:0|[1-9][0-9]{0,8})$/

/** The node of a number token, or what is wrong with it. */
export function parseNumber(token: Token): NumberNode | { readonly fault: string } {
  const kinds = kindsOf(token)
  if ('fault' in kinds) return kinds
  return { kind: 'number', pos: token.pos, text: token.text, ...kinds }
}

function kindsOf(token: Token): NumberKinds | { readonly fault: string } {
  const { text } = token
  if (shortDecimal.test(text)) {
    const float = Number(text)
    const int = BigInt(float)
    return { int, uint: int, float, complex: undefined }
  }
  if (token.kind === 'char-constant') return parseCharacter(text)
  if (token.kind === 'complex') return parseComplex(text)
  if (text.endsWith('i')) {
    const imaginary = parseFloat64(text.slice(0, -1))
    if (imaginary.ok) return simplify(0, imaginary.value)
  }
  return parseReal(text)
}

function parseCharacter(text: string): NumberKinds | { readonly fault: string } {
  const value = unquote(text)
  if (value === undefined || value === '') {
    // Go reads one character and then wants the closing quote.
    const first = /^'(?:\\(?:x..|u.{4}|U.{8}|[0-7]{3}|.)|[^\\'])/u.exec(text)?.[0]
    const isMalformed = first !== undefined && unquote(`${first}'`) !== undefined
    return { fault: isMalformed ? `malformed character constant: ${text}` : 'invalid syntax' }
  }
  const unit = value.codePointAt(0) ?? 0
  const point = unit >= 0xdc80 && unit <= 0xdcff ? unit - 0xdc00 : unit
  return { int: BigInt(point), uint: BigInt(point), float: point, complex: undefined }
}

function parseReal(text: string): NumberKinds | { readonly fault: string } {
  const signed = parseInt64(text, 0)
  const unsigned = parseUint64(text, 0)
  const int = signed.ok ? signed.value : undefined
  const uint = unsigned.ok ? unsigned.value : int === 0n ? 0n : undefined
  if (int !== undefined) return { int, uint, float: Number(int), complex: undefined }
  if (uint !== undefined) return { int, uint, float: Number(uint), complex: undefined }
  const float = parseFloat64(text)
  if (!float.ok) return { fault: `illegal number syntax: ${quote(text)}` }
  if (!/[.eEpP]/.test(text)) return { fault: `integer overflow: ${quote(text)}` }
  return { ...integersOf(float.value), float: float.value, complex: undefined }
}

const complexPattern = /^(.*[^eEpP])([+-].*)i$/

function parseComplex(text: string): NumberKinds | { readonly fault: string } {
  const [, realText = '', imaginaryText = ''] = complexPattern.exec(text) ?? []
  const real = parseFloat64(realText)
  const imaginary = parseFloat64(imaginaryText)
  if (!real.ok || !imaginary.ok) return { fault: 'syntax error scanning complex number' }
  return simplify(real.value, imaginary.value)
}

function simplify(real: number, imaginary: number): NumberKinds {
  const complex = { real, imaginary }
  if (imaginary !== 0) return { int: undefined, uint: undefined, float: undefined, complex }
  return { ...integersOf(real), float: real, complex }
}

/** The integers that a float is exactly; as Go converts, out of range means none. */
function integersOf(value: number): { int: bigint | undefined; uint: bigint | undefined } {
  if (!Number.isInteger(value)) return { int: undefined, uint: undefined }
  const integer = BigInt(value)
  return {
    int: BigInt.asIntN(64, integer) === integer ? integer : undefined,
    uint: integer >= 0n && BigInt.asUintN(64, integer) === integer ? integer : undefined,
  }
}
