import { describe, expect, it } from 'vitest'
import { RenderError } from './errors.ts'
import type { Limits } from './limits.ts'
import { renderForTest } from './render-for-test.ts'

type Row = readonly [template: string, limits: Partial<Limits>, code: string, message: RegExp]

const rows: readonly Row[] = [
  ['{{ range 1000000 }}a{{ end }}', { steps: 1000 }, 'steps', /more than 1000 steps/],
  ['{{ range 1000000 }}{{ end }}', { steps: 1000 }, 'steps', /more than 1000 steps/],
  [
    '{{ define "x" }}{{ range 100 }}{{ include "y" . }}{{ end }}{{ end }}{{ define "y" }}{{ end }}{{ range 100 }}{{ include "x" . }}{{ end }}',
    { steps: 1000 },
    'steps',
    /more than 1000 steps/,
  ],
  [
    '{{ $s := "aaaaaaaaaa" }}{{ range 60 }}{{ $s = print $s $s }}{{ end }}',
    {},
    'string-length',
    /longer than \d+ characters/,
  ],
  [
    '{{ $l := list 1 2 }}{{ range 60 }}{{ $l = concat $l $l }}{{ end }}',
    {},
    'list-length',
    /more than \d+ elements/,
  ],
  ['{{ printf (repeat 99 "%1000000[1]d") 1 }}', {}, 'string-length', /longer than \d+/],
  ['{{ printf "%1000000d" (until 99) }}', {}, 'string-length', /longer than \d+ characters/],
  ['{{ range 100 }}0123456789{{ end }}', { outputLength: 900 }, 'output-length', /longer than 900/],
  [
    '{{ define "x" }}{{ include (print "y" .) . }}{{ end }}{{ define "y1" }}{{ range list 1 }}{{ tpl "{{ include \\"x\\" . }}" . }}{{ end }}{{ end }}{{ include "x" 1 }}',
    { nesting: 500 },
    'nesting',
    /more than 500 constructs deep/,
  ],
  [`{{ ${'('.repeat(600)}1${')'.repeat(600)} }}`, {}, 'nesting', /more than 500 parentheses/],
  ['{{ if 1 }}'.repeat(600) + '{{ end }}'.repeat(600), {}, 'nesting', /control structures/],
]

describe('limits', () => {
  it.each(rows)('stop %j', (template, limits, code, message) => {
    expect(renderFailure(template, limits)).toEqual({
      code: 'limit',
      limit: code,
      message: expect.stringMatching(message),
    })
  })

  it("give Helm's own error where Helm has the same limit", () => {
    const recursion = '{{ define "x" }}a{{ if . }}b{{ include "x" . }}{{ end }}{{ end }}'
    expect(renderFailure(`${recursion}{{ include "x" 1 }}`, {}).message).toMatch(
      /rendering template has a nested reference name: x: unable to execute template$/,
    )
    expect(
      renderFailure('{{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}', {}).message,
    ).toBe(
      'c/templates/a.yaml:1:28\n  executing "x" at <{{template "x"}}>:\n    exceeded maximum template depth (100000)',
    )
    expect(renderFailure(`{{ ${'('.repeat(10_001)}1`, {}).message).toBe(
      'parse error at (c/templates/a.yaml:1): max expression depth exceeded',
    )
  })
})

function renderFailure(
  template: string,
  limits: Partial<Limits>,
): { readonly code: string; readonly limit: string | undefined; readonly message: string } {
  try {
    renderForTest({ 'a.yaml': template }, { limits })
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    return { code: error.code, limit: error.limit, message: error.message }
  }
  throw new Error('the template was rendered')
}
