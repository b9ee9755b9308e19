import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  ['{{ "a" | upper | printf "%s-%s" "b" }} {{ print (1) (2) }}', 'b-A 1 2'],
  ['[{{ get (.Values.nope) "a" }}] [{{ get nil "a" }}] {{ get .Values "s" }}', '[] [] x'],
  [
    '{{ upper }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <upper>:\n    wrong number of args for upper: want 1 got 0',
    },
  ],
  [
    '{{ "a" | upper "b" }}',
    {
      error:
        'c/templates/a.yaml:1:9\n  executing "c/templates/a.yaml" at <upper>:\n    wrong number of args for upper: want 1 got 2',
    },
  ],
  [
    '{{ "a" | printf }}{{ 1 | printf }}',
    {
      error:
        'c/templates/a.yaml:1:25\n  executing "c/templates/a.yaml" at <printf>:\n    wrong type for value; expected string; got int',
    },
  ],
  [
    '{{ eq }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <eq>:\n    wrong number of args for eq: want at least 1 got 0',
    },
  ],
  [
    '{{ upper nil }}',
    {
      error:
        'c/templates/a.yaml:1:9\n  executing "c/templates/a.yaml" at <nil>:\n    cannot assign nil to string',
    },
  ],
  [
    '{{ upper .Values.nope }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.nope>:\n    wrong type for value; expected string; got interface {}',
    },
  ],
  [
    '{{ .Values.nope | upper }}',
    {
      error:
        'c/templates/a.yaml:1:18\n  executing "c/templates/a.yaml" at <upper>:\n    invalid value; expected string',
    },
  ],
  [
    '{{ upper .Values.n }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{ trunc .Values.p "b" }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.p>:\n    wrong type for value; expected int; got float64',
    },
  ],
  [
    '{{ .Values.p | trunc 1 }}',
    {
      error:
        'c/templates/a.yaml:1:21\n  executing "c/templates/a.yaml" at <1>:\n    wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{ get .Values.nope "a" }}',
    {
      error:
        'c/templates/a.yaml:1:14\n  executing "c/templates/a.yaml" at <.Values.nope>:\n    wrong type for value; expected map[string]interface {}; got interface {}',
    },
  ],
  [
    '{{ get .Values.s "b" }}',
    {
      error:
        'c/templates/a.yaml:1:14\n  executing "c/templates/a.yaml" at <.Values.s>:\n    wrong type for value; expected map[string]interface {}; got string',
    },
  ],
  [
    '{{ get .Files "b" }}',
    {
      error:
        'c/templates/a.yaml:1:7\n  executing "c/templates/a.yaml" at <.Files>:\n    wrong type for value; expected map[string]interface {}; got engine.files',
    },
  ],
  [
    '{{ upper (and .Values.s .Values.n) }}',
    {
      error:
        'c/templates/a.yaml:1:31\n  executing "c/templates/a.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{ upper (or .Values.n .Values.s) }}',
    {
      error:
        'c/templates/a.yaml:1:20\n  executing "c/templates/a.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{ nil }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <nil>:\n    nil is not a command',
    },
  ],
  [
    '{{ 1 2 }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <1>:\n    can\'t give argument to non-function 1',
    },
  ],
  [
    '{{ (1) 2 }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <(1) 2>:\n    can\'t give argument to non-function 1',
    },
  ],
  [
    '{{ 1 | (print 2) }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <1>:\n    can\'t give argument to non-function print 2',
    },
  ],
  [
    '{{ $x := 1 }}{{ 2 | $x }}',
    {
      error:
        'c/templates/a.yaml:1:20\n  executing "c/templates/a.yaml" at <$x>:\n    can\'t give argument to non-function $x',
    },
  ],
  [
    '{{ call .Values.s }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <call .Values.s>: error calling call: non-function .Values.s of type string',
    },
  ],
  [
    '{{ .Values.s | call }}',
    {
      error:
        'template: c/templates/a.yaml:1:15: executing "c/templates/a.yaml" at <call>: error calling call: non-function x of type string',
    },
  ],
  [
    '{{ call nil }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <call nil>: error calling call: call of nil',
    },
  ],
  [
    '{{ and 1 2 3 }} {{ and 1 0 3 }} {{ or 0 0 3 }} {{ 5 | and 1 }} {{ 5 | or 1 }} [{{ or "" nil }}]',
    '3 0 3 5 1 []',
  ],
  ['{{ and 0 .Values.nope.x }} {{ or 1 .Values.nope.x }}', '0 1'],
  [
    '{{ and 1 .Values.nope.x }}',
    {
      error:
        'c/templates/a.yaml:1:16\n  executing "c/templates/a.yaml" at <.Values.nope.x>:\n    nil pointer evaluating interface {}.x',
    },
  ],
  ['{{ fail "p" | list (fail "a") }}', { error: 'execution error at (c/templates/a.yaml:1:3): p' }],
]

describe('calls', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
