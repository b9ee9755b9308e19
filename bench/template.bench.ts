import type { Bench } from './bench.ts'
import { fastest, prepare, type TemplateSubject } from './template-subject.ts'

const rounds = 5

const values = `
items:
${Array.from({ length: 200 }, (_, index) => `- {name: item-${index}, port: ${8000 + index}, enabled: ${index % 3 !== 0}}`).join('\n')}
map: {${Array.from({ length: 100 }, (_, index) => `key${index}: value${index}`).join(', ')}}
deep: {a: {b: {c: {d: {e: end}}}}}
image: {repository: example.com/web, tag: "1.2.3"}
`

const partials = `
{{- define "name" -}}{{ printf "%s-%s" "demo" .name | trunc 63 | trimSuffix "-" }}{{- end -}}
{{- define "labels" -}}
app: {{ include "name" . }}
port: {{ .port | quote }}
{{- end -}}
{{- define "nested" -}}{{ if gt . 0 }}{{ include "nested" (sub . 1 | int) }}{{ else }}end{{ end }}{{- end -}}
`

const subjects: readonly TemplateSubject[] = [
  {
    name: 'loops: 1,000,000 rounds of text',
    template: '{{ range until 1000 }}{{ range until 1000 }}x{{ end }}{{ end }}',
  },
  {
    name: 'loops: 200,000 rounds with fields and if',
    template:
      '{{ range until 1000 }}{{ range $.Values.items }}{{ if .enabled }}{{ .name }}:{{ .port }}{{ else }}-{{ end }}{{ end }}{{ end }}',
  },
  {
    name: 'loops: 100,000 rounds over a map',
    template:
      '{{ range until 1000 }}{{ range $k, $v := $.Values.map }}{{ $k }}={{ $v }}{{ end }}{{ end }}',
  },
  {
    name: 'variables: 200,000 assignments and sums',
    template:
      '{{ $n := 0 }}{{ range until 1000 }}{{ range $i := until 200 }}{{ $n = add $n $i }}{{ end }}{{ end }}{{ $n }}',
  },
  {
    name: 'fields: 200,000 chains of six',
    template:
      '{{ range until 1000 }}{{ range until 200 }}{{ $.Values.deep.a.b.c.d.e }}{{ end }}{{ end }}',
  },
  {
    name: 'includes: 200,000, two deep',
    template:
      '{{ range until 500 }}{{ range $.Values.items }}{{ include "labels" . | nindent 4 }}{{ end }}{{ end }}',
  },
  {
    name: 'includes: 100 × 900 inside each other',
    template: '{{ range until 100 }}{{ include "nested" 900 }}{{ end }}',
  },
  {
    name: 'calls: 100,000 pipelines of five',
    template:
      '{{ range until 500 }}{{ range $.Values.items }}{{ .name | upper | replace "-" "_" | trunc 20 | quote | len }}{{ end }}{{ end }}',
  },
  {
    name: 'calls: 100,000 printf',
    template:
      '{{ range until 500 }}{{ range $.Values.items }}{{ printf "%s/%s:%v-%d" $.Values.image.repository .name .port 5 }}{{ end }}{{ end }}',
  },
  {
    name: 'dicts: 100,000 made, merged and read',
    template:
      '{{ range until 500 }}{{ range $.Values.items }}{{ (merge (dict "a" 1) .).name }}{{ end }}{{ end }}',
  },
  {
    name: 'output: 20 MB of manifests',
    template:
      '{{ range until 100 }}{{ range $.Values.items }}apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .name }}\n  labels: {{- include "labels" . | nindent 4 }}\ndata:\n  text: |\n{{ repeat 20 "lorem ipsum dolor sit amet, consetetur\\n" | indent 4 }}---\n{{ end }}{{ end }}',
  },
  {
    name: 'output: toYaml of 100,000 maps',
    template: '{{ range until 500 }}{{ toYaml $.Values.items }}{{ end }}',
  },
  {
    name: 'output: toJson of 100,000 maps',
    template: '{{ range until 500 }}{{ toJson $.Values.items }}{{ end }}',
  },
  {
    name: 'regexes: 100,000 replacements',
    template:
      '{{ range until 500 }}{{ range $.Values.items }}{{ regexReplaceAll "[^a-z0-9]+" .name "_" }}{{ end }}{{ end }}',
  },
]

/** The cost of the engine itself, apart from charts: templates are parsed once and executed warm. */
export const bench: Bench = {
  summary: `warm execution of loops, includes, calls and large outputs, best of ${rounds}`,
  measure: async () =>
    subjects.map((subject) => ({
      name: subject.name,
      value: fastest(prepare({ values, partials, ...subject }), rounds),
      unit: 'ms',
    })),
}
