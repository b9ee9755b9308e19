import type { Rows } from '../../row.ts'
import { rowsByRule } from '../rows-by-rule.ts'

const values = 'port: 80\nword: w\nnull_: null\nmap: {b: 1, a: [1, {c: x}]}\ntext: "{{ .Values.word }}"\n'

export const rows: Rows = [
  ...rowsByRule(
    {
      '2.1.1': {
        'include gives text': '{{ define "d" }}<{{ . }}>{{ end }}{{ include "d" 1 | quote }} {{ include "d" (list 1 2) | len }} {{ include "d" nil }}',
        'include has a scope of its own': '{{ define "d" }}{{ $x := 2 }}{{ $ }}{{ $x }}{{ end }}{{ $x := 1 }}{{ include "d" "dot" }}{{ $x }}',
        'include of a template that is not there': '{{ include "nope" . }}',
        'include that nests without end': '{{ define "loop" }}{{ include "loop" . }}{{ end }}{{ include "loop" . }}',
        'include with a name that is no text': '{{ include 1 . }}',
        'include of a number from values': '{{ include .Values.port . }}',
        'an error below include names both places': '{{ define "d" }}\n{{ .Values.nope.x }}{{ end }}{{ include "d" . }}',
        'an error below two includes': '{{ define "a" }}{{ upper 1 }}{{ end }}{{ define "b" }} {{ include "a" . }}{{ end }}{{ include "b" . }}',
      },
      '2.1.2': {
        'tpl renders text with its data': '{{ tpl .Values.text . }} {{ tpl "{{ . }}" 7 }} {{ tpl "{{ $ }}" "x" }} {{ tpl "[{{ .nope }}]" (dict) }}',
        'tpl removes the mark of a missing value': '{{ tpl "[{{ .Values.nope }}]" . | quote }}',
        'tpl sees templates, and keeps its own to itself': '{{ define "d" }}out{{ end }}{{ tpl `{{ include "d" . }}{{ define "e" }}in{{ end }}{{ include "e" . }}` . }}',
        'tpl within a template that was made by tpl': '{{ tpl `{{ define "e" }}[{{ . }}]{{ end }}{{ tpl "{{ include \\"e\\" 1 }}" . }}` . }}',
        'tpl of text that cannot be parsed': '{{ tpl "{{ .a" . }}',
        'tpl of text with an unknown function': '{{ tpl "{{ nope }}" . }}',
        'tpl of text that fails': '{{ tpl "{{ upper 1 }}" . }}',
        'tpl of a text with quotes and newlines that fails': '{{ tpl "a\\"b\\n{{ .Values.nope.x }}" . }}',
        'tpl of a number': '{{ tpl .Values.port . }}',
        'tpl of nothing': '{{ tpl .Values.nope . }}',
        'tpl of blanks and definitions': '[{{ tpl " " . }}][{{ tpl "" . }}][{{ tpl `{{ define "x" }}a{{ end }} b` . }}]',
        'tpl within tpl fails inside': '{{ tpl "{{ tpl `{{ fail \\"deep\\" }}` . }}" . }}',
      },
      '2.1.3': {
        'required takes all but nil and empty text': '{{ required "m" 0 }} {{ required "m" false }} {{ required "m" (dict) }} {{ required "m" (list) }} {{ required "m" " " }}',
        'required of a missing value': '{{ required "word is needed" .Values.nope }}',
        'required of null': '{{ required "a\\nb" .Values.null_ }}',
        'required of empty text': '{{ "" | required "text is needed" }}',
        'required below include names the outermost call': '{{ define "d" }}\n\n{{ required "m" "" }}{{ end }}\n  {{ include "d" . }}',
        'required below tpl names the outermost call': '\n{{ tpl "{{ required `m` nil }}" . }}',
        'required with a message that is no text': '{{ required 1 "x" }}',
      },
      '2.1.4': {
        'fail stops with its text': 'a\n  {{ fail "no way" }}',
        'fail with an empty text': '{{ fail "" }}',
        'fail with several lines': '{{ fail "a\\n  b: c\\n" }}',
        'fail below include': '{{ define "d" }}{{ fail (printf "%d wrong" 2) }}{{ end }}\n{{ include "d" . }}',
        'fail of a number': '{{ fail 1 }}',
        'fail in a branch that is not taken': '{{ if false }}{{ fail "x" }}{{ end }}fine',
      },
      '2.1.5': {
        'lookup without a cluster is an empty map': '{{ lookup "v1" "Pod" "ns" "" | toJson }} {{ (lookup "v1" "Secret" "ns" "x").data }} {{ lookup "x/v1" "No" "" "" | len }} {{ if lookup "v1" "Pod" "" "x" }}there{{ end }}',
        'lookup wants four texts': '{{ lookup "v1" "Pod" "ns" }}',
        'lookup of a number': '{{ lookup "v1" "Pod" "ns" 1 }}',
        'items of a lookup': '{{ range (lookup "v1" "Pod" "ns" "").items }}x{{ else }}none{{ end }}',
      },
      '2.1.6': {
        'toYaml loses one newline at the end': '[{{ toYaml "a\\n" }}] [{{ toYaml (dict "a" 1) }}] [{{ toYaml (dict) }}] [{{ toYaml nil }}] [{{ toYaml .Values.nope }}]',
        'toYaml of what JSON cannot be is empty': '[{{ toYaml (divf 1 0) }}]',
        'mustToYaml of what JSON cannot be': '{{ mustToYaml (float64 "NaN") }}',
        'toYaml of NaN': '[{{ toYaml (float64 "NaN") }}] [{{ toYaml (dict "a" (float64 "Inf")) }}]',
        'toYamlPretty indents lists': '{{ toYaml .Values.map }}\n{{ toYamlPretty .Values.map }}',
        'toYamlPretty of other values': '{{ toYamlPretty (list 1 "1" nil true 1.5 1000000.0 "a\\nb" "yes" "") }}\n{{ toYamlPretty (dict "b" (dict) "a" (list)) }}',
      },
      '2.1.7': {
        'fromYaml is a map or has an error': '{{ fromYaml "a: 1\\nb: [x]" }} {{ fromYaml "- a" }} {{ fromYaml "a: b: c" }} {{ fromYaml "text" }}',
        'fromYaml of nothing': '{{ fromYaml "" | toJson }} {{ fromYaml "# c" | toJson }} {{ fromYaml "null" | toJson }} {{ fromYaml "~" | toJson }}',
        'fromYaml reads the first document': '{{ fromYaml "a: 1\\n---\\nb: 2" | toJson }} {{ fromYaml "---\\na: 1\\n" | toJson }}',
        'fromYamlArray is a list or has an error': '{{ fromYamlArray "[1, a]" | toJson }} {{ fromYamlArray "a: 1" | toJson }} {{ fromYamlArray "" | toJson }} {{ fromYamlArray "null" | toJson }} {{ fromYamlArray "[" | toJson }}',
        'fromJson is a map or has an error': '{{ fromJson "{\\"a\\": 1}" }} {{ fromJson "" }} {{ fromJson "[1]" }} {{ fromJson "null" | toJson }} {{ fromJson "{" }} {{ fromJson "{\\"a\\": 1} x" }}',
        'fromJsonArray is a list or has an error': '{{ fromJsonArray "[1, null]" | toJson }} {{ fromJsonArray "{}" | toJson }} {{ fromJsonArray "" | toJson }} {{ fromJsonArray "null" | toJson }}',
        'numbers that are read are floats': '{{ (fromYaml "a: 1").a | typeOf }} {{ (fromJson "{\\"a\\": 1}").a | typeOf }} {{ (index (fromYamlArray "[10000000]") 0) }}',
        'fromYaml of a number': '{{ fromYaml .Values.port }}',
      },
      '2.1.8': {
        'toJson escapes': '{{ toJson "<&>\\u2028\\u2029\\b\\f\\n\\r\\t\\x01\\x7f\\"\\\\/é😀" }}',
        'toJson sorts keys by bytes': '{{ toJson (dict "b" 1 "a" 2 "B" 3 "é" 4 "10" 5 "9" 6) }}',
        'toJson of nil lists and maps': '{{ toJson (concat) }} {{ toJson (fromJson "null") }} {{ toJson nil }} {{ toJson (list) }} {{ toJson (dict) }}',
        'toJson of numbers': '{{ toJson 1.0 }} {{ toJson 1e21 }} {{ toJson 1e-7 }} {{ toJson 0.000001 }} {{ toJson 100000000000000000000.0 }} {{ toJson (int64 9007199254740993) }} {{ toJson -0.0 }}',
        'toJson of what JSON cannot be': '[{{ toJson (float64 "NaN") }}]',
        'mustToJson of what JSON cannot be': '{{ mustToJson (float64 "Inf") }}',
        'toJson of objects': '{{ toJson (semver "1.2.3-a+b") }} {{ toJson (toDate "2006-01-02" "2021-02-03") }} {{ toJson (until 3) }} {{ toJson (split "," "a,b") }}',
      },
      '2.1.9': {
        'toPrettyJson': '{{ toPrettyJson (dict "a" (list 1 "<") "b" (dict) "c" (list) "d" (dict "e" nil)) }}',
        'toRawJson': '{{ toRawJson (dict "a" "<&>\\u2028") }} {{ mustToRawJson "<" }} {{ mustToPrettyJson (list "<") }}',
        'mustToPrettyJson of what JSON cannot be': '{{ mustToPrettyJson (float64 "NaN") }}',
        'toRawJson of what JSON cannot be': '[{{ toRawJson (float64 "NaN") }}]',
        'mustToRawJson of what JSON cannot be': '{{ mustToRawJson (list (float64 "NaN")) }}',
      },
      '2.1.10': {
        'toToml of a map': '{{ toToml (dict "b" 1 "a" "x" "c" (dict "d" (list 1 2)) "e" 1.0 "f" true) }}',
        'toToml of what TOML cannot be is the error': '[{{ toToml (list 1) }}] [{{ toToml "a" }}] [{{ toToml nil }}]',
        'mustToToml of what TOML cannot be': '{{ mustToToml (list 1) }}',
        'fromToml keeps types': '{{ $t := fromToml "a = 1\\nb = 1.5\\nc = 2021-02-03T04:05:06Z\\nd = [1, 2]\\n[e]\\nf = true" }}{{ typeOf $t.a }} {{ typeOf $t.b }} {{ typeOf $t.c }} {{ typeOf $t.d }} {{ toJson $t }}',
        'fromToml of what is no TOML has an error': '{{ fromToml "a = " }} {{ fromToml "a" }} {{ fromToml "" | toJson }}',
      },
      '2.1.11': {
        'getHostByName is silent': '[{{ getHostByName "localhost" }}] [{{ getHostByName "" }}]',
      },
      '2.13.1': {
        'env is not there': '{{ env "HOME" }}',
        'expandenv is not there': '{{ expandenv "$HOME" }}',
      },
      '2.13.2': {
        'mustFromJson gives any type': '{{ mustFromJson "[1, 2]" | toJson }} {{ mustFromJson "1" | typeOf }} {{ mustFromJson "null" | kindOf }} {{ fromJson "[1]" | typeOf }}',
        'mustFromJson of what is no JSON': '{{ mustFromJson "{" }}',
      },
    },
    values,
  ),
]
