import type { Row, Rows } from '../../row.ts'

const values = `
port: 80
million: 1000000
tenMillion: 10000000
big: 9007199254740993
huge: 18446744073709551615
huger: 18446744073709551616
long: 123456789012345678901234567890
half: 1.5
longHalf: 1234567.5
tiny: 0.00001
tinier: 1.0e-7
sci: 1e3
sci21: 1e21
negative: -5
octal: 0777
hex: 0x1F
binary: 0b101
under: 1_000
text: "80"
minusZero: -0.0
`

const names = ['port', 'million', 'tenMillion', 'big', 'huge', 'huger', 'long', 'half', 'longHalf', 'tiny', 'tinier', 'sci', 'sci21', 'negative', 'octal', 'hex', 'binary', 'under', 'text', 'minusZero']

const plain: Rows = [
  ...names.map((name) => ({ rule: '1.11.4', name: `the number ${name} in each notation`, template: `{{ $n := .Values.${name} }}{{ $n }} {{ typeOf $n }} {{ int $n }} {{ int64 $n }} {{ float64 $n }} {{ toYaml $n }} {{ toJson $n }} {{ quote $n }} {{ toYamlPretty $n }} {{ printf "%d %.0f %v" $n $n $n }} {{ toToml (dict "a" $n) }}` })),
  { rule: '1.11.1', name: 'a number of values is a float', template: '{{ typeOf .Values.port }} {{ typeOf .Values.half }} {{ kindOf .Values.big }}' },
  { rule: '1.11.1', name: 'a number read from YAML is a float', template: '{{ typeOf (fromYaml "a: 1").a }} {{ typeOf (index (fromYamlArray "[1]") 0) }}' },
  { rule: '1.11.1', name: 'a number read from JSON is a float', template: '{{ typeOf (fromJson "{\\"a\\":1}").a }} {{ typeOf (index (fromJsonArray "[1]") 0) }} {{ typeOf (mustFromJson "1") }}' },
  { rule: '1.11.1', name: 'large numbers lose their last digits', template: '{{ int64 .Values.big }} {{ printf "%.0f" .Values.big }} {{ (fromJson "{\\"a\\":9007199254740993}").a | int64 }}' },
  { rule: '1.11.2', name: 'types of numbers from functions', template: '{{ typeOf 1 }} {{ typeOf (add 1 1) }} {{ typeOf (int64 1) }} {{ typeOf (len "a") }} {{ typeOf (until 1) }} {{ typeOf (index (until 1) 0) }} {{ typeOf (atoi "1") }} {{ typeOf (int 1) }} {{ typeOf (semver "1.2.3").Major }} {{ typeOf (max 1 2) }} {{ typeOf (floor 1.5) }} {{ typeOf (addf 1 2) }}' },
  { rule: '1.11.2', name: 'a number of --set is an int64', template: '{{ .Values.port }} {{ typeOf .Values.port }} {{ eq .Values.port 81 }} {{ range .Values.port }}{{ break }}{{ end }}', flags: ['--set', 'port=81'] },
  { rule: '1.11.2', name: 'a broken number of --set is a string', template: '{{ .Values.half | quote }} {{ typeOf .Values.half }} {{ typeOf .Values.octal }} {{ .Values.octal }}', flags: ['--set', 'half=1.5,octal=007'] },
  { rule: '1.11.2', name: 'the largest number of --set', template: '{{ .Values.a }} {{ typeOf .Values.a }} {{ .Values.b }} {{ typeOf .Values.b }} {{ toYaml .Values.a }} {{ printf "%d" .Values.a }}', flags: ['--set', 'a=9223372036854775807,b=9223372036854775808'] },
  { rule: '1.11.3', name: 'a value and an int do not compare', template: '{{ eq .Values.port 80 }}' },
  { rule: '1.11.3', name: 'a value made int compares with an int', template: '{{ eq (int .Values.port) 80 }} {{ eq (int64 .Values.port) 80 }} {{ eq .Values.port 80.0 }} {{ gt .Values.port 79.5 }}' },
  { rule: '1.11.3', name: 'a value and an int64 do not compare', template: '{{ lt .Values.port (int64 90) }}' },
  { rule: '1.11.3', name: 'a text and a number do not compare', template: '{{ eq .Values.text .Values.port }}' },
  { rule: '1.11.4', name: 'a list of numbers', template: '{{ $l := list .Values.million 1000000 1e6 (int64 1000000) }}{{ $l }} {{ toYaml $l }} {{ toJson $l }} {{ toYamlPretty $l }}' },
  { rule: '1.11.4', name: 'arithmetic of values is of int64', template: '{{ add .Values.million 1 }} {{ mul .Values.half 2 }} {{ div .Values.port 3 }} {{ sub .Values.negative .Values.port }} {{ mod .Values.negative 3 }}' },
  { rule: '1.11.4', name: 'int64 wraps around', template: '{{ add 9223372036854775807 1 }} {{ mul 4611686018427387904 4 }} {{ sub -9223372036854775808 1 }} {{ add1 9223372036854775807 }}' },
  { rule: '1.11.5', name: 'floats that are not whole', template: '{{ toYaml .Values.longHalf }} {{ toJson .Values.longHalf }} {{ toYaml .Values.tiny }} {{ toJson .Values.tiny }} {{ toJson .Values.tinier }} {{ toJson .Values.sci21 }}' },
  { rule: '1.11.5', name: 'floats in a document', template: '{{ toYaml (dict "a" 0.1 "b" 1e15 "c" 1e16 "d" 1e18 "e" 1e19 "f" 1e20 "g" 1e21 "h" 123456.75 "i" 1e-4 "j" 0.00012345) }}' },
  { rule: '1.11.5', name: 'floats as JSON', template: '{{ toJson (list 0.1 1e15 1e20 1e21 1e22 1e-6 1e-7 123456789.125 -0.0 5e-324 1.7976931348623157e308) }}' },
]

export const rows: Rows = plain.map((row): Row => ({ values, ...row }))
