import type { Row, Rows } from '../../row.ts'

const values = '{"n": 1000000, p: 80, f: 1.5, s: "x", e: "", z: null, l: [1,2], m: {b: 1, a: true}, o: {k: v}}\n'

// The rows of the table of worked templates, in its order; a line of several templates is several rows.
const worked: readonly (readonly string[])[] = [
  ['{{ .Values.n }}', '{{ .Values.n | int }}', '{{ .Values.n | quote }}'],
  ['{{ .Values.n | toYaml }}', '{{ .Values.n | toJson }}', '{{ .Values.n | toYamlPretty }}'],
  ['{{ .Values.m }}', '{{ .Values.l }}'],
  ['{{ .Values.z }}', '{{ .Values.nope }}'],
  ['{{ .Values.z | quote }}', '{{ .Values.z | default "d" }}'],
  ['{{ printf "%s" .Values.z }}', '{{ printf "%v" .Values.z }}'],
  ['{{ printf "%d" .Values.p }}', '{{ printf "%d" (int .Values.p) }}', '{{ printf "%s" .Values.p }}'],
  ['{{ eq .Values.p 80 }}'],
  ['{{ eq .Values.p 80.0 }}', '{{ eq (int .Values.p) 80 }}'],
  ['{{ gt .Values.p 10.0 }}', '{{ gt .Values.p 10 }}'],
  ['{{ if .Values.e }}a{{ else }}b{{ end }}'],
  ['{{ .Values.nope.x }}'],
  ['{{ (.Values.nope).x }}', '{{ with .Values.nope }}{{ .x }}{{ end }}'],
  ['{{ .Values.s.x }}'],
  ['{{ index .Values "nope" }}', '{{ index .Values "nope" "x" }}'],
  ['{{ index .Values.l 5 }}', '{{ index .Values.l 2 }}'],
  ['{{ range $k, $v := .Values.m }}{{ $k }}={{ $v }};{{ end }}'],
  ['{{ range until 3 }}{{ . }}{{ end }}', '{{ range until .Values.p }}{{ . }}{{ end }}'],
  ['{{ add 1 .Values.f }}', '{{ addf 1 .Values.f }}', '{{ div 7 2 }}'],
  ['{{ and .Values.s .Values.e }}', '{{ or .Values.e .Values.s }}'],
  ['{{ print "a" 1 2 "b" }}', '{{ print 1 2 }}', '{{ cat "a" 1 }}'],
  ['{{ list 1 2 | join "," }}', '{{ dict "a" 1 | toJson }}'],
  ['{{ typeOf .Values }}', '{{ kindOf .Values.n }}', '{{ kindOf .Values.z }}'],
  ['{{ "a<b" | toJson }}', '{{ "a<b" | toRawJson }}'],
  ['a {{- /* c */ -}} b'],
  ['{{ 1e3 }}', '{{ 0x10 }}', "{{ 'a' }}", '{{ 010 }}'],
  ['{{ "héllo" | trunc 2 }}'],
  ['{{ len "héllo" }}'],
  ['{{ "2024" | int }}', '{{ "012" | int }}', '{{ "12abc" | int }}'],
  ['{{ merge (dict "a" false) (dict "a" true) | toJson }}'],
  ['{{ mergeOverwrite (dict "a" (dict "x" 1)) (dict "a" (dict "y" 2)) | toJson }}'],
  ['{{ regexReplaceAll "(a)(b)" "ab" "$2$1" }}', '{{ regexReplaceAll "(a)(b)" "ab" "${2}x" }}', '[{{ regexReplaceAll "(a)(b)" "ab" "$2x" }}]'],
  ['{{ "foo bar-baz" | title }}'],
  ['{{ semverCompare ">=1.20" "v1.25.3-gke.1" }}', '{{ semverCompare ">=1.20-0" "v1.25.3-gke.1" }}'],
]

// The rows of the table of values as YAML, each as a JSON document under the key `k` or as it stands.
const longText = 'this single line of text has ninety five columns and so it is broken once after column 80, here.'
const written: readonly (readonly string[])[] = [
  ['{"b":1,"a":[1,{"x":null}]}'],
  ['{"a10":1,"a2":1,"a-b":1,"ab":1,"A":1}'],
  ['{"a":{},"b":[],"c":""}'],
  [String.raw`{"k":"line1\nline2"}`],
  [String.raw`{"k":"line1\nline2\n"}`],
  [String.raw`{"k":"x\n\n"}`],
  [String.raw`{"k":" lead\nx"}`],
  [String.raw`{"k":"a \nb"}`],
  [String.raw`{"k":"a\tb"}`],
  [String.raw`{"k":"#!/bin/sh\n\techo"}`],
  ['{"k":"😀"}'],
  ['{"k":"é"}', '{"k":"你好"}'],
  ['["yes","1","1.5","0x1","1e5","2020-01-01","12:30"]'],
  ['["*.example.com","@x","{{x}}","a: b","x #c","- a"]'],
  [`{"k":"it's"}`, `{"k":"'q'"}`],
  ['{"k":"http://x:80/a?b=c&d"}'],
  ['{"k":"key:"}'],
  ['[1500000,1.5e-7,1e21,1234567.5]'],
  [`{"k":"${longText}"}`],
  ['[[1,2]]'],
]

const ofTemplates: Rows = worked.flatMap((templates, index) =>
  templates.map((template) => ({ rule: `1.13.${index + 1}`, name: `the worked example ${template}`, template })),
)

const ofYaml: Rows = written.flatMap((documents, index) =>
  documents.map((document) => ({
    rule: `3.8.${index + 1}`,
    name: `toYaml of ${document}`,
    template: `{{ mustFromJson \`${document}\` | toYaml }}`,
  })),
)

export const rows: Rows = [...ofTemplates.map((row): Row => ({ values, ...row })), ...ofYaml]
