import type { Bench } from './bench.ts'
import { fastest, prepare, type TemplateSubject } from './template-subject.ts'

const rounds = 5

const values = `
name: web
labels: "app: {{ .name }}\\npart: {{ include \\"part\\" . }}"
`

const partials = `
{{- define "part" -}}{{ .name | trunc 63 | trimSuffix "-" }}{{- end -}}
{{- define "labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: {{ include "part" . }}
{{- end -}}
`

// until makes lists of a million at most; two loops make a hundred thousand rounds.
const loop = (body: string) =>
  `{{- $v := .Values }}{{ range until 1000 }}{{ range $i := until 100 }}${body}{{ end }}{{ end }}`

const subjects: readonly TemplateSubject[] = [
  { name: '100,000 × include', template: loop('{{ include "part" $v }}'), limit: 2000 },
  {
    name: '100,000 × tpl of the same text',
    template: loop('{{ tpl "a: {{ .name }}" $v }}'),
    limit: 2000,
  },
  {
    name: '100,000 × tpl and include',
    template: loop('{{ tpl $v.labels $v | nindent 4 }}{{ include "labels" $v | nindent 4 }}'),
    limit: 2000,
  },
  {
    name: '100,000 × tpl of different texts',
    template: `{{- $v := .Values }}{{ range $i := until 1000 }}{{ range $j := until 100 }}{{ tpl (printf "%d-%d {{ .name }}" $i $j) $v }}{{ end }}{{ end }}`,
    limit: 2000,
  },
]

/** Charts call templates for every label of every object; both calls have to be cheap. */
export const bench: Bench = {
  summary: `charts that call tpl and include 100,000 times, best of ${rounds} in process`,
  measure: async () =>
    subjects.map((subject) => {
      const render = prepare({ ...subject, values, partials })
      const value = fastest(render, rounds)
      const limit = subject.limit === undefined ? {} : { limit: subject.limit }
      return { name: subject.name, value, unit: 'ms', ...limit }
    }),
}
