import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    '{{ range $i, $e := .Values.l }}{{ $i }}={{ $e }};{{ end }}{{ range .Values.l }}{{ . }}{{ end }}',
    '0=1;1=2;2=a;12a',
  ],
  ['{{ range $k, $v := .Values.m }}{{ $k }}={{ $v }};{{ end }}', 'a=true;b=1;'],
  [
    '{{ range $k, $v := dict "é" 1 "z" 2 "Z" 3 "𝒳" 5 "ﬀ" 6 "10" 7 "9" 8 }}{{ $k }}{{ end }}',
    '109Zzéﬀ𝒳',
  ],
  [
    '{{ range 3 }}{{ . }}{{ end }}{{ range $i := int64 2 }}{{ printf "%T" $i }}{{ end }}{{ range -1 }}a{{ else }}b{{ end }}',
    '012int64int64b',
  ],
  [
    '{{ range .Values.nope }}a{{ else }}b{{ end }}{{ range nil }}{{ else }}c{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:54\n  executing "c/templates/a.yaml" at <nil>:\n    nil is not a command',
    },
  ],
  [
    '{{ range $k, $v := .Values.m }}{{ $_ := unset $.Values.m "b" }}{{ $k }}={{ $v }};{{ end }}',
    'a=true;b=1;',
  ],
  [
    '{{ range until 3 }}{{ range until 3 }}{{ if eq . 1 }}{{ break }}{{ end }}{{ . }}{{ end }};{{ end }}',
    '0;0;0;',
  ],
  ['{{ range until 3 }}{{ with . }}{{ continue }}{{ end }}{{ . }}{{ end }}', '0'],
  ['{{ range $x := .Values.el }}{{ $x }}{{ else }}[{{ $x }}]{{ end }}', '[[]]'],
  ['{{ $i := 0 }}{{ $e := 0 }}{{ range $i, $e = .Values.l }}{{ end }}{{ $i }}{{ $e }}', '2a'],
  [
    '{{ range $i, $e := 3 }}{{ $i }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:19\n  executing "c/templates/a.yaml" at <3>:\n    can\'t use 3 to iterate over more than one variable',
    },
  ],
  [
    '{{ range .Values.n }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.n>:\n    range can\'t iterate over 1e+06',
    },
  ],
  [
    '{{ range .Values.s }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.s>:\n    range can\'t iterate over x',
    },
  ],
  [
    '{{ range .Capabilities.KubeVersion }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:22\n  executing "c/templates/a.yaml" at <.Capabilities.KubeVersion>:\n    range can\'t iterate over {v1.36.0 v1.36.0 1 36}',
    },
  ],
  [
    '{{ range $e = .Values.l }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:21\n  executing "c/templates/a.yaml" at <.Values.l>:\n    undefined variable: $e',
    },
  ],
  [
    '{{ range and .Values.s .Values.n }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:30\n  executing "c/templates/a.yaml" at <.Values.n>:\n    range can\'t iterate over 1e+06',
    },
  ],
]

describe('range', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
