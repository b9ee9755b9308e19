import { describe, expect, test } from 'vitest'
import { compileRegexp, weighRegexp } from './regexp.ts'

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
