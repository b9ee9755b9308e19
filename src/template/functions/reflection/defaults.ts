import type { FuncMap } from '../../func.ts'
import { define, defineVariadic } from '../define.ts'
import { isEmpty } from './kinds.ts'

/** Functions that choose a value by emptiness. */
export const defaultFunctions: FuncMap = {
  default: defineVariadic(['interface {}'], 'interface {}', ([fallback], [given]) =>
    isEmpty(given) ? fallback : given,
  ),
  empty: define(['interface {}'], ([value]) => isEmpty(value)),
  coalesce: defineVariadic(
    [],
    'interface {}',
    (_, values) => values.find((value) => !isEmpty(value)) ?? null,
  ),
  all: defineVariadic([], 'interface {}', (_, values) => !values.some(isEmpty)),
  any: defineVariadic([], 'interface {}', (_, values) => values.some((value) => !isEmpty(value))),
  ternary: define(['interface {}', 'interface {}', 'bool'], ([yes, no, test]) => (test ? yes : no)),
}
