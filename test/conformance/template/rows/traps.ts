import { chartYaml } from '../../case.ts'
import type { Row, Rows } from '../../row.ts'

const values = String.raw`
port: 80
million: 1000000
longHalf: 1234567.5
word: x
nothing: null
"true": quoted
off_: off
mode: 0777
when: 2020-01-01
time: 12:30
long: "this text is so long that it has to be folded somewhere after the eightieth column of its line"
sub: {enabled: false, list: [a], deep: {x: 1}}
`

const subchart = {
  'Chart.yaml': `${chartYaml}dependencies:\n- {name: sub, version: 0.1.0, repository: "", condition: sub.enabled}\n`,
  'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\n',
  'charts/sub/values.yaml': 'a: 1\nb: {c: 2, d: 3}\nglobal: {g: sub, own: 1}\nl: [1, 2]\n',
}

const kinds = ['Zebra', 'Service', 'Deployment', 'Alpha', 'ConfigMap', 'Namespace', 'Pod', 'CustomResourceDefinition', 'ValidatingWebhookConfiguration', 'Role', 'Ingress', 'Secret', 'ServiceAccount']

const plain: Rows = [
  { rule: '9.1', name: 'three types of numbers do not mix in eq', template: '{{ eq 1 (int64 1) }} {{ eq 1.0 .Values.port }} {{ eq (int64 80) .Values.port }}' },
  { rule: '9.1', name: 'arithmetic is of 64 bits', template: '{{ add 9007199254740993 0 }} {{ mul 3037000500 3037000500 }} {{ max 9223372036854775807 1 }} {{ int64 "9223372036854775807" }} {{ mod -7 3 }} {{ div -7 2 }}' },
  { rule: '9.2', name: 'floats change notation at a million', template: '{{ 999999.0 }} {{ 1000000.0 }} {{ .Values.million }} {{ toJson .Values.million }} {{ toYaml .Values.million }}' },
  { rule: '9.3', name: 'notations of the three formats', template: '{{ toYaml .Values.longHalf }} {{ toYamlPretty .Values.million }} {{ toToml (dict "a" .Values.million "b" .Values.port) }}' },
  { rule: '9.4', name: 'the mark of a missing value is text until the end of the file', template: '{{ define "d" }}{{ .nope }}{{ end }}{{ include "d" . | replace "<" "[" }} {{ include "d" . | b64enc }} {{ include "d" . | trunc 3 }}' },
  { rule: '9.5', name: 'a chain fails where parentheses do not', template: '[{{ ((.Values.a).b).c }}][{{ $x := .Values.a }}{{ $x.b.c }}]{{ .Values.a.b.c }}' },
  { rule: '9.6', name: 'methods hide keys', template: '{{ .Values.AsMap.word }}[{{ .Chart.Nope }}]{{ .Capabilities.Nope }}' },
  { rule: '9.7', name: 'integer-like keys do not come first', template: '{{ $d := dict "b" 1 "10" 2 "9" 3 "a" 4 }}{{ $d }} {{ toJson $d }} {{ range $k, $_ := $d }}{{ $k }}{{ end }} {{ toYaml $d }}' },
  { rule: '9.8', name: 'strings sort by their bytes', template: '{{ $d := dict "\\U0001F600" 1 "\\uff21" 2 "z" 3 }}{{ $d }} {{ sortAlpha (list "\\U0001F600" "\\uff21" "z") }} {{ lt "\\uff21" "\\U0001F600" }} {{ toJson $d }}' },
  { rule: '9.9', name: 'bytes and characters', template: '{{ len "é😀" }} {{ trunc 3 "é😀" | printf "%q" }} {{ substr 0 1 "é" | toJson }} {{ abbrev 5 "éééééé" | printf "%q" }} {{ printf "%5.1s|" "é😀" }} {{ index "é" 0 }}' },
  { rule: '9.9', name: 'a cut character in JSON and YAML', template: '{{ $s := trunc 4 "日本" }}{{ toJson $s }} {{ toYaml $s }} {{ toYaml (dict $s $s) }} {{ toRawJson $s }} {{ quote $s }} {{ $s }}' },
  { rule: '9.10', name: 'trim and its characters', template: '{{ trim "\\u0085\\u00a0\\t\\v\\f a \\u2003\\u3000\\n" | printf "%q" }} {{ trim "\\ufeffa\\u200b" | printf "%q" }}' },
  { rule: '9.11', name: 'case by character', template: '{{ upper "straße ﬁ ǆ ı" }} {{ lower "İΣΑΣ Ǆ" }} {{ title "it\'s foo-bar a.b ǆx éa" }} {{ untitle "Foo Bar" }} {{ swapcase "aB éÉ" }}' },
  { rule: '9.12', name: 'expressions of RE2', template: '{{ regexMatch "(?i)^ABC\\\\z" "abc" }} {{ regexMatch "[[:alpha:]]+\\\\pL" "aé" }} {{ regexFind "\\\\Qa.b\\\\E" "xa.b" }} {{ regexMatch "^\\\\s$" "\\u00a0" }} {{ regexReplaceAll "(a)(b)" "abab" "$2-${1}x$$" }} {{ regexReplaceAll "a" "a" "[$1x]" }} {{ regexMatch "a.c" "a\\rc" }}' },
  { rule: '9.12', name: 'lookaround is an error', template: '{{ regexFind "a(?=b)" "ab" }}' },
  { rule: '9.13', name: 'regexMatch of a wrong expression is false', template: '{{ regexMatch "(" "(" }}' },
  { rule: '9.13', name: 'regexReplaceAll of a wrong expression fails', template: '{{ regexReplaceAll "[" "a" "b" }}' },
  { rule: '9.14', name: 'false and zero are empty', template: '{{ default true false }} {{ default 5 0 }} {{ empty "" }} {{ ternary "a" "b" (empty 0.0) }} {{ merge (dict "a" false "b" 0) (dict "a" true "b" 1) | toJson }} {{ coalesce 0 "" "x" }}' },
  { rule: '9.15', name: 'set changes its argument', template: '{{ $a := dict "x" (dict "y" 1) }}{{ $b := merge (dict) $a }}{{ $_ := set $b.x "y" 2 }}{{ $a.x.y }} {{ $c := deepCopy $a }}{{ $_ := set $c.x "y" 3 }}{{ $a.x.y }}' },
  { rule: '9.15', name: 'set of Values is seen later', template: '{{ $_ := set .Values "word" "changed" }}{{ .Values.word }} {{ $_ := unset .Values.sub "list" }}{{ toJson .Values.sub }}' },
  { rule: '9.15', name: 'the order of files decides who sees a change', template: '{{ .Values.seen }}', files: { 'templates/zz.yaml': '{{ $_ := set .Values "seen" "yes" }}\u27E6end\u27E7', 'templates/aa.yaml': '{{ $_ := set .Values "seen" "no" }}\u27E6end\u27E7' } },
  { rule: '9.16', name: 'keys are sorted by those who need an order', template: '{{ keys (dict "b" 1 "a" 2 "c" 3) | sortAlpha }} {{ values (dict "a" 1) }} {{ keys (dict) (dict "z" 1) }}' },
  { rule: '9.17', name: 'empty lists and nil lists', template: '{{ toJson (concat) }} {{ toJson (concat (list) (list)) }} {{ toJson (rest (list)) }} {{ toJson (initial (list)) }} {{ toJson (regexFindAll "x" "a" -1) }} {{ toJson (compact (list "")) }} {{ toJson (without (list 1) 1) }} {{ toJson (uniq (list)) }} {{ toJson (reverse (list)) }} {{ toJson (until 0) }} {{ toJson (slice (list) 0) }} {{ toJson (rest (list 1)) }}' },
  { rule: '9.18', name: 'slice is for lists only', template: '{{ slice (list 1 2 3) 1 | toJson }} {{ slice (list 1 2 3) 0 2 | toJson }}{{ slice .Values.word 0 1 }}' },
  { rule: '9.19', name: 'and and or give operands', template: '{{ and 1 "x" }} {{ or "" "y" | quote }} {{ not (toDate "2006" "x") }} {{ if and true .Values.word }}t{{ end }}' },
  { rule: '9.20', name: 'a float for repeat', template: '{{ repeat .Values.port "a" }}' },
  { rule: '9.20', name: 'a float for indent', template: '{{ "a" | indent .Values.port }}' },
  { rule: '9.20', name: 'a number for b64enc', template: '{{ b64enc .Values.port }}' },
  { rule: '9.20', name: 'a number for trunc of text', template: '{{ trunc 3 .Values.million }}' },
  { rule: '9.21', name: 'reading ints from text', template: '{{ int "08" }} {{ int "010" }} {{ atoi "010" }} {{ int 1.9 }} {{ int "1.9" }} {{ int "0x1f" }} {{ int "1.0" }} {{ int "" }} {{ int true }} {{ int nil }} {{ int "1_000" }} {{ int -1.9 }} {{ float64 "1e3" }} {{ toDecimal "777" }}' },
  { rule: '9.22', name: 'rounding and dividing', template: '{{ round -1.2 0 }} {{ round 1.5 0 }} {{ round 2.345 2 }} {{ round -1.5 0 }} {{ div -7 2 }} {{ mod -7 2 }} {{ add 9223372036854775807 1 }} {{ floor -1.5 }} {{ ceil -1.5 }} {{ round 123.5555 3 }}' },
  { rule: '9.23', name: 'folding past the eightieth column', template: '{{ toYaml .Values.long }}\n{{ dict "key" .Values.long | toYaml | nindent 8 }}' },
  { rule: '9.24', name: 'quoting by resolver and by indicator', template: '{{ toYaml (list "yes" "1" "a: b" "*x" "a\\tb" "a\\r" "😀" "a \\nb" "it\'s" "12:30" "0o7" "a#b") }}' },
  { rule: '9.25', name: 'headers of literals and indented blank lines', template: '{{ toYaml (list "a\\nb" "a\\nb\\n" "a\\n\\n" " a\\nb") }}\n{{ dict "k" "a\\n\\nb\\n" | toYaml | indent 2 | replace " " "." }}' },
  { rule: '9.26', name: 'lists in maps in both formats', template: '{{ toYaml .Values.sub }}\n{{ toYamlPretty .Values.sub }}' },
  { rule: '9.27', name: 'values of YAML 1.1', template: '{{ .Values.off_ }} {{ .Values.mode }} {{ .Values.when }} {{ .Values.time }} {{ typeOf .Values.when }} {{ fromYaml "a: 0o17\\nb: 1_000\\nc: y\\non: 1" | toJson }}' },
  { rule: '9.27', name: 'merge keys and duplicate keys', template: '{{ fromYaml "x: &x {a: 1}\\ny: {a: 2, <<: *x}\\nz: 1\\nz: 2" | toJson }}' },
  { rule: '9.28', name: 'an appVersion that is a number', template: '{{ .Chart.AppVersion }}', files: { 'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\nappVersion: 1.10\n' } },
  { rule: '9.29', name: 'HTML in JSON', template: '{{ toJson "<a>&\\u2028" }} {{ toRawJson "<a>&\\u2028" }} {{ toPrettyJson (list "<") }}' },
  { rule: '9.30', name: 'definitions in tpl stay in tpl', template: '{{ define "d" }}outer{{ end }}{{ tpl `{{ define "d" }}inner{{ end }}{{ include "d" . }} {{ template "d" . }}` . }} {{ include "d" . }}' },
  { rule: '9.30', name: 'a definition of tpl is unknown outside', template: '{{ $_ := tpl `{{ define "only" }}x{{ end }}` . }}{{ include "only" . }}' },
  { rule: '9.30', name: 'tpl within tpl', template: '{{ tpl "{{ tpl `{{ .Values.word }}` . }}{{ $x := 1 }}{{ tpl `{{ $.Values.word }}` $ }}" . }}' },
  { rule: '9.30', name: 'tpl sees the template of its file', template: '{{ tpl "{{ .Template.Name }} {{ .Template.BasePath }}" . }}' },
  { rule: '9.30', name: 'tpl of text with only blanks', template: '[{{ tpl "  \\n " . }}][{{ tpl "" . }}][{{ tpl "{{/* c */}}" . }}][{{ tpl `  {{ define "x" }}a{{ end }} ` . }}]' },
  { rule: '9.30', name: 'an error in tpl is placed in gotpl', template: '{{ tpl "a\\n{{ .Values.nope.x }}" . }}' },
  { rule: '9.31', name: 'include may nest deeply', template: '{{ define "d" }}{{ if lt . 900 }}{{ include "d" (add1 . | int) }}{{ else }}{{ . }}{{ end }}{{ end }}{{ include "d" 0 }}' },
  { rule: '9.31', name: 'include that never ends', template: '{{ define "d" }}{{ include "d" . }}{{ end }}{{ include "d" . }}' },
  { rule: '9.31', name: 'two includes that never end', template: '{{ define "a" }}{{ include "b" . }}{{ end }}{{ define "b" }}{{ include "a" . }}{{ end }}{{ include "a" . }}' },
  { rule: '9.32', name: 'an unknown function in a dead branch', template: '{{ if false }}{{ nope }}{{ end }}' },
  { rule: '9.32', name: 'an unknown function in another file', template: 'fine', files: { 'templates/_p.tpl': '{{ define "p" }}\n{{ nope }}{{ end }}' } },
  { rule: '9.33', name: 'of two definitions the one of the first file wins', template: '{{ include "d" . }}', files: { 'templates/_a.tpl': '{{ define "d" }}a{{ end }}', 'templates/_b.tpl': '{{ define "d" }}b{{ end }}' } },
  { rule: '9.33', name: 'the definition of the shallowest file wins', template: '{{ include "d" . }}', files: { 'templates/deep/_a.tpl': '{{ define "d" }}deep{{ end }}', 'templates/_z.tpl': '{{ define "d" }}shallow{{ end }}' } },
  { rule: '9.33', name: 'an empty definition replaces nothing', template: '{{ include "d" . }}', files: { 'templates/_a.tpl': '{{ define "d" }}  {{/* nothing */}}\n{{ end }}', 'templates/_b.tpl': '{{ define "d" }}b{{ end }}' } },
  { rule: '9.33', name: 'two definitions in one file', template: '{{ define "d" }}1{{ end }}{{ define "d" }}2{{ end }}' },
  { rule: '9.34', name: 'line ends of Windows', template: 'a:\r\n{{- if true }}\r\n  b: 1\r\n{{- end }}\r\nc\r\n' },
  { rule: '9.35', name: 'documents of one file', template: '# only a comment\n---\na: 1\n---\n\n---\nb: 2\n--- # note\nc: 3\n---\n# last\n', view: 'manifests' },
  { rule: '9.35', name: 'a separator without a newline', template: 'a: 1\n---\n---\nb: 2\n---', view: 'manifests' },
  { rule: '9.35', name: 'a file of blanks', template: '  \n\n', view: 'manifests' },
  { rule: '9.35', name: 'a hook is printed after the rest', template: 'kind: Job\nmetadata:\n  name: h\n  annotations:\n    helm.sh/hook: pre-install\n---\nkind: Pod\nmetadata: {name: p}\n', view: 'manifests' },
  { rule: '9.35', name: 'separators with blanks before them', template: 'a: 1   \n\n\n   ---\nb: 2\n', view: 'manifests' },
  { rule: '9.36', name: 'kinds are sorted by the order of installation', template: kinds.map((kind) => `kind: ${kind}\nmetadata: {name: x}\n`).join('---\n'), view: 'manifests' },
  { rule: '9.36', name: 'files are sorted by their path', template: 'kind: ConfigMap\nmetadata: {name: row}\n', files: { 'templates/a.yaml': 'kind: ConfigMap\nmetadata: {name: a}\n', 'templates/b/a.yaml': 'kind: ConfigMap\nmetadata: {name: ba}\n', 'templates/Z.yaml': 'kind: ConfigMap\nmetadata: {name: Z}\n' }, view: 'manifests' },
  { rule: '9.36', name: 'subcharts come before templates', template: 'kind: ConfigMap\nmetadata: {name: row}\n', files: { 'Chart.yaml': chartYaml, 'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 0.1.0\n', 'charts/sub/templates/x.yaml': 'kind: ConfigMap\nmetadata: {name: sub}\n---\nkind: Namespace\nmetadata: {name: n}\n' }, view: 'manifests' },
  { rule: '9.37', name: 'API versions without a cluster have no kinds', template: '{{ .Capabilities.APIVersions.Has "batch/v1" }} {{ .Capabilities.APIVersions.Has "batch/v1/Job" }} {{ .Capabilities.APIVersions.Has "apiextensions.k8s.io/v1" }} {{ .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }} {{ .Capabilities.KubeVersion.Minor }} {{ semverCompare ">=1.21-0" .Capabilities.KubeVersion.GitVersion }}' },
  { rule: '9.38', name: 'layouts of dates', template: '{{ $t := toDate "2006-01-02 15:04:05" "2021-02-03 04:05:06" }}{{ dateInZone "Mon Jan _2 15:04:05 MST 2006 .000 Z07:00 -0700 PM 002 06 3 1" $t "UTC" }} {{ htmlDateInZone $t "UTC" }} {{ dateInZone "2006" 0 "UTC" }} {{ unixEpoch $t }} {{ duration "3661" }} {{ durationRound "2h30m" }}' },
  { rule: '9.39', name: 'shapes of what is random', template: '{{ randAlphaNum 5 | len }} {{ randAlphaNum 9 | regexMatch "^[0-9A-Za-z]{9}$" }} {{ randAlpha 4 | regexMatch "^[A-Za-z]{4}$" }} {{ randNumeric 3 | regexMatch "^[0-9]{3}$" }} {{ randAscii 7 | len }} {{ randBytes 6 | b64dec | len }} {{ randAlpha -1 | quote }} {{ now | typeOf }} {{ lookup "v1" "Pod" "a" "b" | toJson }}' },
  { rule: '9.39', name: 'a range of random ints without any', template: '{{ randInt 3 4 }}' },
  { rule: '9.40', name: 'a null of the parent alone removes nothing of the subchart', template: '{{ toJson .Values }}', files: subchart, values: 'sub: {a: null, b: {c: null}, enabled: true}\n' },
  { rule: '9.40', name: 'a null of the parent removes a default when the user sets something beside it', template: '{{ toJson .Values }}', files: subchart, values: 'sub: {a: null, b: {c: null}, enabled: true}\n', flags: ['--set', 'sub.x=1'] },
  { rule: '9.40', name: 'a null of the user removes a default', template: '{{ toJson .Values }}', files: subchart, values: 'own: 1\n', flags: ['--set', 'sub.a=null,own=null'] },
  { rule: '9.40', name: 'globals go down', template: '{{ toJson .Values }} {{ toJson .Subcharts.sub.Values }}', files: subchart, values: 'global: {g: parent, more: {x: 1}}\nsub: {global: {g: lower}}\n' },
  { rule: '9.40', name: 'a list of the parent replaces the list of the subchart', template: '{{ toJson .Values.sub }}', files: subchart, values: 'sub: {l: [9]}\n' },
  { rule: '9.40', name: 'a disabled subchart has no values', template: '{{ toJson .Values }} {{ toJson .Subcharts }}', files: subchart, values: 'sub: {enabled: false, x: 1}\n' },
  { rule: '9.40', name: 'types of --set', template: '{{ range tuple "a" "b" "c" "d" "e" "f" }}{{ $v := index $.Values . }}{{ $v | toJson }}:{{ typeOf $v }} {{ end }}', flags: ['--set', 'a=1,b=1.5,c=007,d=true,e=null,f={1,x}'] },
  { rule: '9.40', name: 'indexes of --set', template: '{{ toJson .Values.l }} {{ toJson .Values.sub }}', flags: ['--set', 'l[1]=x,sub.list[2].a=1'] },
]

export const rows: Rows = plain.map((row): Row => ({ values, ...row }))
