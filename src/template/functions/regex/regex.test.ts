import { expect, test } from 'vitest'
import { TypedList } from '../../../formats/value.ts'
import { maxPatternLength } from '../../limits.ts'
import { callFunction, fails, testScope, type Row } from '../call-for-test.ts'
import { regexFunctions } from './regex.ts'

const strings = (items: readonly string[]): TypedList => new TypedList('[]string', items)
const noStrings = new TypedList('[]string', undefined)

// Expectations were recorded from Helm 4.2.3. U+DC80 … U+DCFF are bytes that are not valid UTF-8.
const rows: readonly Row[] = [
  ['regexFindAll', ['a|b', 'xaybzab', -1n], strings(['a', 'b', 'a', 'b'])],
  ['regexFindAll', ['a|b', 'xaybzab', 2n], strings(['a', 'b'])],
  ['regexFindAll', ['a|b', 'xaybzab', 0n], noStrings],
  ['regexFindAll', ['q', 'xaybzab', -1n], noStrings],
  ['regexFindAll', ['a*', 'baaac', -1n], strings(['', 'aaa', ''])],
  ['regexFindAll', ['', 'né', -1n], strings(['', '', ''])],
  ['regexFind', ['[0-9]+', 'ab12c3'], '12'],
  ['regexFind', ['x', 'ab12c3'], ''],
  ['regexMatch', ['^[a-z]+$', 'abc'], true],
  ['regexMatch', ['(?i)^K$', '\u212a'], true],
  ['regexMatch', ['a\\z', 'a\n'], false],
  ['regexReplaceAll', ['a(x*)b', '-ab-axxb-', '${1}W'], '-W-xxW-'],
  ['regexReplaceAll', ['a(x*)b', '-ab-axxb-', '$1W'], '---'],
  [
    'regexReplaceAll',
    ['a(?P<n>x*)b', '-ab-axxb-', '[$n|${n}|$$|$|${|$0|$9]'],
    '-[||$|$|${|ab|]-[xx|xx|$|$|${|axxb|]-',
  ],
  ['regexReplaceAll', ['a*', 'baaac', '-'], '-b-c-'],
  ['regexReplaceAll', ['', 'né', '-'], '-n-é-'],
  ['regexReplaceAll', ['^', 'né', '-'], '-né'],
  ['regexReplaceAll', ['$', 'né', '-'], 'né-'],
  ['regexReplaceAll', ['\\b', 'ab cd', '|'], '|ab| |cd|'],
  ['regexReplaceAllLiteral', ['a(x*)b', '-ab-axxb-', '${1}'], '-${1}-${1}-'],
  ['regexSplit', ['z+', 'pizza', -1n], strings(['pi', 'a'])],
  ['regexSplit', ['z+', 'pizza', 1n], strings(['pizza'])],
  ['regexSplit', ['z+', 'pizza', 0n], noStrings],
  ['regexSplit', ['', 'né', -1n], strings(['n', 'é'])],
  ['regexSplit', ['', '', -1n], strings([])],
  ['regexSplit', ['a', '', -1n], strings([''])],
  ['regexSplit', ['a', 'a', -1n], strings(['', ''])],
  ['regexSplit', ['a', 'aba', -1n], strings(['', 'b', ''])],
  ['regexSplit', ['a*', 'baac', 2n], strings(['b', 'c'])],
  ['regexQuoteMeta', ['a.b*c[é]\\{$^'], 'a\\.b\\*c\\[é\\]\\\\\\{\\$\\^'],
  ['regexMatch', ['\\x{FFFD}', '\udcff'], true],
  ['regexReplaceAll', ['\\x{FFFD}', 'a\udcffb', '?'], 'a?b'],
  ['regexFindAll', ['.', 'é\udcff\udcc3', -1n], strings(['é', '\udcff', '\udcc3'])],
  ['regexReplaceAll', ['-', '\udcc3-\udca9', ''], 'é'],
  [
    'mustRegexMatch',
    ['a**', 'x'],
    fails('error parsing regexp: invalid nested repetition operator: `**`'),
  ],
  [
    'mustRegexFind',
    ['\\', 'x'],
    fails('error parsing regexp: trailing backslash at end of expression: ``'),
  ],
  [
    'mustRegexFind',
    ['[z-a]', 'x'],
    fails('error parsing regexp: invalid character class range: `z-a`'),
  ],
  [
    'mustRegexFind',
    ['(?=a)', 'x'],
    fails('error parsing regexp: invalid or unsupported Perl syntax: `(?=`'),
  ],
  [
    'mustRegexFind',
    ['(?<!a)', 'x'],
    fails('error parsing regexp: invalid named capture: `(?<!a)`'),
  ],
  [
    'mustRegexFind',
    ['(?P<', 'x'],
    fails('error parsing regexp: invalid or unsupported Perl syntax: `(?P`'),
  ],
  ['mustRegexFind', ['\\Z', 'x'], fails('error parsing regexp: invalid escape sequence: `\\Z`')],
  [
    'mustRegexFind',
    ['a{1001}', 'x'],
    fails('error parsing regexp: invalid repeat count: `{1001}`'),
  ],
  [
    'mustRegexFind',
    ['(a{1000}){1000}', 'x'],
    fails('error parsing regexp: invalid repeat count: `{1000}`'),
  ],
  [
    'mustRegexFind',
    ['\\p{Foo}', 'x'],
    fails('error parsing regexp: invalid character class range: `\\p{Foo}`'),
  ],
  ['mustRegexFindAll', ['[', 'x', -1n], fails('error parsing regexp: missing closing ]: `[`')],
  ['mustRegexSplit', [')', 'x', -1n], fails('error parsing regexp: unexpected ): `)`')],
  [
    'mustRegexReplaceAll',
    ['*', 'x', 'y'],
    fails('error parsing regexp: missing argument to repetition operator: `*`'),
  ],
  [
    'mustRegexReplaceAllLiteral',
    ['x{2}{3}', 'x', 'y'],
    fails('error parsing regexp: invalid nested repetition operator: `{2}{3}`'),
  ],
  [
    'regexSplit',
    ['a\n(', 'x', -1n],
    fails('regexp: Compile("a\\n("): error parsing regexp: missing closing ): `a\n(`'),
  ],
  [
    'mustRegexFind',
    ['((((((((((x{2}){2}){2}){2}){2}){2}){2}){2}){2}){2})', 'x'],
    fails('error parsing regexp: invalid repeat count: `{2}`'),
  ],
  ['mustRegexFind', ['a\udcff', 'x'], fails('error parsing regexp: invalid UTF-8: `\udcff`')],
  ['regexReplaceAll', ['(?P<n>a)(?P<n>b)', 'xab', '$n'], 'xa'],
  ['regexReplaceAll', ['(?P<n>a)|(?P<n>b)', 'xab', '[$n]'], 'x[a][b]'],
  [
    'mustRegexFind',
    ['[(?P<n>](?P<n>a)\\Q(?P<n>\\E(?P<n>b', ''],
    fails('error parsing regexp: missing closing ): `[(?P<n>](?P<n>a)\\Q(?P<n>\\E(?P<n>b`'),
  ],
]

