import { compareStrings } from '../../../formats/go-string.ts'
import { mapType, TypedList, TypedMap, typeOf, type Value } from '../../../formats/value.ts'
import type { CallScope, FuncMap } from '../../func.ts'
import { spendText } from '../cost.ts'
import { define, defineVariadic } from '../define.ts'
import { panic } from '../go-panic.ts'
import { appendedCapacity, withCapacity } from '../lists/list-capacity.ts'
import { asPlainMap } from '../../run/plain-map.ts'
import { strval } from '../strval.ts'

const dictParam = 'map[string]interface {}'

/** Functions on dicts. `set` and `unset` change the dict that they are given. */
export const dictFunctions: FuncMap = {
  dict: defineVariadic([], 'interface {}', (_, values, scope) => makeDict(values, scope)),
  get: define([dictParam, 'string'], ([dict, key]) => (dict.has(key) ? dict.get(key) : '')),
  set: define([dictParam, 'string', 'interface {}'], ([dict, key, value]) => {
    if (dict instanceof TypedMap && dict.isNil) throw panic('assignment to entry in nil map')
    dict.set(key, value)
    return asPlainMap(dict)
  }),
  unset: define([dictParam, 'string'], ([dict, key]) => {
    dict.delete(key)
    return asPlainMap(dict)
  }),
  hasKey: define([dictParam, 'string'], ([dict, key]) => dict.has(key)),
  pluck: defineVariadic(['string'], dictParam, ([key], dicts) =>
    dicts.filter((dict) => dict.has(key)).map((dict) => dict.get(key)),
  ),
  // Go's order is random; sorted is one of its answers.
  keys: defineVariadic([], dictParam, (_, dicts, scope) => {
    const keys = dicts.flatMap((dict) => sortedKeys(dict, scope))
    return new TypedList('[]string', withCapacity(keys, appendedCapacity(keys.length)))
  }),
  values: define([dictParam], ([dict], scope) =>
    sortedKeys(dict, scope).map((key) => dict.get(key)),
  ),
  pick: defineVariadic([dictParam], 'string', ([dict], keys, scope) => {
    scope.spend(keys.length)
    return new Map(
      keys.filter((key) => dict.has(key)).map((key): [string, Value] => [key, dict.get(key)]),
    )
  }),
  omit: defineVariadic([dictParam], 'string', ([dict], keys, scope) => {
    scope.spend(dict.size)
    const omitted = new Set(keys)
    return new Map([...dict].filter(([key]) => !omitted.has(key)))
  }),
  dig: defineVariadic([], 'interface {}', (_, path) => dig(path)),
}

function makeDict(values: readonly Value[], scope: CallScope): Map<string, Value> {
  scope.spend(values.length)
  const dict = new Map<string, Value>()
  for (let at = 0; at < values.length; at += 2) {
    const key = strval(values[at], scope.spend)
    spendText(scope, key.length)
    dict.set(key, at + 1 < values.length ? values[at + 1] : '')
  }
  return dict
}

function sortedKeys(dict: ReadonlyMap<string, Value>, scope: CallScope): string[] {
  scope.spend(dict.size)
  return [...dict.keys()].toSorted(compareStrings)
}

/** `dig "a" "b" default dict`. */
function dig(path: readonly Value[]): Value {
  if (path.length < 3) throw panic('dig needs at least three arguments')
  let at = asDict(path.at(-1))
  const keys = path.slice(0, -2).map(asString)
  for (const key of keys.slice(0, -1)) {
    if (!at.has(key)) return path.at(-2)
    at = asDict(at.get(key))
  }
  const last = keys.at(-1) ?? ''
  return at.has(last) ? at.get(last) : path.at(-2)
}

function asDict(value: Value): ReadonlyMap<string, Value> {
  if (typeOf(value) !== mapType) throw notConvertible(value, mapType)
  return value as ReadonlyMap<string, Value>
}

function asString(value: Value): string {
  if (typeof value !== 'string') throw notConvertible(value, 'string')
  return value
}

/** Go's text for a failed type assertion. */
function notConvertible(value: Value, type: string): Error {
  const found = value === null || value === undefined ? 'nil' : typeOf(value)
  return panic(`interface conversion: interface {} is ${found}, not ${type}`)
}
