import { describe, expect, test } from 'vitest'
import { readYamlMap } from '../../formats/yaml/read.ts'
import type { Value } from '../../formats/value.ts'
import { helmFunctions } from '../functions/helm-functions.ts'
import { newValues } from '../objects/values.ts'
import { noReads, ReadSets, type ReadSet } from './read-set.ts'
import { entriesOf, isContainer, OriginStore } from './container-origins.ts'
import { traceTemplates } from './trace-templates.ts'
import { ValuesPath } from './values-path.ts'

const name = 'c/templates/a.yaml'
const entropy = { randomBytes: (count: number) => new Uint8Array(count), now: () => 0n }

function trace(text: string, yaml: string, helpers = '') {
  const sets = new ReadSets()
  const origins = new OriginStore(sets)
  const values = readYamlMap(yaml)
  const register = (value: Value, path: ValuesPath): void => {
    if (!isContainer(value)) return
    origins.need(value, path)
    for (const [key, entry] of entriesOf(value)) register(entry, path.child(key))
  }
  register(values, ValuesPath.root())
  const data = newValues([['Values', values]])
  return traceTemplates({
    templates: [
      { name: 'c/templates/_helpers.tpl', text: helpers, data, basePath: 'c/templates' },
      { name, text, data, basePath: 'c/templates' },
    ],
    funcs: helmFunctions,
    entropy,
    sets,
    origins,
    controlOf: () => noReads,
  })
}

/** Each line with the values that decide it; those of which only the presence counts in brackets. */
function lines(text: string, yaml: string, helpers?: string): string[] {
  const traced = trace(text, yaml, helpers)
  if ('error' in traced) throw traced.error
  const file = traced.files.get(name)
  const texts = file?.text.split('\n') ?? []
  return texts.map((line, index) => `${line} <- ${shown(file?.lines[index]?.reads ?? noReads)}`)
}

function shown({ reads }: ReadSet): string {
  const texts = reads.map(({ path, kind }) => (kind === 'value' ? path.text : `(${path.text})`))
  return texts.toSorted().join(' ')
}

