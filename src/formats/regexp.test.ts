import { describe, expect, test } from 'vitest'
import { compileRegexp, deepestCount, weighRegexp } from './regexp.ts'

test.each([
  ['^a+$', 'aaa', true],
  ['^a+$', 'ab', false],
  ['b', 'abc', true],
  ['^\\p{Letter}+$', 'éa', true],
  ['^[\\p{decimal-number}x]+$', '4x', true],
  ['\\P{punct}', '!', false],
  ['(?P<n>a)(?P<n>b)', 'ab', true],
  ['\\\\p{Letter}', '\\p{Letter}', true],
])('%s on %o', (pattern, text, matches) =>
  expect(compileRegexp(pattern).matches(text)).toBe(matches),
)

describe("errors have Go's words", () => {
  test.each([
    ['a(', 'error parsing regexp: missing closing ): `a(`'],
    ['a)', 'error parsing regexp: unexpected ): `a)`'],
    ['[z-a]', 'error parsing regexp: invalid character class range: `z-a`'],
    ['(?=x)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
    ['\\p{Nope}', 'error parsing regexp: invalid character class range: `\\p{Nope}`'],
  ])('%s', (pattern, message) => expect(() => compileRegexp(pattern)).toThrow(message))
})

test.each([
  ['abc', 3],
  ['a{100}', 100],
  ['((ab){10}){10}', 310],
  ['[]a{3}]{2}', 14],
  ['\\pL{3}', 309],
  ['\\{9\\}', 3],
  ['(((', 0],
])('%s weighs %d', (pattern, weight) => expect(weighRegexp(pattern)).toBe(weight))

test.each([
  ['abc', 1],
  ['a{3}b{7,9}', 9],
  ['((a{10})b{20}){30}', 600],
  ['(a{1000}){1000}', 1_000_000],
  ['[{5}]\\{6}', 1],
])('%s has counts of %d inside each other', (pattern, count) =>
  expect(deepestCount(pattern)).toBe(count),
)
