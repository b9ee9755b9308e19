import { expect, test } from 'vitest'
import { TypedList, type Value } from '../../formats/value.ts'
import { LimitError } from '../limits.ts'
import { dict, testScope } from './call-for-test.ts'
import { dictFunctions } from './dicts/dicts.ts'
import { jsonFunctions } from './encoding/encoding-json.ts'
import { tomlFunctions } from './encoding/encoding-toml.ts'
import { yamlFunctions } from './encoding/encoding-yaml.ts'
import { listFunctions } from './lists/lists.ts'
import { mathFunctions } from './numbers/math.ts'
import { mergeFunctions } from './dicts/merge.ts'
import { randomFunctions } from './random/random.ts'
import { reflectionFunctions } from './reflection/reflection.ts'
import { layoutFunctions } from './text/string-layout.ts'
import { splitFunctions } from './text/string-split.ts'

const functions = {
  ...dictFunctions,
  ...jsonFunctions,
  ...layoutFunctions,
  ...listFunctions,
  ...mathFunctions,
  ...mergeFunctions,
  ...randomFunctions,
  ...reflectionFunctions,
  ...splitFunctions,
  ...tomlFunctions,
  ...yamlFunctions,
}

const huge = 9_999_999_999n
const million = 1_000_000n
const text = 'x'.repeat(1000)

test.each<{ name: keyof typeof functions; args: readonly Value[] }>([
  { name: 'until', args: [huge] },
  { name: 'untilStep', args: [0n, huge, 1n] },
  { name: 'untilStep', args: [0n, -9_223_372_036_854_775_807n, -1n] },
  { name: 'seq', args: [huge] },
  { name: 'repeat', args: [huge, 'x'] },
  { name: 'indent', args: [million, '\n'.repeat(1000)] },
  { name: 'nindent', args: [huge, 'x'] },
  { name: 'wrapWith', args: [1n, 'x'.repeat(1_000_000), text] },
  { name: 'replace', args: ['', 'x'.repeat(1_000_000), text] },
  { name: 'randAlphaNum', args: [huge] },
  { name: 'randBytes', args: [huge] },
])('$name refuses to build what is beyond the limits', ({ name, args }) => {
  expect(() => functions[name]?.call(args, testScope())).toThrow(LimitError)
})

test.each<{ name: keyof typeof functions; args: readonly Value[]; atLeast: number }>([
  { name: 'until', args: [1000n], atLeast: 1000 },
  { name: 'repeat', args: [1000n, text], atLeast: 30_000 },
  { name: 'splitList', args: ['', text], atLeast: 1000 },
  { name: 'indent', args: [1000n, '\n'.repeat(100)], atLeast: 3000 },
  { name: 'uniq', args: [new TypedList('[]int', [1n, 2n, 3n, 4n])], atLeast: 4 },
  { name: 'deepCopy', args: [[[1n], [2n]]], atLeast: 5 },
  { name: 'dict', args: [text, 1n, text], atLeast: 60 },
  { name: 'split', args: ['x', text], atLeast: 5000 },
  { name: 'deepCopy', args: [[dict({}), dict({})]], atLeast: 9 },
])('$name spends steps for what it builds', ({ name, args, atLeast }) => {
  let spent = 0
  functions[name]?.call(args, { ...testScope(), spend: (steps) => void (spent += steps) })
  expect(spent).toBeGreaterThanOrEqual(atLeast)
})

test.each(['toJson', 'toYaml', 'toYamlPretty', 'toToml', 'deepCopy', 'toString', 'quote'] as const)(
  '%s refuses a small value that is endless when written',
  (name) => {
    let value: Value = 1n
    for (let i = 0; i < 40; i++) value = [value, value]
    expect(() => functions[name]?.call([value], testScope())).toThrow(LimitError)
  },
)

test('values that contain themselves end a walk with an error', () => {
  const cycle = dict({})
  cycle.set('self', cycle)
  const other = dict({})
  other.set('self', other)
  expect(() => functions['deepCopy']?.call([cycle], testScope())).toThrow(LimitError)
  expect(() => functions['merge']?.call([cycle, other], testScope())).toThrow(LimitError)
})

test('comparing values that contain themselves ends as in Go', () => {
  const cycle = dict({})
  cycle.set('self', cycle)
  const other = dict({})
  other.set('self', other)
  expect(functions['deepEqual']?.call([cycle, other], testScope())).toBe(true)
})
