import type { Row, Rows } from '../../row.ts'

const values = `
zero: 0
half: 0.5
empty: ""
word: x
no_: false
yes_: true
nothing: null
none: []
list: [a, b, c]
nulls: [null]
bare: {}
map: {b: 2, a: 1, "10": ten, "9": nine, B: big, é: accent, 😀: face, "\\uFB01": ligature}
users: [{name: ann, tags: [x, y]}, {name: bob, tags: []}]
`

// The truth of each value to `if`.
const truths: readonly (readonly [name: string, operand: string])[] = [
  ['zero', '.Values.zero'],
  ['a half', '.Values.half'],
  ['an empty string', '.Values.empty'],
  ['a blank', '" "'],
  ['a word', '.Values.word'],
  ['the word false', '"false"'],
  ['false', '.Values.no_'],
  ['true', '.Values.yes_'],
  ['null', '.Values.nothing'],
  ['a missing value', '.Values.nope'],
  ['an empty list', '.Values.none'],
  ['a list of a null', '.Values.nulls'],
  ['an empty map', '.Values.bare'],
  ['a map', '.Values.map'],
  ['the int 0', '0'],
  ['the int 1', '1'],
  ['minus zero', '-0.0'],
  ['not a number', '(float64 "NaN")'],
  ['a complex zero', '0i'],
  ['the int64 0', '(int64 0)'],
  ['a NUL byte', '(index "\\x00" 0)'],
  ['a typed nil list', '(rest list)'],
  ['an empty dict', '(dict)'],
  ['a pointer to a struct', '.Capabilities'],
  ['a struct', '.Capabilities.KubeVersion'],
  ['a zero time', '(toDate "2006" "x")'],
  ['a zero duration', '((toDate "2006" "2020").Sub (toDate "2006" "2020"))'],
  ['a semantic version', '(semver "0.0.0")'],
]

