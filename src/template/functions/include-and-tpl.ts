import type { Value } from '../../formats/value.ts'
import { FuncError, type FuncMap } from '../func.ts'
import { define, slower } from './define.ts'

/** `include name data`: the output of a named template. */
export const include = define(['string', 'interface {}'], ([name, data], scope) =>
  scope.include(name, data),
)

/** `tpl text data`: the output of the text as a template. */
export const tpl = define(['string', 'interface {}'], ([text, data], scope) =>
  scope.tpl(text, data),
)

/** Helm's functions that work on the run itself. */
export const engineFunctions: FuncMap = {
  include,
  tpl,
  required: define(['string', 'interface {}'], ([message, value], scope): Value => {
    if (value !== null && value !== '') return value
    if (scope.lintMode) return ''
    throw new FuncError(message, 'fail')
  }),
  fail: define(['string'], ([message], scope) => {
    if (scope.lintMode) return ''
    throw new FuncError(message, 'fail')
  }),
  ...slower(2, {
    lookup: define(
      ['string', 'string', 'string', 'string'],
      ([apiVersion, kind, namespace, name], scope) =>
        scope.lookup(apiVersion, kind, namespace, name),
    ),
  }),
}
