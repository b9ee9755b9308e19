import { typeOf } from '../../../formats/value.ts'
import type { FuncMap } from '../../func.ts'
import { countParts } from '../cost.ts'
import { deepCopy } from '../dicts/deep-copy.ts'
import { deepEqual } from '../dicts/deep-equal.ts'
import { define } from '../define.ts'
import { panic } from '../go-panic.ts'
import { kindOf } from './kinds.ts'
import { isGiven } from '../strval.ts'

const copy = define(['interface {}'], ([value], scope) => {
  if (!isGiven(value)) throw panic('reflect: call of reflect.Value.Type on zero Value')
  countParts(value)
  return deepCopy(value, scope)
})

/** Functions about the types of values, and those that compare and copy by type. */
export const reflectionFunctions: FuncMap = {
  typeOf: define(['interface {}'], ([value]) => typeOf(value)),
  typeIs: define(['string', 'interface {}'], ([type, value]) => type === typeOf(value)),
  typeIsLike: define(
    ['string', 'interface {}'],
    ([type, value]) => type === typeOf(value) || `*${type}` === typeOf(value),
  ),
  kindOf: define(['interface {}'], ([value]) => kindOf(value)),
  kindIs: define(['string', 'interface {}'], ([kind, value]) => kind === kindOf(value)),
  deepEqual: define(['interface {}', 'interface {}'], ([a, b], scope) => deepEqual(a, b, scope)),
  deepCopy: copy,
  mustDeepCopy: copy,
}
