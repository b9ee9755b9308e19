import { expect, test } from 'vitest'
import type { Value } from '../../../formats/value.ts'
import { callFunction, dict, fails } from '../call-for-test.ts'
import { dictFunctions } from '../dicts/dicts.ts'
import { jsonFunctions } from '../encoding/encoding-json.ts'
import { appendedCapacity, grownCapacity } from './list-capacity.ts'
import { listFunctions } from './lists.ts'
import { mathFunctions } from '../numbers/math.ts'
import { reflectionFunctions } from '../reflection/reflection.ts'

const functions = {
  ...dictFunctions,
  ...jsonFunctions,
  ...listFunctions,
  ...mathFunctions,
  ...reflectionFunctions,
}

function call(name: string, ...args: readonly Value[]): Value {
  return callFunction(functions, name, args) as Value
}

// The elements that Helm 4.2.3 lets slice reach in lists of three elements, by how they were made.
test.each<{ made: string; list: () => Value; capacity: bigint }>([
  { made: 'values', list: () => [1, 2, 3], capacity: 4n },
  { made: 'fromJsonArray', list: () => call('fromJsonArray', '[1,2,3]'), capacity: 4n },
  { made: 'list', list: () => call('list', 1n, 2n, 3n), capacity: 3n },
  { made: 'append', list: () => call('append', call('list', 1n, 2n), 3n), capacity: 4n },
  { made: 'prepend', list: () => call('prepend', call('list', 2n, 3n), 1n), capacity: 3n },
  { made: 'compact', list: () => call('compact', call('list', 1n, 2n, 3n)), capacity: 4n },
  { made: 'reverse', list: () => call('reverse', call('list', 1n, 2n, 3n)), capacity: 3n },
  { made: 'rest', list: () => call('rest', call('list', 0n, 1n, 2n, 3n)), capacity: 3n },
  { made: 'keys', list: () => call('keys', dict({ a: 1n, b: 2n, c: 3n })), capacity: 4n },
  { made: 'until', list: () => call('until', 3n), capacity: 4n },
  { made: 'toStrings', list: () => call('toStrings', [null, 'a', 'b', 'c']), capacity: 4n },
  { made: 'slice', list: () => call('slice', [1, 2, 3, 4, 5], 1n, 4n), capacity: 7n },
  { made: 'deepCopy', list: () => call('deepCopy', call('list', 1n, 2n, 3n)), capacity: 3n },
])('slice reaches as far as the room of a list made by $made', ({ list, capacity }) => {
  expect(call('slice', list(), 0n, capacity)).not.toHaveProperty('error')
  expect(call('slice', list(), 0n, capacity + 1n)).toEqual(
    fails('reflect.Value.Slice: slice index out of bounds'),
  )
})

test('room holds zero values, or what the list was cut from', () => {
  expect(call('slice', [1, 2, 3], 0n, 4n)).toEqual([1, 2, 3, null])
  expect(call('slice', call('slice', [1, 2, 3], 0n, 1n), 0n, 3n)).toEqual([1, 2, 3])
})

// Recorded from Go 1.26.
test.each([
  { length: 9, one: 16, grown: 18 },
  { length: 17, one: 32, grown: 35 },
  { length: 33, one: 71, grown: 71 },
  { length: 100, one: 143, grown: 215 },
  { length: 513, one: 591, grown: 847 },
  { length: 2000, one: 2560, grown: 3072 },
  { length: 5000, one: 5120, grown: 6656 },
])('a list of $length elements has the capacity of Go', ({ length, one, grown }) => {
  expect(appendedCapacity(length)).toBe(one)
  expect(grownCapacity(length, 1)).toBe(grown)
})
