import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    "{{ 1e3 }} {{ 0x10 }} {{ 'a' }} {{ 010 }} {{ 1_000 }} {{ 0b11 }} {{ 0o17 }} {{ 1.5 }} {{ .5 }} {{ -3 }} {{ +3 }} {{ 0x1p4 }} {{ 1.0 }}",
    '1000 16 97 8 1000 3 15 1.5 0.5 -3 3 16 1',
  ],
  ['{{ 1i }} {{ 1+2i }} {{ eq 1i 1i }}', '(0+1i) (1+2i) true'],
  [
    "{{ '\\n' }} {{ '\\x41' }} {{ '\\'' }} {{ 'é' }} {{ '\\xff' }} {{ '\\U0001F600' }}",
    '10 65 39 233 255 128512',
  ],
  [
    '{{ 0x7FFFFFFFFFFFFFFF }} {{ -9223372036854775808 }}',
    '9223372036854775807 -9223372036854775808',
  ],
  ['{{ until 3e0 }}', '[0 1 2]'],
  ['{{ "\\x41\\u00e9\\101\\t" }}', 'AéA\t'],
  ["{{ 'ab' }}", { error: "parse error at (c/templates/a.yaml:1): 'ab'" }],
  ["{{ '' }}", { error: 'parse error at (c/templates/a.yaml:1): invalid syntax' }],
  ["{{ '\\\"' }}", { error: 'parse error at (c/templates/a.yaml:1): invalid syntax' }],
  ['{{ "\\\'" }}', { error: 'parse error at (c/templates/a.yaml:1): invalid syntax' }],
  ['{{ "\\z" }}', { error: 'parse error at (c/templates/a.yaml:1): invalid syntax' }],
  ['{{ 3a }}', { error: 'parse error at (c/templates/a.yaml:1): "3a"' }],
  ['{{ 0x }}', { error: 'parse error at (c/templates/a.yaml:1): "0x"' }],
  ['{{ 08 }}', { error: 'parse error at (c/templates/a.yaml:1): "08"' }],
  ['{{ 1__0 }}', { error: 'parse error at (c/templates/a.yaml:1): "1__0"' }],
  ['{{ 1.5.5 }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected ".5" in operand' }],
  ['{{ 1+2 }}', { error: 'parse error at (c/templates/a.yaml:1): "1+2"' }],
  [
    '{{ 99999999999999999999 }}',
    { error: 'parse error at (c/templates/a.yaml:1): "99999999999999999999"' },
  ],
  [
    '{{ 18446744073709551615 }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <18446744073709551615>:\n    18446744073709551615 overflows int',
    },
  ],
  ['{{ 1e400 }}', { error: 'parse error at (c/templates/a.yaml:1): "1e400"' }],
  [
    '{{ until 1.5 }}',
    {
      error:
        'c/templates/a.yaml:1:9\n  executing "c/templates/a.yaml" at <1.5>:\n    expected integer; found 1.5',
    },
  ],
  [
    '{{ until "a" }}',
    {
      error:
        'c/templates/a.yaml:1:9\n  executing "c/templates/a.yaml" at <"a">:\n    expected integer; found "a"',
    },
  ],
  [
    '{{ upper 1 }}',
    {
      error:
        'c/templates/a.yaml:1:9\n  executing "c/templates/a.yaml" at <1>:\n    expected string; found 1',
    },
  ],
  [
    '{{ ternary 1 2 "a" }}',
    {
      error:
        'c/templates/a.yaml:1:15\n  executing "c/templates/a.yaml" at <"a">:\n    expected bool; found "a"',
    },
  ],
  [
    '{{ get "a" "b" }}',
    {
      error:
        'c/templates/a.yaml:1:7\n  executing "c/templates/a.yaml" at <"a">:\n    can\'t handle "a" for arg of type map[string]interface {}',
    },
  ],
]

describe('literals', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
