import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  ['a\n{{- if true }}\nb\n{{- end }}\nc', 'a\nb\nc'],
  ['a\n{{ if true -}}\nb\n{{ end -}}\nc', 'a\nb\nc'],
  ['a {{-\n"x"\n-}} b', 'axb'],
  ['a {{- /* c */ -}} b', 'ab'],
  ['{{"{{"}}a', '{{a'],
  ['{{{ "a" }}}', { error: 'parse error at (c/templates/a.yaml:1): unexpected "{" in command' }],
  [
    '{{ if true }}a{{ else if false }}b{{ else }}c{{ end }}{{ if false }}a{{ else if true }}b{{ else }}c{{ end }}',
    'ab',
  ],
  ['{{ with .Values.e }}a{{ else with .Values.s }}{{ . }}{{ else }}c{{ end }}', 'x'],
  ['{{ define "a" }}1{{ end }}{{ define "a" }} {{ end }}{{ template "a" }}', '1'],
  ['{{ block "bl" .Values.s }}<{{ . }}>{{ end }}{{ template "bl" 2 }}', '<x><2>'],
  ['{{ .Values.s | upper | }}', 'X'],
  ['{{.Values.s|upper}}{{print 1|print}}', 'X1'],
  ['{{ /* x */ }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected "/" in command' }],
  ['{{/* x }}', { error: 'parse error at (c/templates/a.yaml:1): unclosed comment' }],
  [
    '{{/* x */ }}',
    { error: 'parse error at (c/templates/a.yaml:1): comment ends before closing delimiter' },
  ],
  ['{{"a"-}}', { error: 'parse error at (c/templates/a.yaml:1): unexpected "-" in operand' }],
  ['{{ ( }}', { error: 'parse error at (c/templates/a.yaml:1): unclosed left paren' }],
  ['{{ ) }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected right paren' }],
  [
    '{{ () }}',
    { error: 'parse error at (c/templates/a.yaml:1): missing value for parenthesized pipeline' },
  ],
  ['{{ }}', { error: 'parse error at (c/templates/a.yaml:1): missing value for command' }],
  ['{{ | upper }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected "|" in command' }],
  [
    '{{ .Values.foo-bar }}',
    { error: "parse error at (c/templates/a.yaml:1): bad character U+002D '-'" },
  ],
  ['{{ $x=1 }}', { error: "parse error at (c/templates/a.yaml:1): bad character U+003D '='" }],
  ['{{ $x }}', { error: 'parse error at (c/templates/a.yaml:1): undefined variable "$x"' }],
  [
    '{{ $x, $y := 1 }}',
    { error: 'parse error at (c/templates/a.yaml:1): too many declarations in command' },
  ],
  [
    '{{ range $a, $b, $c := .Values.l }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): too many declarations in range' },
  ],
  [
    '{{ range $a, .x := .Values.l }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): range can only initialize variables' },
  ],
  [
    '{{ 1 | 2 }}',
    { error: 'parse error at (c/templates/a.yaml:1): non executable command in pipeline stage 2' },
  ],
  [
    '{{ "a".x }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected . after term "\\"a\\""' },
  ],
  ['{{ nope }}', { error: 'parse error at (c/templates/a.yaml:1): function "nope" not defined' }],
  ['{{ break }}', { error: 'parse error at (c/templates/a.yaml:1): {{break}} outside {{range}}' }],
  [
    '{{ range .Values.l }}{{ block "x" . }}{{ break }}{{ end }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): {{break}} outside {{range}}' },
  ],
  ['{{ end }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected {{end}}' }],
  ['{{ else }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected {{else}}' }],
  ['{{ if }}{{ end }}', { error: 'parse error at (c/templates/a.yaml:1): missing value for if' }],
  [
    '{{ if true }}a{{ else }}b{{ else }}c{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): expected end; found {{else}}' },
  ],
  [
    '{{ range .Values.el }}a{{ else if .Values.s }}{{ . }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected <if> in input' },
  ],
  [
    '{{ define a }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected "a" in define clause' },
  ],
  [
    '{{ define "a" }}1{{ end }}{{ define "a" }}2{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): multiple definition of template "a"' },
  ],
  [
    '{{ if true }}{{ define "z" }}{{ end }}{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected <define> in command' },
  ],
  [
    '{{ template show }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected "show" in template clause' },
  ],
  [
    '{{ template "a longer string than ten }}',
    { error: 'parse error at (c/templates/a.yaml:1): unterminated quoted string' },
  ],
  [
    '{{ if true }}{{ end "a longer string than ten" }}',
    { error: 'parse error at (c/templates/a.yaml:1): unexpected "\\"a longer "... in end' },
  ],
  ['{{ : }}', { error: 'parse error at (c/templates/a.yaml:1): expected :=' }],
  ['{{ @ }}', { error: 'parse error at (c/templates/a.yaml:1): unexpected "@" in command' }],
  ['{{ é }}', { error: 'parse error at (c/templates/a.yaml:1): function "é" not defined' }],
  [
    '\n{{ .Values.s\n\n',
    {
      error:
        'parse error at (c/templates/a.yaml:4): unclosed action started at c/templates/a.yaml:2',
    },
  ],
  [
    '\n{{ .Values.s\n "abc\n',
    {
      error:
        'parse error at (c/templates/a.yaml:3): unterminated quoted string in action started at c/templates/a.yaml:2',
    },
  ],
  [
    '\n{{ (.Values.s\n',
    {
      error:
        'parse error at (c/templates/a.yaml:3): unclosed action started at c/templates/a.yaml:2',
    },
  ],
  ['\n{{ if .Values.s }}\na\n', { error: 'parse error at (c/templates/a.yaml:4): unexpected EOF' }],
  [
    '\n\n{{- /* a\nb */ -}}\n\n{{ nope }}',
    { error: 'parse error at (c/templates/a.yaml:6): function "nope" not defined' },
  ],
  [
    '\n{{ block "x" . }}\n{{ else }}\n{{ end }}',
    { error: 'parse error at (c/templates/a.yaml:2): unexpected {{else}} in block clause' },
  ],
]

describe('the parser', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
