import { describe, expect, it } from 'vitest'
import { TypedMap } from '../formats/value.ts'
import { sortTemplates } from './engine.ts'
import { lookupKey } from './lookups.ts'
import { renderForTest, renderRow, type Row } from './render-for-test.ts'

const rows: readonly Row[] = [
  [
    '{{ include "show" "x" | upper | quote }} {{ "x" | include "show" }} {{ include "show" .Values.nope }}',
    '"[X]" [x] []',
  ],
  ['{{ template "show" }} {{ template "show" 1 }}', '[] [1]'],
  [
    '{{ include "nope" . }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <include "nope" .>:\n    error calling include:\ntemplate: no template "nope" associated with template "gotpl"',
    },
  ],
  [
    '{{ template "nope" .Values.nope.x }}',
    {
      error:
        'c/templates/a.yaml:1:12\n  executing "c/templates/a.yaml" at <{{template "nope" .Values.nope.x}}>:\n    template "nope" not defined',
    },
  ],
  [
    '{{ include "bad" . }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <include "bad" .>:\n    error calling include:\nc/templates/_shared.tpl:1:60\n  executing "bad" at <.a.b.c>:\n    nil pointer evaluating interface {}.b',
    },
  ],
  [
    '{{ include "bad2" . }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <include "bad2" .>:\n    error calling include:\nc/templates/_shared.tpl:1:98\n  executing "bad2" at <include "bad" .>:\n    error calling include:\nc/templates/_shared.tpl:1:60\n  executing "bad" at <.a.b.c>:\n    nil pointer evaluating interface {}.b',
    },
  ],
  [
    '{{ include "bad2" (dict "a" (dict "b" 1)) }}',
    {
      error:
        'c/templates/a.yaml:1:3\n  executing "c/templates/a.yaml" at <include "bad2" (dict "a" (dict "b" 1))>:\n    error calling include:\nc/templates/_shared.tpl:1:98\n  executing "bad2" at <include "bad" .>:\n    error calling include:\nc/templates/_shared.tpl:1:60\n  executing "bad" at <.a.b.c>:\n    can\'t evaluate field c in type interface {}',
    },
  ],
  [
    '{{ template "bad2" . }}',
    {
      error:
        'c/templates/_shared.tpl:1:98\n  executing "bad2" at <include "bad" .>:\n    error calling include:\nc/templates/_shared.tpl:1:60\n  executing "bad" at <.a.b.c>:\n    nil pointer evaluating interface {}.b',
    },
  ],
  [
    '{{ include "eqs" . }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <include "eqs" .>: error calling include: template: c/templates/_shared.tpl:1:195: executing "eqs" at <eq 1 "a">: error calling eq: incompatible types for comparison: int and string',
    },
  ],
  ['{{ include "fails" . }}', { error: 'execution error at (c/templates/a.yaml:1:3): no\nway' }],
  [
    '{{ upper (include "bad" .) }}',
    {
      error:
        'c/templates/a.yaml:1:10\n  executing "c/templates/a.yaml" at <include "bad" .>:\n    error calling include:\nc/templates/_shared.tpl:1:60\n  executing "bad" at <.a.b.c>:\n    nil pointer evaluating interface {}.b',
    },
  ],
  [
    '{{ tpl "{{ .Values.s }}" . }} [{{ tpl "{{ .Values.nope }}x" . }}] {{ tpl "{{ $.a }}" (dict "a" 1) }}',
    'x [x] 1',
  ],
  [
    '{{ tpl "{{ .Values.nope.x }}" . }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <tpl "{{ .Values.nope.x }}" .>: error calling tpl: error during tpl function execution for "{{ .Values.nope.x }}": template: gotpl:1:10: executing "gotpl" at <.Values.nope.x>: nil pointer evaluating interface {}.x',
    },
  ],
  [
    '{{ tpl "{{ include \\"bad\\" . }}" . }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <tpl "{{ include \\"bad\\" . }}" .>: error calling tpl: error during tpl function execution for "{{ include \\"bad\\" . }}": template: gotpl:1:3: executing "gotpl" at <include "bad" .>: error calling include: template: c/templates/_shared.tpl:1:60: executing "bad" at <.a.b.c>: nil pointer evaluating interface {}.b',
    },
  ],
  [
    '{{ tpl "{{ nope }}" . }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <tpl "{{ nope }}" .>: error calling tpl: cannot parse template "{{ nope }}": template: gotpl:1: function "nope" not defined',
    },
  ],
  ['{{ tpl "{{ fail \\"x\\" }}" . }}', { error: 'execution error at (c/templates/a.yaml:1:3): x' }],
  [
    '{{ tpl "a\\"b\\n{{ .x.y.z }}" . }}',
    {
      error:
        'template: c/templates/a.yaml:1:3: executing "c/templates/a.yaml" at <tpl "a\\"b\\n{{ .x.y.z }}" .>: error calling tpl: error during tpl function execution for "a\\"b\\n{{ .x.y.z }}": template: gotpl:2:5: executing "gotpl" at <.x.y.z>: nil pointer evaluating interface {}.y',
    },
  ],
  [
    '{{ tpl .Values.n . }}',
    {
      error:
        'c/templates/a.yaml:1:14\n  executing "c/templates/a.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{ tpl "{{ define \\"show\\" }}Q{{ end }}{{ include \\"show\\" . }}{{ tpl \\"{{ include \\\\\\"show\\\\\\" . }}\\" . }}" . }}{{ include "show" 1 }}',
    'QQ[1]',
  ],
  ['{{ tpl "{{ define \\"show\\" }} {{ end }}{{ include \\"show\\" 1 }}" . }}', '[1]'],
  [
    '{{ tpl "{{ define \\"q\\" }}Q{{ end }}{{ include \\"q\\" . }}" . }}{{ include "q" . }}',
    {
      error:
        'c/templates/a.yaml:1:66\n  executing "c/templates/a.yaml" at <include "q" .>:\n    error calling include:\ntemplate: no template "q" associated with template "gotpl"',
    },
  ],
  ['{{ tpl "{{ if . }}a{{ include \\"gotpl\\" nil }}{{ end }}" . }}', 'a'],
  ['{{ tpl "  {{ define \\"zz\\" }} {{ end }}  " . | quote }}', '"    "'],
  ['{{ required "need" 0 }} {{ required "need" false }}', '0 false'],
  ['{{ required "a\\nb" nil }}', { error: 'execution error at (c/templates/a.yaml:1:3): a\nb' }],
  [
    '{{ .Values.e | required "m: with: colons" }}',
    { error: 'execution error at (c/templates/a.yaml:1:15): m: with: colons' },
  ],
  [
    '{{ define "rq" }}{{ required "in rq" .x }}{{ end }}\n {{ include "rq" . }}',
    { error: 'execution error at (c/templates/a.yaml:2:4): in rq' },
  ],
  ['{{ fail "x: y" }}', { error: 'execution error at (c/templates/a.yaml:1:3): x: y' }],
  [
    '[{{ lookup "v1" "Pod" "" "" }}] [{{ (lookup "v1" "Pod" "a" "b").data.x }}]',
    {
      error:
        'c/templates/a.yaml:1:59\n  executing "c/templates/a.yaml" at <"b">:\n    nil pointer evaluating interface {}.x',
    },
  ],
  ['<no value>{{ .Values.nope }}x {{ list .Values.nope }}', 'x [<nil>]'],
  ['{{ "\\xc3" }}{{ "\\xa9" }} {{ print "\\xc3" "\\xa9" }}', 'é é'],
  ['{{ .Template.Name }} {{ .Template.BasePath }}', 'c/templates/a.yaml c/templates'],
  ['{{ set .Values "q" 1 | len | lt 3 }} {{ .Values.q }}', 'true 1'],
]

