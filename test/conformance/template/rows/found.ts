import type { Rows } from '../../row.ts'

/** Differences that fuzzing found once. */
export const rows: Rows = [
  { rule: '9.6', name: 'a deep copy of a version has lost everything', template: '{{ $v := deepCopy (semver "1.2.3-rc+m") }}{{ $v }} {{ $v.Original | quote }} {{ $v.Prerelease | quote }} {{ deepCopy (dict "a" (semver "1.2.3")) }}' },
  { rule: '9.6', name: 'a deep copy of the Kubernetes version has lost what it does not export', template: '{{ deepCopy .Capabilities.KubeVersion }} {{ (deepCopy .Capabilities).KubeVersion }} {{ (deepCopy .Capabilities).KubeVersion | quote }}' },
  { rule: '1.8.3', name: 'break in the else list of a range ends only that range', template: '{{ range list 1 2 }}a{{ range list }}x{{ else }}{{ break }}b{{ end }}c{{ end }}d' },
  { rule: '1.8.3', name: 'continue in the else list of a range goes on with the range around it', template: '{{ range list 1 2 }}a{{ range list }}x{{ else }}{{ continue }}b{{ end }}c{{ end }}d' },
  { rule: '1.8.3', name: 'range over a day of the week gives days', template: '{{ range (toDate "2006-01-02" "2024-03-05").Weekday }}{{ . }} {{ typeOf . }};{{ end }}' },
  { rule: '1.8.3', name: 'range over a month starts with no month', template: '{{ range $i := (toDate "2006-01-02" "2024-03-05").Month }}{{ $i }} {{ printf "%d" $i }};{{ end }}' },
  { rule: '1.8.3', name: 'range over a month with two variables is an error', template: '{{ range $i, $e := (toDate "2006-01-02" "2024-03-05").Month }}{{ $i }}{{ end }}' },
  { rule: '1.8.3', name: 'range over an empty duration takes the else list', template: '{{ range (toDate "2006" "2024").Sub (toDate "2006" "2024") }}x{{ else }}none{{ end }}' },
  { rule: '3.6.1', name: 'toToml writes years after 9999', template: '{{ toToml (dict "a" (must_date_modify "2160h" (toDate "2006-01-02 15:04:05" "9999-12-31 23:59:59"))) }}' },
  { rule: '1.6.11', name: 'a method of nothing does not look at its arguments', template: '{{ define "t" }}{{ until ($.Files.Get "a") }}{{ end }}{{ template "t" }}' },
  { rule: '1.6.11', name: 'an unknown variable is reported at the argument of a method', template: '{{ $x = $.Files.Get "a" }}' },
  { rule: '1.6.11', name: 'an unknown variable is reported at the method of nothing', template: '{{ define "t" }}{{ $x = $.Files.Get "a" }}{{ end }}{{ template "t" }}' },
  { rule: '1.12.10', name: 'a glob that is not UTF-8 matches every file', template: '{{ len (.Files.Glob "\\xff") }} {{ len (.Files.Glob "b\\ufffd") }} {{ len (.Files.Glob "b*") }}', files: { 'a.txt': 'x', 'b.txt': 'y' } },
  { rule: '9.9', name: 'half of a pair before a bad byte is no pair in JSON', template: '{{ mustFromJson "\\"\\\\ud83d\\xe9\\\\ud83d\\\\ude00\\"" }} {{ fromJsonArray "[\\"\\\\ud83d\\xe9\\"]" | toJson }}' },
  { rule: '3.2.2', name: 'a letter that Unicode got after 15 sorts as none in toYaml', template: '{{ toYaml (dict "\u{32D67}" 1 "true" 2 "\u{4e00}" 3) }}' },
  { rule: '1.1.9', name: 'a letter that Unicode got after 15 is a bad character', template: '{{ .Values.a\u{32D67} }}' },
  { rule: '3.1.2', name: 'mustToYaml of a year after 9999 fails in JSON', template: '{{ mustToYaml (must_date_modify "2160h" (toDate "2006-01-02 15:04:05" "9999-12-31 23:59:59")) }}' },
  { rule: '3.1.2', name: 'mustToYaml of a map fails with what JSON meets first', template: '{{ mustToYaml (dict "a" (list (must_date_modify "2160h" (toDate "2006-01-02 15:04:05" "9999-12-31 23:59:59"))) "b" (float64 "NaN")) }}' },
  { rule: '3.1.2', name: 'toYaml of a year after 9999 is nothing', template: '[{{ toYaml (must_date_modify "2160h" (toDate "2006-01-02 15:04:05" "9999-12-31 23:59:59")) }}]' },
  { rule: '1.10.8', name: 'a text of the greatest width and more can be taken apart', template: '{{ len (splitList "" (printf "ab%1000000s" "c")) }}' },
]
