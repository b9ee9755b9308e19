import type { Row, Rows } from '../../row.ts'

const values = `
word: x
number: 3
yes_: true
nothing: null
list: [null, {a: 1}, x]
map: {a: 1, b: {c: deep}}
inner: [{nothing: null, a: 1}]
mark: "a<no value>b"
partial: "<no <no value>value>"
Table: shadowed
`

const plain: Rows = [
  { rule: '1.7.1', name: 'a field of an invalid value is invalid', template: '[{{ (.Values.nope).x }}]' },
  { rule: '1.7.1', name: 'fields of an invalid variable', template: '{{ $v := .Values.nope }}[{{ $v.x }}][{{ $v.x.y.z }}]' },
  { rule: '1.7.1', name: 'a template without data has an invalid dot', template: '{{ define "d" }}[{{ . }}][{{ .x }}][{{ .x.y }}]{{ end }}{{ template "d" }}' },
  { rule: '1.7.1', name: 'include with nil has an invalid dot', template: '{{ define "d" }}[{{ .x.y }}][{{ $.x }}]{{ end }}{{ include "d" nil }}' },
  { rule: '1.7.1', name: 'include with a missing value has an invalid dot', template: '{{ define "d" }}[{{ .x.y }}]{{ end }}{{ include "d" .Values.nope }}' },
  { rule: '1.7.1', name: 'the result of a function that gives nil', template: '[{{ (first (list)).x.y }}]' },
  { rule: '1.7.1', name: 'coalesce without a value gives nil', template: '[{{ (coalesce nil "").x }}]' },
  { rule: '1.7.2', name: 'a field of a missing key in the middle', template: '{{ .Values.map.nope.x }}' },
  { rule: '1.7.2', name: 'a field of a null in a list', template: '{{ (index .Values.inner 0).nothing.x }}' },
  { rule: '1.7.2', name: 'a field of a null of the dot', template: '{{ with index .Values.inner 0 }}{{ .a }}{{ .nothing.x }}{{ end }}' },
  { rule: '1.7.2', name: 'a null of the chart is a missing key', template: '{{ hasKey .Values "nothing" }} {{ toJson .Values.map }}' },
  { rule: '1.7.2', name: 'an argument for a field of a missing value', template: '{{ .Values.nope.x 1 }}' },
  { rule: '1.7.2', name: 'a field of a missing key of the top', template: '{{ .nope.x }}' },
  { rule: '1.7.2', name: 'a field of the missing release key', template: '{{ .Release.nope.x }}' },
  { rule: '1.7.2', name: 'a field of an argument', template: '{{ print .Values.nope.x }}' },
  { rule: '1.7.2', name: 'two levels missing name the first', template: '{{ .Values.nope.x.y }}' },
  { rule: '1.7.3', name: 'a method comes before a key', template: '{{ .Values.Table "map" }}' },
  { rule: '1.7.3', name: 'a key with the name of a method is reached by index', template: '{{ index .Values "Table" }}' },
  { rule: '1.7.3', name: 'a method without its argument', template: '{{ .Values.Table }}' },
  { rule: '1.7.3', name: 'a method that fails', template: '{{ .Values.Table "nope" }}' },
  { rule: '1.7.3', name: 'a method of a pointer', template: '{{ .Capabilities.KubeVersion.GitVersion }} {{ .Capabilities.KubeVersion.String }}' },
  { rule: '1.7.3', name: 'a method of a parenthesised value', template: '{{ (.Capabilities.APIVersions).Has "v1" }}' },
  { rule: '1.7.3', name: 'a method of a variable', template: '{{ $f := .Capabilities.APIVersions }}{{ $f.Has "v1" }}' },
  { rule: '1.7.3', name: 'fields after a method', template: '{{ (.Values.Table "map").b.c }}' },
  { rule: '1.7.3', name: 'a method of the pointer is there for a variable', template: '{{ $k := .Capabilities.KubeVersion }}{{ $k.String }}' },
  { rule: '1.7.3', name: 'a method of a wrong argument type', template: '{{ .Capabilities.APIVersions.Has 1 }}' },
  { rule: '1.7.4', name: 'a struct has its fields', template: '{{ .Capabilities.KubeVersion.Version }} {{ .Capabilities.KubeVersion.Major }} {{ .Capabilities.KubeVersion.Minor }}' },
  { rule: '1.7.4', name: 'a field that a struct does not have', template: '{{ .Capabilities.Nope }}' },
  { rule: '1.7.4', name: 'a field that an inner struct does not have', template: '{{ .Capabilities.KubeVersion.Nope }}' },
  { rule: '1.7.4', name: 'a field that a struct hides', template: '{{ .Capabilities.kubeVersion }}' },
  { rule: '1.7.4', name: 'a key of a map of strings that is missing', template: '{{ $m := split "," "a,b" }}[{{ $m._0 }}][{{ $m.nope }}]' },
  { rule: '1.7.4', name: 'a field of a missing key of a map of strings', template: '{{ $m := split "," "a,b" }}{{ $m.nope.x }}' },
  { rule: '1.7.4', name: 'a key of Files that is missing', template: '[{{ .Files.nope }}]', files: {} },
  { rule: '1.7.4', name: 'a key with an argument', template: '{{ .Values.map.a 1 }}' },
  { rule: '1.7.4', name: 'a missing key with an argument', template: '{{ .Values.map.nope 1 }}' },
  { rule: '1.7.4', name: 'a struct field with an argument', template: '{{ .Capabilities.KubeVersion.Major 1 }}' },
  { rule: '1.7.5', name: 'a field of a string', template: '{{ .Values.word.x }}' },
  { rule: '1.7.5', name: 'a field of a number', template: '{{ .Values.number.x }}' },
  { rule: '1.7.5', name: 'a field of a bool', template: '{{ .Values.yes_.x }}' },
  { rule: '1.7.5', name: 'a field of a list', template: '{{ .Values.list.x }}' },
  { rule: '1.7.5', name: 'a field of a string in a variable', template: '{{ $s := "a" }}{{ $s.x }}' },
  { rule: '1.7.5', name: 'a field of an int in a variable', template: '{{ $s := 1 }}{{ $s.x.y }}' },
  { rule: '1.7.5', name: 'a field of a list of strings', template: '{{ .Capabilities.APIVersions.x }}' },
  { rule: '1.7.5', name: 'a field of an int', template: '{{ .Release.Revision.x }}' },
  { rule: '1.7.5', name: 'a field of a byte list', template: '{{ $b := .Files.GetBytes "f" }}{{ $b.x }}', files: { f: 'x' } },
  { rule: '1.7.6', name: 'a missing value prints nothing', template: '[{{ .Values.nope }}]' },
  { rule: '1.7.6', name: 'a missing value in quotes of the file', template: 'a: "{{ .Values.nope }}"' },
  { rule: '1.7.7', name: 'a field of a missing value fails', template: 'a\n  b: {{ .Values.nope.x }}' },
  { rule: '1.7.8', name: 'a field of a null value fails', template: '{{ .Values.nothing.x }}' },
  { rule: '1.7.9', name: 'parentheses around every step are safe', template: '[{{ ((.Values.a).b).c }}][{{ (((.nope).a).b).c }}]' },
  { rule: '1.7.9', name: 'parentheses around the first step alone are safe', template: '[{{ (.Values.nope).b.c.d }}]' },
  { rule: '1.7.9', name: 'a variable holding a missing value is safe', template: '{{ $v := .Values.nope }}[{{ $v.x.y }}]' },
  { rule: '1.7.9', name: 'parentheses around a found map are not safe further on', template: '[{{ (.Values.map).nope.c }}]' },
  { rule: '1.7.9', name: 'a variable holding a found map is not safe further on', template: '{{ $v := .Values.map }}{{ $v.nope.c }}' },
  { rule: '1.7.10', name: 'the dot of a null list element fails on a field', template: '{{ range .Values.list }}{{ .x }}{{ end }}' },
  { rule: '1.7.10', name: 'the dot of a null list element prints nothing', template: '{{ range .Values.list }}[{{ . }}]{{ end }}' },
  { rule: '1.7.10', name: 'a variable of a null list element', template: '{{ range $e := .Values.list }}[{{ $e.x }}]{{ end }}' },
  { rule: '1.7.10', name: 'the dot of a null map value fails on a field', template: '{{ range index .Values.inner 0 }}{{ if not . }}{{ .x }}{{ end }}{{ end }}' },
  { rule: '1.7.11', name: 'unknown keys of Release are empty', template: '[{{ .Release.Foo }}]' },
  { rule: '1.7.11', name: 'unknown keys of Template are empty', template: '[{{ .Template.Foo }}]', files: {} },
  { rule: '1.7.11', name: 'unknown keys of Chart are empty', template: '[{{ .Chart.Foo }}]' },
  { rule: '1.7.11', name: 'keys of Chart have Go names', template: '[{{ .Chart.name }}][{{ .Chart.Name }}][{{ .Chart.AppVersion }}]' },
  { rule: '1.7.11', name: 'unknown fields of HelmVersion fail', template: '{{ .Capabilities.HelmVersion.Foo }}' },
  { rule: '1.7.12', name: 'a field of a string value fails', template: '{{ .Values.word.x.y }}' },
  { rule: '1.7.12', name: 'a field of a string through parentheses names its type', template: '{{ (.Values.word).x }}' },
  { rule: '1.7.13', name: 'the mark of a missing value is removed from data', template: '{{ .Values.mark }}' },
  { rule: '1.7.13', name: 'the mark is removed once, not again', template: '{{ .Values.partial }}' },
  { rule: '1.7.13', name: 'the mark is removed from text', template: 'a<no value>b' },
  { rule: '1.7.13', name: 'the mark made by two actions is removed', template: '{{ "<no" }} {{ "value>" }}' },
  { rule: '1.7.13', name: 'include shows the mark to functions', template: '{{ define "d" }}{{ .nope }}{{ end }}{{ include "d" .Values | quote }} {{ include "d" .Values | len }} {{ eq (include "d" .Values) "" }}' },
  { rule: '1.7.13', name: 'include shows the mark to trim and upper', template: '{{ define "d" }} {{ .nope }} {{ end }}{{ include "d" .Values | trim | upper }}' },
  { rule: '1.7.13', name: 'tpl removes the mark', template: '{{ tpl "[{{ .Values.nope }}]" . | quote }} {{ tpl "{{ .Values.nope }}" . | len }}' },
  { rule: '1.7.13', name: 'tpl keeps the mark of an include it quotes', template: '{{ define "d" }}{{ .nope }}{{ end }}{{ tpl `{{ include "d" .Values | len }}` . }}' },
  { rule: '1.7.13', name: 'toYaml of text with the mark', template: '{{ toYaml .Values.mark }}' },
  { rule: '1.7.14', name: 'null inside a map prints as nil', template: '{{ index .Values.inner 0 }} {{ .Values.inner }}' },
  { rule: '1.7.14', name: 'null inside a list prints as nil', template: '{{ .Values.list }}' },
  { rule: '1.7.14', name: 'null for each way of printing', template: '[{{ printf "%v" nil }}][{{ printf "%s" nil }}][{{ toString nil }}][{{ quote nil }}][{{ print nil }}][{{ squote nil }}]' },
  { rule: '1.7.14', name: 'a missing value for each way of printing', template: '[{{ printf "%v" .Values.nope }}][{{ printf "%s" .Values.nope }}][{{ toString .Values.nope }}][{{ quote .Values.nope }}][{{ print .Values.nope }}]' },
  { rule: '1.7.14', name: 'a piped missing value for each way of printing', template: '[{{ .Values.nope | printf "%v" }}][{{ .Values.nope | toString }}][{{ .Values.nope | quote }}][{{ .Values.nope | print }}]' },
  { rule: '1.7.14', name: 'a null through cat and join', template: '[{{ cat "a" nil "b" }}][{{ join "," (list "a" nil "b") }}][{{ toJson (list nil) }}]' },
]

export const rows: Rows = plain.map((row): Row => ({ values, ...row }))