describe("Helm's engine", () => {
  it.each(rows)('renders %j as Helm does', (template, expected) => {
    expect(renderRow(template)).toEqual(expected)
  })
})

describe('a render', () => {
  it('leaves partials out and executes deeper paths first', () => {
    const { files } = renderForTest({
      'a.yaml': '{{ .Values.seen }}a{{ $_ := set .Values "seen" "a" }}',
      'b.yaml': '{{ .Values.seen }}b{{ $_ := set .Values "seen" "b" }}',
      'sub/c.yaml': '{{ .Values.seen }}c{{ $_ := set .Values "seen" "c" }}',
      '_partial.tpl': 'nothing',
    })
    expect([...files]).toEqual([
      ['c/templates/sub/c.yaml', 'c'],
      ['c/templates/b.yaml', 'cb'],
      ['c/templates/a.yaml', 'ba'],
    ])
  })

  it('sorts names of one depth descending by bytes', () => {
    const names = ['c/a', 'c/\u{1F600}', 'c/\uFB00', 'c/d/e']
    expect(sortTemplates(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
      'c/d/e',
      'c/\u{1F600}',
      'c/\uFB00',
      'c/a',
    ])
  })

  it('lets the later definition win, unless it is empty', () => {
    const { files } = renderForTest({
      'z.tpl': '{{ define "x" }}z{{ end }}{{ define "y" }}z{{ end }}',
      'b.tpl': '{{ define "x" }}b{{ end }}{{ define "y" }} {{ end }}',
      'a.yaml': '{{ include "x" . }}{{ include "y" . }}',
    })
    expect(files.get('c/templates/a.yaml')).toBe('bz')
  })

  it('answers lookups from the map and notes what it does not have', () => {
    const known = { apiVersion: 'v1', kind: 'Secret', namespace: 'n', name: 'known' }
    const broken = { ...known, name: 'broken' }
    const lookups = new Map([
      [lookupKey(known), { value: new Map([['data', 'found']]) }],
      [lookupKey(broken), { error: 'the server said no' }],
    ])
    const { files, misses } = renderForTest(
      { 'a.yaml': `${ask('known')}${ask('new')}${ask('new')}` },
      { lookups },
    )
    expect(files.get('c/templates/a.yaml')).toBe('found')
    expect(misses).toEqual([{ ...known, name: 'new' }])
    expect(() => renderForTest({ 'a.yaml': ask('broken') }, { lookups })).toThrow(
      'error calling lookup: the server said no',
    )
  })

  it('tolerates required and fail when linting', () => {
    const template = '[{{ required "needed" .Values.nope }}{{ fail "never" }}]'
    const { files } = renderForTest({ 'a.yaml': template }, { lintMode: true })
    expect(files.get('c/templates/a.yaml')).toBe('[]')
  })

  it('refuses missing keys when strict', () => {
    expect(() => renderForTest({ 'a.yaml': '{{ .Values.nope }}' }, { strict: true })).toThrow(
      'map has no entry for key "nope"',
    )
    expect(() => renderForTest({ 'a.yaml': '{{ (nil | print).x }}' }, { strict: true })).toThrow(
      'nil is not a command',
    )
  })

  it('gives each file its own .Template in the map that its chart shares', () => {
    const data = new TypedMap('common.Values', [])
    const templates = ['a', 'b'].map((name) => ({
      name,
      text: '{{ .Template.Name }}',
      data,
      basePath: 't',
    }))
    expect([...renderForTest({}, { templates }).files.values()]).toEqual(['a', 'b'])
  })
})

function ask(name: string): string {
  return `{{ (lookup "v1" "Secret" "n" "${name}").data }}`
}
