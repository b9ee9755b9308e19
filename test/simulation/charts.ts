import type { Refresh } from '../../src/catalog/refresh/refresh-thread.ts'
import { SourceError } from '../../src/sources/errors.ts'
import { digestOfContent } from '../../src/sources/content.ts'
import type { FetchChart } from '../../src/operator/sources/source-cache.ts'
import { type Clock, sleepOn } from '../../src/std/clock.ts'

/** Where all charts of the simulation are. */
export const repository = 'https://charts.example.test'
/** Another place with the same charts. */
export const mirror = 'https://mirror.example.test'

/** The versions that each chart has; the last one cannot be rendered. */
export const versions = ['1.0.0', '1.1.0', '2.0.0', '3.0.0'] as const
export const brokenVersion = '3.0.0'
export const charts = ['plain', 'web', 'hooked', 'brings', 'random'] as const
/** Charts that only scenes of their own use: nothing that is made of them ever becomes ready. */
export const hopelessCharts = ['hanging', 'refused'] as const
const allCharts = [...charts, ...hopelessCharts]
export type ChartName = (typeof allCharts)[number]

// Says what it was rendered from, so that anybody can see whether that is what was wanted.
const main = `{{- if eq .Chart.Version "${brokenVersion}" }}{{ fail (printf "this version is broken %s" .Values.token) }}{{ end -}}
apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-main}
data: {chart: {{ .Chart.Name }}, version: {{ .Chart.Version | quote }}, color: {{ .Values.color | quote }}}
`
const extra = `{{- if not (hasPrefix "2." .Chart.Version) }}
apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-extra}
data: {color: {{ .Values.color | quote }}}
{{- end }}
`
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: 1
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}, annotations: {color: {{ .Values.color | quote }}}}
    spec: {containers: [{name: main, image: "example.com/web:{{ .Chart.Version }}"}]}
`
const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-prepare
  labels: {app.kubernetes.io/instance: {{ .Release.Name }}}
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: "before-hook-creation,hook-succeeded"}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
const endless = `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-endless
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  template:
    metadata: {annotations: {sandbox.outrigger.dev/run-for: 24h}}
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
// The server quotes a label that is none.
const mislabelled = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-label
  labels: {label: {{ printf "no label: %s %s %s" .Values.token (upper .Values.token) (b64enc .Values.token) | quote }}}
`
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.sim.example.com}
spec:
  group: sim.example.com
  scope: Namespaced
  names: {kind: Gadget, plural: gadgets, singular: gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`
const gadget = `apiVersion: sim.example.com/v1
kind: Gadget
metadata: {name: {{ .Release.Name }}}
spec: {color: {{ .Values.color | quote }}}
`
const secret = `{{- $old := lookup "v1" "Secret" .Release.Namespace (printf "%s-password" .Release.Name) }}
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}-password}
data: {password: {{ if $old }}{{ $old.data.password }}{{ else }}{{ randAlphaNum 12 | b64enc }}{{ end }}}
`

const templates: Readonly<Record<ChartName, Readonly<Record<string, string>>>> = {
  plain: { 'templates/main.yaml': main, 'templates/extra.yaml': extra },
  web: { 'templates/main.yaml': main, 'templates/web.yaml': deployment },
  hooked: { 'templates/main.yaml': main, 'templates/hook.yaml': hook },
  brings: {
    'templates/main.yaml': main,
    'templates/gadget.yaml': gadget,
    'crds/gadgets.yaml': definition,
  },
  random: { 'templates/main.yaml': main, 'templates/secret.yaml': secret },
  hanging: { 'templates/main.yaml': main, 'templates/endless.yaml': endless },
  refused: { 'templates/main.yaml': main, 'templates/label.yaml': mislabelled },
}

/** Brings charts from memory, after some time on a clock; fails while `isAway` says so. */
export function chartsOf(clock: Clock, delay: () => number, isAway: () => boolean): FetchChart {
  return async (request, _, signal) => {
    await sleepOn(clock, delay(), signal)
    const { name = '', version = '' } = request
    if (isAway()) throw new SourceError('unreachable', `${request.address} does not answer`)
    const chart = allCharts.find((one) => one === name)
    if (chart === undefined || !versions.some((one) => one === version)) {
      throw new SourceError('not-found', `${request.address} has no ${name} ${version}`)
    }
    const content = { kind: 'files', files: filesOf(chart, version) } as const
    return {
      resolved: `${request.address}/${name}-${version}.tgz`,
      version,
      content,
      digest: digestOfContent(content),
      fileName: `${name}-${version}.tgz`,
      provenance: undefined,
      bundle: undefined,
      verifiedBy: undefined,
      notes: [],
    }
  }
}

function filesOf(name: ChartName, version: string) {
  const head = `apiVersion: v2\nname: ${name}\nversion: ${version}\n`
  const all = { 'Chart.yaml': head, 'values.yaml': 'color: none\ntoken: ""\n', ...templates[name] }
  return Object.entries(all).map(([path, text]) => ({ name: path, data: Buffer.from(text) }))
}

/** Reads the index of a place with charts, after some time on a clock; fails while `isAway` says so. */
export function refreshOf(clock: Clock, delay: () => number, isAway: () => boolean): Refresh {
  return async ({ url }, signal) => {
    await sleepOn(clock, delay(), signal)
    if (isAway()) throw new SourceError('unreachable', `${url} does not answer`)
    const counts = { charts: charts.length, versions: charts.length * versions.length }
    return { kind: 'fetched', digest: `index of ${url}`, ...counts, warnings: [] }
  }
}
