import {
  TypedMap,
  interfaceType,
  mapType,
  typeOf,
  type GoType,
  type Value,
} from '../../formats/value.ts'
import type { Expression } from './compile-scope.ts'
import { execError } from '../run/exec-error.ts'
import { accepts, canBeNil, reflectValueType, zeroOf } from '../go-types.ts'
import type { Node, Tree } from '../parse/nodes.ts'
import { KubeVersion } from '../objects/capabilities.ts'
import type { Eval, Run } from '../run/run.ts'

/** The expression's value, checked to be what a parameter of the type takes. */
export function checkedValue(tree: Tree, expression: Expression, type: GoType): Eval {
  const { eval: evaluate } = expression
  if (type === reflectValueType) return evaluate
  if (type === interfaceType) {
    return (run, dot) => {
      const value = evaluate(run, dot)
      if (value === undefined) return null
      return value instanceof KubeVersion ? value.copied() : value
    }
  }
  const check = checkerOf(type)
  const { last } = expression
  return (run, dot) => {
    const value = evaluate(run, dot)
    return check(value) ? value : convert(run, { tree, last, type }, value)
  }
}

/** Whether a value is fine as it is; the quick answer for most. */
function checkerOf(type: GoType): (value: Value) => boolean {
  switch (type) {
    case 'string':
      return (value) => typeof value === 'string'
    case 'int':
      return (value) => typeof value === 'bigint'
    case 'bool':
      return (value) => typeof value === 'boolean'
    case 'float64':
      return (value) => typeof value === 'number'
    case mapType:
      return (value) => value instanceof Map && !(value instanceof TypedMap)
    default:
      return () => false
  }
}

interface ArgumentContext {
  readonly tree: Tree
  readonly last: Node | undefined
  readonly type: GoType
}

function convert(run: Run, wanted: ArgumentContext, value: Value): Value {
  const { type } = wanted
  if (value === undefined) {
    if (canBeNil(type)) return zeroOf(type)
    throw wrongArgument(run, wanted, `invalid value; expected ${type}`)
  }
  if (value !== null && accepts(type, value)) return value
  const got = value === null ? interfaceType : typeOf(value)
  throw wrongArgument(run, wanted, `wrong type for value; expected ${type}; got ${got}`)
}

function wrongArgument(run: Run, wanted: ArgumentContext, message: string): Error {
  return execError(wanted.tree, wanted.last ?? run.last ?? wanted.tree.root, message)
}
