import type { Json, JsonObject } from '../../objects/json.ts'
import { autoscaler } from './autoscaler-releases.ts'
import type { PlatformInput } from './platform-objects.ts'

/** The Repositories of a platform with our own charts. */
export const builtInRepositories = { charts: 'builtin', registry: 'builtin-registry' } as const

const builtInPriority = 99

/** The Repositories with our own charts: of an index, and of a registry. */
export function builtInRepositoriesAt(
  charts: string,
  registry: string,
): PlatformInput['repositories'] {
  const own = { origin: 'builtin', priority: builtInPriority }
  return [
    { name: builtInRepositories.charts, spec: { url: charts, ...own } },
    { name: builtInRepositories.registry, spec: { url: `oci://${registry}/charts`, ...own } },
  ]
}

/** The Extension for one of our own charts: more than the chart says of itself, for some. */
export function builtInOffer(name: string, ofChart: JsonObject): JsonObject {
  return { ...ofChart, ...offers[name]?.(ofChart), ...addonOffer(name, ofChart) }
}

/** TKEStack's addons, which it put into kube-system; some register themselves where Kubernetes still lets them. */
const addons: Readonly<Record<string, 'for-all' | 'registers-itself'>> = {
  cronhpa: 'registers-itself',
  csioperator: 'for-all',
  'gpu-manager': 'for-all',
  helm: 'for-all',
  ipam: 'for-all',
  keepalived: 'for-all',
  lbcf: 'for-all',
  logcollector: 'for-all',
  'metrics-server': 'for-all',
  'nvidia-device-plugin': 'for-all',
  persistentevent: 'for-all',
  prometheus: 'for-all',
  tappcontroller: 'registers-itself',
  volumedecorator: 'registers-itself',
}

function addonOffer(name: string, { sources }: JsonObject): JsonObject {
  const kind = addons[name]
  if (kind === undefined) return {}
  const defaults = { targetNamespace: 'kube-system' }
  if (kind === 'for-all') return { defaults }
  return { defaults, sources: (sources as readonly JsonObject[]).flatMap(perRange) }
}

function perRange(source: JsonObject): readonly JsonObject[] {
  return [
    { ...source, kubernetes: '>=1.19 <1.22', values: registeredBy('program') },
    { ...source, kubernetes: '>=1.22', values: registeredBy('chart') },
  ]
}

function registeredBy(who: 'program' | 'chart'): string {
  return `{{ merge .Parameters (dict "registration" "${who}") | toYaml }}\n`
}

const offers: Readonly<Record<string, (ofChart: JsonObject) => JsonObject>> = {
  [autoscaler]: () => ({ sources: autoscalerSources }),
  dashboard: () => ({ dependsOn: [{ extension: 'metrics', version: '>=2' }] }),
  queue: ({ sources }) => ({
    parameters: queueParameters,
    sources: (sources as readonly JsonObject[]).map((source) => ({
      ...source,
      values: queueValues,
    })),
  }),
}

const inRegistry = { repo: builtInRepositories.registry, name: autoscaler }
// Versions that exist are listed one by one; later ones are found by their tag, and need not be
// written down.
const autoscalerSources: Json = [
  { kubernetes: '1.34', version: '1.34.0', chartVersion: '1.34.0', ...inRegistry },
  { kubernetes: '1.35', version: '1.35.0', chartVersion: '1.35.0', ...inRegistry },
  { kubernetes: '>=1.36', tag: '{{ .Major }}.{{ .Minor }}.0', ...inRegistry },
]

const queueParameters: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Message queue',
  type: 'object',
  additionalProperties: false,
  properties: {
    size: {
      enum: ['small', 'medium', 'large'],
      description: 'One member with 2Gi, three with 10Gi each, or five with 50Gi each',
    },
    streams: {
      type: 'array',
      description: 'Streams that are there from the start; each takes what is sent below its name',
      items: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    },
    keep: {
      type: 'string',
      description: 'How long messages are kept',
      pattern: '^[0-9]+(s|m|h|d)$',
    },
  },
}

const queueValues = `{{- $sizes := dict "small" (list 1 "2Gi") "medium" (list 3 "10Gi") "large" (list 5 "50Gi") }}
{{- $size := get $sizes (.Parameters.size | default "small") }}
{{- $keep := .Parameters.keep | default "24h" }}
replicas: {{ index $size 0 }}
persistence: { size: {{ index $size 1 }} }
streams:
{{- range .Parameters.streams | default (list "events") }}
  - { name: {{ . | quote }}, subjects: [{{ printf "%s.>" . | quote }}], maxAge: {{ $keep }} }
{{- end }}
`