interface Row {
  readonly name: string
  readonly text: string
  readonly values: string
  readonly helpers?: string
  readonly lines: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'a printed value',
    text: 'a: {{ .Values.image.tag }}\nb: c',
    values: 'image: {tag: x}',
    lines: ['a: x <- image.tag', 'b: c <- '],
  },
  {
    name: 'a value that prints nothing still decides its line',
    text: 'a: {{ .Values.a }}\nb: c',
    values: 'a: ""',
    lines: ['a:  <- a', 'b: c <- '],
  },
  {
    name: 'a line in a branch depends on the condition',
    text: 'x:\n{{- if .Values.flag }}\n  y: 1\n{{- end }}\nz: 2',
    values: 'flag: true',
    lines: ['x: <- ', '  y: 1 <- flag', 'z: 2 <- '],
  },
  {
    name: 'the line that a branch not taken would have written on depends on the condition',
    text: 'a: b{{ if .Values.flag }}c{{ end }}\nd: e',
    values: 'flag: false',
    lines: ['a: b <- flag', 'd: e <- '],
  },
  {
    name: 'lines that both branches write do not depend on the condition',
    text: 'x:\n{{- if .Values.flag }}\n  a: 1\n  b: 2\n  d: 4\n{{- else }}\n  b: 2\n  c: 3\n{{- end }}\nz: 2',
    values: 'flag: true',
    lines: ['x: <- ', '  a: 1 <- flag', '  b: 2 <- ', '  d: 4 <- flag', 'z: 2 <- '],
  },
  {
    name: 'lines that are the same only while the condition holds depend on it',
    text: '{{- if eq .Values.a "x" }}\na: x\n{{- else }}\na: {{ .Values.a }}\n{{- end }}',
    values: 'a: x',
    lines: [' <- ', 'a: x <- a'],
  },
  {
    name: 'trying out a branch changes nothing',
    text: '{{- $m := dict "k" 1 }}{{- $x := 1 }}\n{{- if .Values.flag }}\na: 1\n{{- else }}{{ $x = 2 }}{{ $_ := set $m "k" 2 }}\na: 1\n{{- end }}\nb: {{ $m.k }} {{ $x }}',
    values: 'flag: true',
    lines: [' <- ', 'a: 1 <- ', 'b: 1 1 <- flag'],
  },
  {
    name: 'a variable depends on the branch that would have assigned it',
    text: '{{- $x := 1 }}{{ if .Values.flag }}{{ $x = 2 }}{{ end -}}\na: {{ $x }}',
    values: 'flag: false',
    lines: ['a: 1 <- flag'],
  },
  {
    name: 'a map depends on the branch that would have changed it',
    text: '{{- $m := dict "k" 1 "l" 2 }}{{ if .Values.flag }}{{ $_ := set $m "k" 2 }}{{ end -}}\na: {{ $m.k }}\nb: {{ $m.l }}',
    values: 'flag: false',
    lines: ['a: 1 <- flag', 'b: 2 <- '],
  },
  {
    name: 'a default that was taken depends on the value that was empty, one that was not depends on nothing',
    text: 'a: {{ default .Values.spare .Values.given }}\nb: {{ .Values.full | default .Values.spare }}',
    values: 'spare: s\ngiven: ""\nfull: f',
    lines: ['a: s <- given spare', 'b: f <- full'],
  },
  {
    name: 'an operand that decided an `or` hides those after it',
    text: 'a: {{ or .Values.a .Values.b }}\nb: {{ and .Values.c .Values.b }}',
    values: 'a: 1\nb: 2\nc: 0',
    lines: ['a: 1 <- a', 'b: 0 <- c'],
  },
  {
    name: 'the lines of a container depend on what stands on them',
    text: 'r:\n  {{- toYaml .Values.r | nindent 2 }}',
    values: 'r: {limits: {cpu: 1, memory: 2}, list: [a, b]}',
    lines: [
      'r: <- ',
      '  limits: <- (r) (r.limits)',
      '    cpu: 1 <- (r.limits) r.limits.cpu',
      '    memory: 2 <- r.limits.memory',
      '  list: <- (r.list)',
      '  - a <- (r.list) r.list[0]',
      '  - b <- r.list[1]',
    ],
  },
  {
    name: 'the lines of an included template keep apart what they depend on',
    text: 'l:\n  {{- include "labels" . | nindent 2 }}',
    values: 'name: web\nteam: t',
    helpers:
      '{{ define "labels" }}name: {{ .Values.name }}\nkind: fixed\n{{- with .Values.team }}\nteam: {{ . }}\n{{- end }}{{ end }}',
    lines: ['l: <- ', '  name: web <- name', '  kind: fixed <- ', '  team: t <- team'],
  },
  {
    name: 'a line of tpl depends on the text and on what it reads',
    text: 'a: {{ tpl .Values.text . }}',
    values: 'text: "{{ .Values.b }}-x"\nb: z',
    lines: ['a: z-x <- b text'],
  },
  {
    name: 'rounds depend on the presence of the list and on their own element',
    text: '{{- range $k, $v := .Values.env }}\n- {{ $k }}: {{ $v }}\n{{- end }}',
    values: 'env: {A: 1, B: 2}',
    lines: [' <- (env)', '- A: 1 <- (env) env.A', '- B: 2 <- (env) env.B'],
  },
  {
    name: 'a line after a possible break depends on its condition',
    text: '{{- range .Values.list }}{{ if eq . $.Values.stop }}{{ break }}{{ end }}\n- {{ . }}{{ end }}',
    values: 'list: [a, b]\nstop: b',
    lines: [' <- (list) list[0] stop', '- a <- (list) list[0] stop'],
  },
  {
    name: 'merged maps know which entry came from where',
    text: '{{- $m := merge (dict "a" .Values.a) .Values.rest -}}\na: {{ $m.a }}\nb: {{ $m.b }}',
    values: 'a: 1\nrest: {a: 2, b: 3}',
    lines: ['a: 1 <- a', 'b: 3 <- (rest) rest.b'],
  },
  {
    name: 'a container read back from YAML knows its entries',
    text: '{{- $m := include "m" . | fromYaml -}}\na: {{ $m.a }}\nb: {{ $m.b }}',
    values: 'p: 1\nq: 2',
    helpers: '{{ define "m" }}a: {{ .Values.p }}\nb: {{ .Values.q }}{{ end }}',
    lines: ['a: 1 <- (p) (q) p', 'b: 2 <- (p) (q) q'],
  },
  {
    name: 'a function of a type only looks at whether there is something',
    text: 'a: {{ kindOf .Values.a }} {{ hasKey .Values "b" }}',
    values: 'a: 1\nb: 2',
    lines: ['a: float64 true <- (a) (b)'],
  },
]

describe('which values lines depend on', () => {
  test.each(rows)('$name', (row) => {
    expect(lines(row.text, row.values, row.helpers)).toEqual(row.lines)
  })
})

test('a line knows the template line that wrote it, and the one that included that', () => {
  const traced = trace(
    'a: 1\nl:\n  {{- include "l" . | nindent 2 }}\nb: 2',
    '{}',
    '{{ define "l" }}\nx: y\n{{ end }}',
  )
  if ('error' in traced) throw traced.error
  const places = traced.files.get(name)?.lines.map(({ place }) => place)
  const here = { template: name, caller: undefined }
  expect(places?.[0]).toEqual({ ...here, line: 1 })
  expect(places?.[3]).toEqual({
    template: 'c/templates/_helpers.tpl',
    line: 2,
    caller: { ...here, line: 3 },
  })
  expect(places?.at(-1)).toEqual({ ...here, line: 4 })
})

test('a failure comes with the operands that it failed on', () => {
  const traced = trace('a: {{ .Values.a | upper }}', 'a: {b: 1}')
  if (!('error' in traced)) throw new Error('it rendered')
  expect(traced.error).toMatchObject({ code: 'execution' })
  expect(traced.fault?.operands.map(({ from }) => shown(from.reads))).toEqual(['(a)'])
})
