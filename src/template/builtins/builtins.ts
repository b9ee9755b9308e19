import { interfaceType } from '../../formats/value.ts'
import type { FuncMap, TemplateFunc } from '../func.ts'
import { sprint, sprintf, sprintln } from '../fmt/sprint.ts'
import { reflectValueType } from '../go-types.ts'
import { isTrue } from '../run/truth.ts'
import { equal, less, lessOrEqual } from './compare.ts'
import { escapeHtml, escapeJs, escapeQuery, textOfArguments } from './escape.ts'
import { indexValue, lengthOf } from './sequence.ts'

/** The executor does the work of these itself, because it must not evaluate all arguments. */
const special: TemplateFunc = {
  params: [reflectValueType],
  variadic: reflectValueType,
  call: () => {
    throw new Error('and, or and call are compiled, not called')
  },
}

const two = [reflectValueType, reflectValueType]

/** text/template's own functions, which functions of a chart engine may replace. */
export const builtins: FuncMap = {
  and: special,
  or: special,
  call: special,
  not: { params: [reflectValueType], call: ([value]) => !isTrue(value) },
  eq: {
    params: [reflectValueType],
    variadic: reflectValueType,
    call: ([first, ...others]) => equal(first, others),
  },
  ne: { params: two, call: ([a, b]) => !equal(a, [b]) },
  lt: { params: two, call: ([a, b]) => less(a, b) },
  le: { params: two, call: ([a, b]) => lessOrEqual(a, b) },
  gt: { params: two, call: ([a, b]) => !lessOrEqual(a, b) },
  ge: { params: two, call: ([a, b]) => !less(a, b) },
  index: {
    params: [reflectValueType],
    variadic: reflectValueType,
    call: ([item, ...indexes]) => indexValue(item, indexes),
  },
  len: { params: [reflectValueType], call: ([item]) => lengthOf(item) },
  print: { params: [], variadic: interfaceType, call: (args, { spend }) => sprint(args, spend) },
  println: {
    params: [],
    variadic: interfaceType,
    call: (args, { spend }) => sprintln(args, spend),
  },
  printf: {
    params: ['string'],
    variadic: interfaceType,
    call: ([format, ...args], { spend }) => sprintf(format as string, args, spend),
    charactersPerStep: 2,
  },
  html: {
    params: [],
    variadic: interfaceType,
    call: (args, { spend }) => escapeHtml(textOfArguments(args, spend)),
  },
  js: {
    params: [],
    variadic: interfaceType,
    call: (args, { spend }) => escapeJs(textOfArguments(args, spend)),
  },
  urlquery: {
    params: [],
    variadic: interfaceType,
    call: (args, { spend }) => escapeQuery(textOfArguments(args, spend)),
  },
}
