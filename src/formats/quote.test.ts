// The expectations were printed by Go 1.26's strconv.

import { expect, test } from 'vitest'
import {
  canBackquote,
  isPrint,
  quote,
  quoteRune,
  quoteRuneToAscii,
  quoteToAscii,
  unquote,
} from './quote.ts'

const strings: readonly (readonly [
  text: string,
  quoted: string,
  ascii: string,
  canBackquote: boolean,
])[] = [
  ['', '""', '""', true],
  ['abc', '"abc"', '"abc"', true],
  ['a"b', '"a\\"b"', '"a\\"b"', true],
  ['a\\b', '"a\\\\b"', '"a\\\\b"', true],
  ['tab\u0009nl\ncr\u000d', '"tab\\tnl\\ncr\\r"', '"tab\\tnl\\ncr\\r"', false],
  [
    '\u0000\u0007\u0008\u000b\u000c\u001b\u007f',
    '"\\x00\\a\\b\\v\\f\\x1b\\x7f"',
    '"\\x00\\a\\b\\v\\f\\x1b\\x7f"',
    false,
  ],
  ['héllo', '"héllo"', '"h\\u00e9llo"', true],
  ['日本', '"日本"', '"\\u65e5\\u672c"', true],
  ['\u00a0', '"\\u00a0"', '"\\u00a0"', true],
  ['\u00ad', '"\\u00ad"', '"\\u00ad"', true],
  ['\u200b', '"\\u200b"', '"\\u200b"', true],
  ['\ufeff', '"\\ufeff"', '"\\ufeff"', false],
  ['\u2028', '"\\u2028"', '"\\u2028"', true],
  ['😀', '"😀"', '"\\U0001f600"', true],
  ['\u{e0001}', '"\\U000e0001"', '"\\U000e0001"', true],
  ['\udcff', '"\\xff"', '"\\xff"', false],
  ['a\udcc3', '"a\\xc3"', '"a\\xc3"', false],
  ['é\udcc3', '"é\\xc3"', '"\\u00e9\\xc3"', false],
  ['`', '"`"', '"`"', false],
  ["'", '"\'"', '"\'"', true],
  ['�', '"�"', '"\\ufffd"', true],
  ['\u0378', '"\\u0378"', '"\\u0378"', true],
  ['🫨', '"🫨"', '"\\U0001fae8"', true],
  ['\ue000', '"\\ue000"', '"\\ue000"', true],
]

const runes: readonly (readonly [point: number, quoted: string, ascii: string])[] = [
  [97, "'a'", "'a'"],
  [39, "'\\''", "'\\''"],
  [34, "'\"'", "'\"'"],
  [92, "'\\\\'", "'\\\\'"],
  [10, "'\\n'", "'\\n'"],
  [0, "'\\x00'", "'\\x00'"],
  [127, "'\\x7f'", "'\\x7f'"],
  [233, "'é'", "'\\u00e9'"],
  [160, "'\\u00a0'", "'\\u00a0'"],
  [55296, "'�'", "'\\ufffd'"],
  [1114111, "'\\U0010ffff'", "'\\U0010ffff'"],
  [1114112, "'�'", "'\\ufffd'"],
  [-1, "'�'", "'\\ufffd'"],
  [128512, "'😀'", "'\\U0001f600'"],
  [65533, "'�'", "'\\ufffd'"],
]

const literals: readonly (readonly [literal: string, text: string | undefined])[] = [
  ['"abc"', 'abc'],
  ['""', ''],
  ['"a\\tb"', 'a\u0009b'],
  ['"\\x41\\101\\u00e9\\U0001F600"', 'AAé😀'],
  ['"\\xc3\\xa9"', 'é'],
  ['"\\xff"', '\udcff'],
  ['"\\q"', undefined],
  ['"\\\'"', undefined],
  ['"\'"', "'"],
  ["'a'", 'a'],
  ["'\\''", "'"],
  ["'\\\"'", undefined],
  ["'ab'", undefined],
  ["''", ''],
  ["'é'", 'é'],
  ['`a\\nb`', 'a\\nb'],
  ['`a\u000d\nb`', 'a\nb'],
  ['`a`b`', undefined],
  ['"a\nb"', undefined],
  ['"a', undefined],
  ['a', undefined],
  ['', undefined],
  ['"', undefined],
  ['"\\"', undefined],
  ['"\\ud800"', undefined],
  ['"\\400"', undefined],
  ['"\\08"', undefined],
  ['"\\u12"', undefined],
  ['"\udcff"', '�'],
  ["'\udcff'", '�'],
  ['`\udcff`', '\udcff'],
  ['"a"b"', undefined],
]

test.each(strings)('quotes %j', (text, quoted, ascii, isRaw) => {
  expect(quote(text)).toBe(quoted)
  expect(quoteToAscii(text)).toBe(ascii)
  expect(canBackquote(text)).toBe(isRaw)
})

test.each(runes)('quotes the rune %i', (point, quoted, ascii) => {
  expect(quoteRune(point)).toBe(quoted)
  expect(quoteRuneToAscii(point)).toBe(ascii)
})

test.each(literals)('unquotes %j', (literal, text) => {
  expect(unquote(literal)).toBe(text)
})

test('counts as printable what Go 1.26 counts, which is Unicode 15', () => {
  const count = Array.from({ length: 0x110000 }, (_, point) => isPrint(point)).filter(Boolean)
  expect(count).toHaveLength(148998)
})
