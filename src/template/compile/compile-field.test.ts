import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  ['{{ .Values.o.k }} {{ .Values.o.deep.er.x }} {{ $.Values.s }}', 'v 1 x'],
  ['[{{ .Values.nope }}] [{{ (.Values.nope).x }}] [{{ ((.Values.nope).x).y }}]', '[] [] []'],
  ['{{ $v := .Values.nope }}[{{ $v.x.y }}]', '[]'],
  [
    '{{ .Values.nope.x }}',
    {
      error:
        'c/templates/a.yaml:1:10\n  executing "c/templates/a.yaml" at <.Values.nope.x>:\n    nil pointer evaluating interface {}.x',
    },
  ],
  [
    '{{ .Values.s.x }}',
    {
      error:
        'c/templates/a.yaml:1:10\n  executing "c/templates/a.yaml" at <.Values.s.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{ (.Values.s).x }}',
    {
      error:
        'c/templates/a.yaml:1:11\n  executing "c/templates/a.yaml" at <.Values.s>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ $v := .Values.s }}{{ $v.x }}',
    {
      error:
        'c/templates/a.yaml:1:26\n  executing "c/templates/a.yaml" at <$v.x>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ $v := .Values.o }}{{ $v.k.x }}',
    {
      error:
        'c/templates/a.yaml:1:26\n  executing "c/templates/a.yaml" at <$v.k.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    'é{{ .Values.u.x }}',
    {
      error:
        'c/templates/a.yaml:1:12\n  executing "c/templates/a.yaml" at <.Values.u.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    'a\n {{ .Values.u.x }}',
    {
      error:
        'c/templates/a.yaml:2:11\n  executing "c/templates/a.yaml" at <.Values.u.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{ range .Values.l }}{{ .x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:24\n  executing "c/templates/a.yaml" at <.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{ range .Values.ln }}{{ .a }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:25\n  executing "c/templates/a.yaml" at <.a>:\n    nil pointer evaluating interface {}.a',
    },
  ],
  [
    '{{ range $e := .Values.l }}{{ $e.x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:32\n  executing "c/templates/a.yaml" at <$e.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{ range $k, $e := .Values.m }}{{ $k.x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:36\n  executing "c/templates/a.yaml" at <$k.x>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ range until 3 }}{{ .x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:22\n  executing "c/templates/a.yaml" at <.x>:\n    can\'t evaluate field x in type int',
    },
  ],
  [
    '{{ range splitList "," "a,b" }}{{ .x }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:34\n  executing "c/templates/a.yaml" at <.x>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ range .Values.l }}{{ with . }}{{ .x }}{{ end }}{{ end }}',
    {
      error:
        'c/templates/a.yaml:1:36\n  executing "c/templates/a.yaml" at <.x>:\n    can\'t evaluate field x in type float64',
    },
  ],
  [
    '{{ $e := 1 }}{{ range $e = .Values.l }}{{ end }}{{ $e.x }}',
    {
      error:
        'c/templates/a.yaml:1:53\n  executing "c/templates/a.yaml" at <$e.x>:\n    can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{ (upper (print "a" .Values.s)).x }}',
    {
      error:
        'c/templates/a.yaml:1:28\n  executing "c/templates/a.yaml" at <.Values.s>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ (and .Values.s .Values.n).x }}',
    {
      error:
        'c/templates/a.yaml:1:25\n  executing "c/templates/a.yaml" at <.Values.n>:\n    can\'t evaluate field x in type float64',
    },
  ],
  [
    '{{ (or .Values.e .Values.s).x }}',
    {
      error:
        'c/templates/a.yaml:1:24\n  executing "c/templates/a.yaml" at <.Values.s>:\n    can\'t evaluate field x in type string',
    },
  ],
  [
    '{{ .Capabilities.Foo }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Capabilities.Foo>:\n    can\'t evaluate field Foo in type interface {}',
    },
  ],
  [
    '{{ (.Capabilities).Foo }}',
    {
      error:
        'c/templates/a.yaml:1:4\n  executing "c/templates/a.yaml" at <.Capabilities>:\n    can\'t evaluate field Foo in type *common.Capabilities',
    },
  ],
  [
    '{{ .Capabilities.KubeVersion.Foo }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Capabilities.KubeVersion.Foo>:\n    can\'t evaluate field Foo in type common.KubeVersion',
    },
  ],
  [
    '{{ .Capabilities.KubeVersion.normalizedVersion }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Capabilities.KubeVersion.normalizedVersion>:\n    normalizedVersion is an unexported field of struct type common.KubeVersion',
    },
  ],
  [
    '{{ .Values.s 1 }}',
    {
      error:
        'c/templates/a.yaml:1:10\n  executing "c/templates/a.yaml" at <.Values.s>:\n    s is not a method but has arguments',
    },
  ],
  [
    '{{ .Values.nope.k "a" }}',
    {
      error:
        'c/templates/a.yaml:1:10\n  executing "c/templates/a.yaml" at <.Values.nope.k>:\n    nil pointer evaluating interface {}.k',
    },
  ],
  [
    '{{ (.Values.s).k "a" }}',
    {
      error:
        'c/templates/a.yaml:1:11\n  executing "c/templates/a.yaml" at <.Values.s>:\n    can\'t evaluate field k in type string',
    },
  ],
  [
    '{{ .Capabilities.KubeVersion.Version 1 }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Capabilities.KubeVersion.Version>:\n    Version has arguments but cannot be invoked as function',
    },
  ],
  [
    '{{ .Capabilities.APIVersions.Has }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Capabilities.APIVersions.Has>:\n    wrong number of args for Has: want 1 got 0',
    },
  ],
  [
    '{{ .Capabilities.APIVersions.Has 1 }}',
    {
      error:
        'c/templates/a.yaml:1:33\n  executing "c/templates/a.yaml" at <1>:\n    expected string; found 1',
    },
  ],
  [
    '{{ .Values.n | .Capabilities.APIVersions.Has }}',
    {
      error:
        'c/templates/a.yaml:1:28\n  executing "c/templates/a.yaml" at <.Capabilities.APIVersions.Has>:\n    wrong type for value; expected string; got float64',
    },
  ],
]

describe('fields', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