const plain: Rows = [
  ...truths.map(([name, operand]) => ({ rule: '1.8.1', name: `the truth of ${name}`, template: `{{ if ${operand} }}true{{ else }}false{{ end }} {{ not ${operand} }}` })),
  { rule: '1.8.1', name: 'a condition may declare a variable', template: '{{ if $x := .Values.word }}{{ $x }}{{ end }}{{ if $x := .Values.empty }}{{ else }}[{{ $x }}]{{ end }}' },
  { rule: '1.8.1', name: 'else if takes the first that is true', template: '{{ if .Values.no_ }}a{{ else if .Values.empty }}b{{ else if .Values.word }}c{{ else if .Values.yes_ }}d{{ else }}e{{ end }}' },
  { rule: '1.8.1', name: 'the conditions after the first true one are not evaluated', template: '{{ if true }}a{{ else if .Values.nope.x }}b{{ end }}' },
  { rule: '1.8.1', name: 'if keeps the dot', template: '{{ with .Values }}{{ if .map }}{{ .word }}{{ end }}{{ end }}' },
  { rule: '1.8.2', name: 'with sets the dot', template: '{{ with .Values.map }}{{ .a }}{{ $.Values.word }}{{ end }}' },
  { rule: '1.8.2', name: 'with keeps the outer dot in else', template: '{{ with .Values.bare }}a{{ else }}{{ .Values.word }}{{ end }}' },
  { rule: '1.8.2', name: 'with of a declared variable', template: '{{ with $w := .Values.word }}{{ . }}{{ $w }}{{ end }}' },
  { rule: '1.8.2', name: 'with of a declared variable in else', template: '{{ with $w := .Values.empty }}a{{ else }}[{{ $w }}]{{ .Values.word }}{{ end }}' },
  { rule: '1.8.2', name: 'else with takes the next value', template: '{{ with .Values.nope }}a{{ else with .Values.word }}{{ . }}{{ else }}c{{ end }}' },
  { rule: '1.8.2', name: 'else with that is false falls to else with the outer dot', template: '{{ with .Values.nope }}a{{ else with .Values.empty }}b{{ else }}{{ .Values.word }}{{ end }}' },
  { rule: '1.8.2', name: 'with of a struct', template: '{{ with .Capabilities.KubeVersion }}{{ .Version }} {{ .String }}{{ end }}' },
  { rule: '1.8.2', name: 'with of a missing value does nothing', template: '[{{ with .Values.nope }}{{ .x.y }}{{ end }}]' },
  { rule: '1.8.3', name: 'range over a list', template: '{{ range .Values.list }}{{ . }},{{ end }}' },
  { rule: '1.8.3', name: 'range over a list with an index of int', template: '{{ range $i, $e := .Values.list }}{{ $i }}{{ typeOf $i }}={{ $e }};{{ end }}' },
  { rule: '1.8.3', name: 'range over a map in order of bytes', template: '{{ range $k, $v := .Values.map }}{{ $k }}={{ $v }};{{ end }}' },
  { rule: '1.8.3', name: 'range over a map of strings', template: '{{ range $k, $v := split "," "a,b,c,d,e,f,g,h,i,j,k" }}{{ $k }}{{ $v }} {{ end }}' },
  { rule: '1.8.3', name: 'range over an int', template: '{{ range 3 }}{{ . }}{{ end }} {{ range $i := 2 }}{{ $i }}{{ typeOf $i }}{{ end }}' },
  { rule: '1.8.3', name: 'range over an int64', template: '{{ range $i := int64 2 }}{{ $i }}{{ typeOf $i }}{{ end }}' },
  { rule: '1.8.3', name: 'range over an int with two variables', template: '{{ range $i, $e := 3 }}{{ $i }}{{ end }}' },
  { rule: '1.8.3', name: 'range over zero takes else', template: '{{ range 0 }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over a negative int takes else', template: '{{ range -2 }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over a byte', template: '{{ range index "\\x03" 0 }}{{ . }}{{ end }}' },
  { rule: '1.8.3', name: 'range over a character constant', template: "{{ range '\\x02' }}{{ . }}{{ end }}" },
  { rule: '1.8.3', name: 'range over an empty list takes else', template: '{{ range .Values.none }}a{{ else }}none {{ .Values.word }}{{ end }}' },
  { rule: '1.8.3', name: 'range over an empty map takes else', template: '{{ range .Values.bare }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over null takes else', template: '{{ range .Values.nothing }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over a missing value takes else', template: '{{ range .Values.nope }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over an invalid value takes else', template: '{{ range (.Values.nope).x }}a{{ else }}none{{ end }}' },
  { rule: '1.8.3', name: 'range over a string fails', template: '{{ range .Values.word }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over an empty string fails', template: '{{ range .Values.empty }}a{{ else }}b{{ end }}' },
  { rule: '1.8.3', name: 'range over a float fails', template: '{{ range .Values.half }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over a float literal fails', template: '{{ range 2.0 }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over a bool fails', template: '{{ range .Values.yes_ }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over a struct fails', template: '{{ range .Capabilities.KubeVersion }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over a pointer to a struct fails', template: '{{ range .Capabilities.HelmVersion }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over a time fails', template: '{{ range toDate "2006" "2020" }}a{{ end }}' },
  { rule: '1.8.3', name: 'range over bytes', template: '{{ range $i, $b := .Files.GetBytes "f" }}{{ $i }}:{{ $b }} {{ end }}', files: { f: 'aé' } },
  { rule: '1.8.3', name: 'range over API versions', template: '{{ range .Capabilities.APIVersions }}{{ if hasPrefix "apps/" . }}{{ . }} {{ end }}{{ end }}' },
  { rule: '1.8.3', name: 'range over text of words', template: '{{ range splitList " " "a b c" }}<{{ . }}>{{ end }}' },
  { rule: '1.8.3', name: 'nested ranges', template: '{{ range .Values.users }}{{ .name }}:{{ range .tags }}{{ . }}{{ else }}-{{ end }};{{ end }}' },
  { rule: '1.8.3', name: 'break ends the loop', template: '{{ range until 9 }}{{ if gt . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}!' },
  { rule: '1.8.3', name: 'continue goes on with the next', template: '{{ range until 6 }}{{ if eq (mod . 2) 0 }}{{ continue }}{{ end }}{{ . }}{{ end }}' },
  { rule: '1.8.3', name: 'break leaves only the inner loop', template: '{{ range until 3 }}{{ . }}:{{ range until 9 }}{{ if gt . 1 }}{{ break }}{{ end }}{{ . }}{{ end }} {{ end }}' },
  { rule: '1.8.3', name: 'break inside with inside range', template: '{{ range until 5 }}{{ with . }}{{ if eq . 2 }}{{ break }}{{ end }}{{ . }}{{ end }}{{ end }}' },
  { rule: '1.8.3', name: 'break in a range over a map', template: '{{ range $k, $v := .Values.map }}{{ $k }}{{ if eq $k "B" }}{{ break }}{{ end }}{{ end }}' },
  { rule: '1.8.3', name: 'break in a range over an int', template: '{{ range 9 }}{{ if eq . 2 }}{{ break }}{{ end }}{{ . }}{{ end }}' },
  { rule: '1.8.4', name: 'one variable is the element', template: '{{ range $e := .Values.list }}{{ $e }}{{ . }}{{ end }}' },
  { rule: '1.8.4', name: 'one variable of a map is the value', template: '{{ range $e := dict "a" 1 "b" 2 }}{{ $e }}{{ . }}{{ end }}' },
  { rule: '1.8.4', name: 'two variables of a map are key and value', template: '{{ range $k, $v := dict "a" 1 }}{{ $k }}{{ $v }}{{ . }}{{ end }}' },
  { rule: '1.8.4', name: 'the dollar stays the root in range', template: '{{ range .Values.list }}{{ $.Release.Name }}{{ end }}' },
  { rule: '1.8.4', name: 'the variables of the loop are not the variables outside', template: '{{ $e := "o" }}{{ range $e := .Values.list }}{{ $e }}{{ end }}{{ $e }}' },
  { rule: '1.8.5', name: 'unset during range is safe', template: '{{ $m := dict "a" 1 "b" 2 "c" 3 }}{{ range $k, $v := $m }}{{ $_ := unset $m "c" }}{{ $k }}{{ $v }}{{ end }}{{ toJson $m }}' },
  { rule: '1.8.5', name: 'set during range is not seen by the loop', template: '{{ $m := dict "a" 1 "b" 2 }}{{ range $k, $v := $m }}{{ $_ := set $m "b" 9 }}{{ $_ := set $m "z" 9 }}{{ $k }}{{ $v }}{{ end }}{{ toJson $m }}' },
  { rule: '1.8.6', name: 'template without a pipeline passes nil', template: '{{ define "d" }}[{{ . }}]{{ if . }}t{{ else }}f{{ end }}{{ end }}{{ template "d" }}' },
  { rule: '1.8.6', name: 'template with a pipeline passes its value', template: '{{ define "d" }}[{{ . }}]{{ end }}{{ template "d" .Values.word | upper }}' },
  { rule: '1.8.6', name: 'block passes its value', template: '{{ block "b" .Values.list }}{{ . }}{{ end }}' },
  { rule: '1.8.6', name: 'template output is not cut or cleaned on its own', template: '{{ define "d" }}\n <{{ .x }}> \n{{ end }}a{{- template "d" .Values -}}b' },
  { rule: '1.8.6', name: 'template sees none of the variables of its caller', template: '{{ $x := 1 }}{{ define "d" }}{{ $x }}{{ end }}{{ template "d" }}' },
  { rule: '1.8.7', name: 'a template that calls itself for ever', template: '{{ define "d" }}{{ template "d" }}{{ end }}{{ template "d" }}' },
  { rule: '1.8.7', name: 'a template may call itself often', template: '{{ define "d" }}{{ if lt (len .) 1000 }}{{ template "d" (append . 1) }}{{ else }}{{ len . }}{{ end }}{{ end }}{{ template "d" (list) }}' },
  { rule: '1.8.3', name: 'a range in a branch that is taken late assigns an interface', template: '{{ $x := 1 }}{{ range list 1 2 }}{{ if eq . 2 }}{{ range $x = list 5 }}{{ end }}{{ end }}{{ end }}{{ $x.a }}' },
  { rule: '1.8.3', name: 'an assignment after a range in a branch is no interface', template: '{{ $x := 1 }}{{ range list 1 2 }}{{ if eq . 2 }}{{ $x = 7 }}{{ end }}{{ if eq . 1 }}{{ range $x = list 5 }}{{ end }}{{ end }}{{ end }}{{ $x.a }}' },
  { rule: '1.8.3', name: 'an assignment before a range in a branch, in a later round', template: '{{ $x := 1 }}{{ range list 1 2 }}{{ $x = 7 }}{{ if eq . 1 }}{{ range $x = list 5 }}{{ end }}{{ end }}{{ end }}{{ $x.a }}' },
]

export const rows: Rows = plain.map((row): Row => ({ values, ...row }))
