import { describe, expect, it } from 'vitest'
import { renderRow, type Row } from '../render-for-test.ts'

const rows: readonly Row[] = [
  [
    '[{{ index .Values "nope" }}] {{ index .Values.l 2 }} {{ index .Values.o "deep" "er" "x" }} {{ index .Values.s 0 }} {{ index (until 3) 1 }}',
    '[] a 1 120 1',
  ],
  ['{{ len .Values.u }} {{ len .Values.l }} {{ len .Values.m }} {{ len .Files }}', '6 3 2 3'],
  [
    '{{ index .Values "nope" "x" }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values "nope" "x">: error calling index: index of nil pointer',
    },
  ],
  [
    '{{ index .Values.l 5 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.l 5>: error calling index: index out of range: 5',
    },
  ],
  [
    '{{ index .Values.l 3 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.l 3>: error calling index: reflect: slice index out of range',
    },
  ],
  [
    '{{ index .Values.l -1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.l -1>: error calling index: index out of range: -1',
    },
  ],
  [
    '{{ index .Values.l .Values.p }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.l .Values.p>: error calling index: cannot index slice/array with type float64',
    },
  ],
  [
    '{{ index .Values.l nil }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.l nil>: error calling index: cannot index slice/array with nil',
    },
  ],
  [
    '{{ index .Values.m 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.m 1>: error calling index: value has type int; should be string',
    },
  ],
  [
    '{{ index .Values.m nil }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.m nil>: error calling index: value is nil; should be of type string',
    },
  ],
  [
    '{{ index nil 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index nil 1>: error calling index: index of untyped nil',
    },
  ],
  [
    '{{ index .Values.s 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.s 1>: error calling index: reflect: string index out of range',
    },
  ],
  [
    '{{ index .Values.n 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Values.n 1>: error calling index: can\'t index item of type float64',
    },
  ],
  [
    '{{ index .Capabilities 1 }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <index .Capabilities 1>: error calling index: can\'t index item of type common.Capabilities',
    },
  ],
  [
    '{{ len .Values.nope }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <len .Values.nope>: error calling len: len of nil pointer',
    },
  ],
  [
    '{{ .Values.nope | len }}',
    {
      error:
        'template: c/templates/a.yaml:1:18: executing "c/templates/a.yaml" at <len>: error calling len: reflect: call of reflect.Value.Type on zero Value',
    },
  ],
  [
    '{{ len .Values.n }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <len .Values.n>: error calling len: len of type float64',
    },
  ],
  [
    '{{ len .Capabilities }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <len .Capabilities>: error calling len: len of type common.Capabilities',
    },
  ],
]

describe('index and len', () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})
