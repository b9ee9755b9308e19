import type { JsonObject } from '../src/objects/json.ts'
import type { TestChart } from '../test/operator/chart-repository.ts'

/** Where hostile objects find what they need. */
export interface HostilePlaces {
  /** A repository with the charts below. */
  readonly charts: string
  /** Accepts connections and never answers. */
  readonly silent: string
}

/** How many Plugins there are of each kind of abuse; each kind is a tenant of its own. */
const counts = {
  unlistable: 20,
  hooks: 20,
  silent: 20,
  repositories: 10,
  slow: 10,
  intervals: 10,
  patches: 10,
} as const

export type Abuse = keyof typeof counts

export const abuses = Object.keys(counts) as readonly Abuse[]
export const silentRepositories = 8

const configMap =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\ndata: {a: "0123456789"}\n'
const hook = `apiVersion: batch/v1
kind: Job
metadata: {name: {{ .Release.Name }}-hook, annotations: {helm.sh/hook: "pre-install,pre-upgrade"}}
spec:
  template:
    metadata: {annotations: {sandbox.outrigger.dev/run-for: 3h}}
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
// Renders until it has no fuel left, or no time.
const endless = `{{ range until 100000 }}{{ range until 100000 }}{{ $x := sha256sum (printf "%d" .) }}{{ end }}{{ end }}\n`

/** The charts that hostile Plugins install. */
export const hostileCharts: readonly TestChart[] = [
  { name: 'small', version: '1.0.0', files: { 'templates/a.yaml': configMap } },
  {
    name: 'hooked',
    version: '1.0.0',
    files: { 'templates/a.yaml': configMap, 'templates/hook.yaml': hook },
  },
  {
    name: 'endless',
    version: '1.0.0',
    files: { 'templates/a.yaml': `${configMap}---\n${endless}` },
  },
]

/** The specs of all hostile Plugins of one kind. */
export function hostileSpecs(abuse: Abuse, places: HostilePlaces): readonly JsonObject[] {
  return Array.from({ length: counts[abuse] }, (_, at) => specOf(abuse, at, places))
}

function specOf(abuse: Abuse, at: number, { charts, silent }: HostilePlaces): JsonObject {
  const from = (name: string): JsonObject => ({ repo: charts, name, version: '1.0.0' })
  switch (abuse) {
    case 'unlistable': {
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', name: 'a' }
      return { ...from('small'), dependsOn: [review] }
    }
    case 'hooks':
      return { ...from('hooked'), timeout: '1h' }
    case 'silent':
      return { repo: `${silent}/${at}`, name: 'any', version: '1.0.0' }
    case 'repositories':
      return { repo: `silent-${at % silentRepositories}`, name: 'any' }
    case 'slow':
      return { ...from('endless'), values: { at } }
    case 'intervals':
      // A range can move, so that it is fetched again each time.
      return { repo: charts, name: 'small', version: '>=1.0.0', interval: '1ms' }
    case 'patches':
      return { ...from('small'), patches: [{ target: { kind: 'ConfigMap' }, patch: bomb() }] }
  }
}

// Each copy holds all before it.
function bomb(): string {
  const copies = Array.from({ length: 28 }, (_, at) => ({
    op: 'copy',
    from: '/data',
    path: `/data/c${at}`,
  }))
  return JSON.stringify(copies)
}
