import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    '{{ eq .Values.p 80.0 }} {{ eq (int .Values.p) 80 }} {{ eq (int64 .Values.p) 80 }} {{ eq 1 2 3 1 }} {{ eq (index "abc" 0) 97 }}',
    'true true true true true',
  ],
  [
    '{{ eq .Values.nope nil }} {{ eq nil nil }} {{ eq .Values.m nil }} {{ eq "a" nil }} {{ ne .Values.l nil }}',
    'true true false false true',
  ],
  [
    '{{ lt 1 2 }} {{ lt 1.5 2.5 }} {{ lt "a" "b" }} {{ le 1 1 }} {{ gt 2 1 }} {{ ge 1 1 }} {{ lt -1 (index "abc" 0) }}',
    'true true true true true true true',
  ],
  [
    '{{ eq .Capabilities.KubeVersion .Capabilities.KubeVersion }} {{ eq .Capabilities .Capabilities }}',
    'true true',
  ],
  [
    '{{ eq .Values.p 80 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <eq .Values.p 80>: error calling eq: incompatible types for comparison: float64 and int',
    },
  ],
  [
    '{{ eq 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <eq 1>: error calling eq: missing argument for comparison',
    },
  ],
  [
    '{{ eq .Values.m .Values.m }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <eq .Values.m .Values.m>: error calling eq: non-comparable type map[a:%!s(bool=true) b:%!s(float64=1)]: map[string]interface {}',
    },
  ],
  [
    '{{ eq .Values.m .Values.l }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <eq .Values.m .Values.l>: error calling eq: non-comparable types map[a:%!s(bool=true) b:%!s(float64=1)]: map[string]interface {}, []interface {}: [1 2 a]',
    },
  ],
  [
    '{{ eq .Values.l "a" }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <eq .Values.l "a">: error calling eq: incompatible types for comparison: []interface {} and string',
    },
  ],
  [
    '{{ lt 1 2.0 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <lt 1 2.0>: error calling lt: incompatible types for comparison: int and float64',
    },
  ],
  [
    '{{ lt true false }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <lt true false>: error calling lt: invalid type for comparison',
    },
  ],
  [
    '{{ lt .Values.nope 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <lt .Values.nope 1>: error calling lt: invalid type for comparison',
    },
  ],
  [
    '{{ ne 1 2 3 }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <ne>:\n    wrong number of args for ne: want 2 got 3',
    },
  ],
  [
    '{{ lt 1i 2i }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <lt 1i 2i>: error calling lt: invalid type for comparison',
    },
  ],
]

describe('comparisons', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
