import { expect, test } from 'vitest'
import { TypedList, TypedMap, typeOf, type Value } from '../../formats/value.ts'
import { dict, testScope } from './call-for-test.ts'
import { dictFunctions } from './dicts/dicts.ts'
import { listFunctions } from './lists/lists.ts'
import { mergeFunctions } from './dicts/merge.ts'
import { reflectionFunctions } from './reflection/reflection.ts'

const functions = { ...dictFunctions, ...listFunctions, ...mergeFunctions, ...reflectionFunctions }

function call(name: keyof typeof functions, ...args: readonly Value[]): Value {
  return functions[name]?.call(args, testScope())
}

test('set and unset change the dict they are given and return it', () => {
  const given = dict({ a: 1n })
  expect(call('set', given, 'b', 2n)).toBe(given)
  expect(call('unset', given, 'a')).toBe(given)
  expect(given).toEqual(dict({ b: 2n }))
})

test('what set, unset and merge return of .Values is a plain dict over the same entries', () => {
  const values = new TypedMap('common.Values', [['a', 1n]])
  const answer = call('set', values, 'b', 2n) as Map<string, Value>
  expect(typeOf(answer)).toBe('map[string]interface {}')
  call('mergeOverwrite', answer, dict({ a: 3n }))
  call('unset', call('set', answer, 'c', null), 'b')
  expect([...values]).toEqual([
    ['a', 3n],
    ['c', null],
  ])
  expect([...answer.keys()]).toEqual(['a', 'c'])
  expect(answer.size).toBe(2)
  expect(call('dig', 'a', '', answer)).toBe(3n)
})

test('merge changes the first dict and shares nested ones with the others', () => {
  const first = dict({})
  const nested = dict({ x: 1n })
  expect(call('merge', first, dict({ n: nested }))).toBe(first)
  expect(first.get('n')).toBe(nested)
})

test('merge into a nested dict changes that dict', () => {
  const nested = dict({ x: 1n })
  call('mergeOverwrite', dict({ n: nested }), dict({ n: dict({ y: 2n }) }))
  expect(nested).toEqual(dict({ x: 1n, y: 2n }))
})

test('an empty nested dict is replaced by the empty one of the source', () => {
  const empty = dict({})
  const first = dict({ n: dict({}) })
  call('merge', first, dict({ n: empty }))
  expect(first.get('n')).toBe(empty)
})

test('pick and omit share nested values', () => {
  const nested = dict({})
  const given = dict({ a: nested })
  expect((call('pick', given, 'a') as Map<string, Value>).get('a')).toBe(nested)
  expect((call('omit', given, 'b') as Map<string, Value>).get('a')).toBe(nested)
})

test('append and prepend leave the list as it was', () => {
  const given = [1n]
  call('append', given, 2n)
  call('prepend', given, 0n)
  expect(given).toEqual([1n])
})

test('sortAlpha sorts a []string where it is, and a copy of any other list', () => {
  const strings = new TypedList('[]string', ['b', 'a'])
  call('sortAlpha', strings)
  expect(strings.items).toEqual(['a', 'b'])
  const list = ['b', 'a']
  call('sortAlpha', list)
  expect(list).toEqual(['b', 'a'])
})

test('deepCopy shares nothing', () => {
  const nested = dict({ l: [1n] })
  const copy = call('deepCopy', dict({ n: nested })) as Map<string, Value>
  expect(copy.get('n')).toEqual(nested)
  expect(copy.get('n')).not.toBe(nested)
})