test.each(rows)('matches as RE2: %s %o', (name, args, expected) => {
  expect(callFunction(regexFunctions, name, args)).toEqual(expected)
})

test('a pattern that no chart needs is refused', () => {
  const pattern = 'a'.repeat(maxPatternLength + 1)
  expect(() => callFunction(regexFunctions, 'regexMatch', [pattern, 'a'])).toThrow(
    'longer than the limit',
  )
})

test('a pattern that counts make large is refused before it is compiled', () => {
  const pattern = '\\pL{1000}'.repeat(800)
  expect(() => callFunction(regexFunctions, 'regexMatch', [pattern, 'a'])).toThrow(
    'a regular expression has about 82400000 instructions, more than the limit of 100000',
  )
})

function stepsOf(pattern: string, text: string): number {
  let steps = 0
  const scope = { ...testScope(), spend: (more: number) => void (steps += more) }
  regexFunctions['regexFindAll']?.call([pattern, text, -1n], scope)
  return steps
}

test('work costs steps by text and pattern', () => {
  const small = stepsOf('(a|b)*\\d', 'ab'.repeat(1_000))
  expect(stepsOf('(a|b)*\\d', 'ab'.repeat(10_000))).toBeGreaterThan(5 * small)
  expect(stepsOf('((a|b)*\\d){50}', 'ab'.repeat(1_000))).toBeGreaterThan(5 * small)
})

// Each pattern goes on with an invalid byte; what helm 4.2.3 then complains about.
test.each([
  ['[[:nope:]', 'invalid character class range: `[:nope:]`'],
  ['[b-a', 'invalid character class range: `b-a`'],
  ['\\pX', 'invalid character class range: `\\pX`'],
  ['\\p{L', undefined],
  ['\\8', 'invalid escape sequence: `\\8`'],
  ['\\x1', undefined],
  ['\\xg', undefined],
  ['\\x{1', undefined],
  ['\\x{g', 'invalid escape sequence: `\\x{g`'],
  ['a**', 'invalid nested repetition operator: `**`'],
  ['(|*', 'missing argument to repetition operator: `*`'],
  ['x{1001}', 'invalid repeat count: `{1001}`'],
  ['x{2', undefined],
  ['(?i-', undefined],
  ['(?z', 'invalid or unsupported Perl syntax: `(?z`'],
  ['(?P', 'invalid or unsupported Perl syntax: `(?P`'],
  ['(?P<', undefined],
  ['(?P<n!', undefined],
  ['(?P<n!>', 'invalid named capture: `(?P<n!>`'],
])('complains from the left: %s', (pattern, complaint = 'invalid UTF-8: `\udcff`') => {
  expect(callFunction(regexFunctions, 'mustRegexFind', [`${pattern}\udcff`, 'x'])).toEqual(
    fails(`error parsing regexp: ${complaint}`),
  )
})
