import type { TestChart } from './chart-repository.ts'

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {content: "{{ .Values.round }} {{ .Chart.Version }}"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: 1
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: "example.com/web:1"}]}
`
const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-round-{{ .Values.round }}
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
const clash = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-own}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: theirs}
data: {of: chart}
`
const templates = { 'templates/a.yaml': template }

/** Two versions of a chart, of one with a hook, and one that wants what somebody else made. */
export const crashCharts: readonly TestChart[] = [
  ...['1.0.0', '1.1.0'].flatMap((version) => [
    { name: 'plain', version, files: templates },
    { name: 'hooked', version, files: { ...templates, 'templates/h.yaml': hook } },
  ]),
  { name: 'clash', version: '1.0.0', files: { 'templates/a.yaml': clash } },
]
