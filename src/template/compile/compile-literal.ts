import { Complex } from '../../formats/complex.ts'
import { Sized, interfaceType, type GoType, type Value } from '../../formats/value.ts'
import { isSizedKind, reflectValueType, underlyingType } from '../go-types.ts'
import { nodeText } from '../parse/node-text.ts'
import type { LiteralNode, NumberNode } from '../parse/nodes.ts'

/** A value, or why the literal cannot be one. */
export type Literal = { readonly value: Value } | { readonly fault: string }

/** A literal given to a parameter of a type: untyped constants adapt to it. */
export function literalFor(node: LiteralNode, type: GoType): Literal {
  const base = underlyingType(type)
  if (base === interfaceType || base === reflectValueType) return idealLiteral(node)
  if (base === 'bool') {
    return node.kind === 'bool' ? { value: node.value } : expected('bool', node)
  }
  if (base === 'string') {
    return node.kind === 'string' ? { value: node.value } : expected('string', node)
  }
  if (base === 'float64') {
    if (node.kind !== 'number' || node.float === undefined) return expected('float', node)
    return { value: node.float }
  }
  if (base === 'int' || isSizedKind(base)) return integerLiteral(node, base)
  return { fault: `can't handle ${nodeText(node)} for arg of type ${type}` }
}

function integerLiteral(node: LiteralNode, type: GoType): Literal {
  const isUnsigned = type.startsWith('uint')
  const number = node.kind !== 'number' ? undefined : isUnsigned ? node.uint : node.int
  if (number === undefined) return expected(isUnsigned ? 'unsigned integer' : 'integer', node)
  if (!isSizedKind(type)) return { value: number }
  const bits = Number(/\d+$/.exec(type)?.[0] ?? 64)
  const wrapped = isUnsigned ? BigInt.asUintN(bits, number) : BigInt.asIntN(bits, number)
  return { value: new Sized(type, wrapped) }
}

function expected(what: string, node: LiteralNode): Literal {
  return { fault: `expected ${what}; found ${nodeText(node)}` }
}

/** A literal where no type is wanted. */
export function idealLiteral(node: LiteralNode): Literal {
  return node.kind === 'number' ? idealNumber(node) : { value: node.value }
}

function idealNumber(node: NumberNode): Literal {
  if (node.complex !== undefined) {
    return { value: new Complex(node.complex.real, node.complex.imaginary) }
  }
  const { text } = node
  const isHexInteger = /^0[xX][^pP]+$/.test(text)
  const looksLikeFloat = !isHexInteger && !text.startsWith("'") && /[.eEpP]/.test(text)
  if (node.float !== undefined && looksLikeFloat) return { value: node.float }
  if (node.int !== undefined) return { value: node.int }
  return { fault: `${text} overflows int` }
}
