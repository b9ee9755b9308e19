import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  ['{{ $x := 5 }}{{ if true }}{{ $x = 1 }}{{ end }}{{ $x }}', '1'],
  ['{{ $x := 5 }}{{ if false }}{{ $x := 1 }}{{ else }}{{ $x }}{{ end }}', '5'],
  [
    '{{ if false }}{{ $x := 1 }}{{ else }}{{ $x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:40\n  executing "c/templates/a.yaml" at <$x>:\n    undefined variable: $x',
    },
  ],
  ['{{ with $x := .Values.e }}{{ $x }}{{ else }}[{{ $x }}]{{ end }}', '[]'],
  [
    '{{ if true }}{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ $x := 3 }}{{ end }}{{ $x }}{{ end }}',
    '2',
  ],
  ['{{ $x := "a" }}{{ range $x := until 2 }}{{ $x }}{{ end }}{{ $x }}', '01a'],
  ['{{ print ($x := 5) $x }}', '5 5'],
  ['{{ and 1 ($x := 5) }}{{ $x }}', '55'],
  [
    '{{ and 0 ($x := 5) }}{{ $x }}',
    {
      error:
        'c/templates/a.yaml:1:24\n  executing "c/templates/a.yaml" at <$x>:\n    undefined variable: $x',
    },
  ],
  [
    '{{ $x := 1 }}{{ range until 3 }}{{ and (eq . 1) ($x := 7) }}{{ $x }}{{ end }}',
    'false177false1',
  ],
  [
    '{{ $x = 1 }}',
    {
      error:
        'c/templates/a.yaml:1:8\n  executing "c/templates/a.yaml" at <1>:\n    undefined variable: $x',
    },
  ],
  // A branch that is first taken late knows what was visible where it stands.
  [
    '{{ $x := 1 }}{{ range until 3 }}{{ if eq . 1 }}{{ $y := $x }}{{ $x = add $x $y }}{{ end }}{{ $y := 9 }}{{ $x }}{{ end }}{{ $x }}',
    '1222',
  ],
  ['{{ define "d" }}{{ $ }}{{ end }}{{ template "d" 1 }}{{ include "d" 2 }}', '12'],
]

describe('variables', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
