import type { KubeObject } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'

/** The operator as a workload of the cluster that it looks after. */
export interface OperatorInput {
  readonly image: string
  /** One leads, the others stand by. */
  readonly replicas: number
  readonly tenants: readonly string[]
}

const name = 'outrigger'
const partOf = { 'app.kubernetes.io/part-of': name }
const selector = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': 'operator' }
// The same in every pod: the repository of our charts is named by its address.
const ports = { metrics: 8080, charts: 8081, registry: 8082 } as const
const folder = '/var/lib/outrigger'
const nobody = 65_532

/** The Deployment that `init --image` writes. */
export function operatorDeployment({ image, replicas, tenants }: OperatorInput): KubeObject {
  const metadata = { name, namespace: platformNamespace, labels: { ...partOf, ...selector } }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas,
      selector: { matchLabels: selector },
      template: {
        metadata: { labels: { ...partOf, ...selector } },
        spec: {
          serviceAccountName: name,
          // The time for passes to end and for the Lease to be given back.
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: nobody,
            fsGroup: nobody,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [containerOf(image, tenants)],
          volumes: [
            { name: 'folder', emptyDir: {} },
            { name: 'tmp', emptyDir: {} },
          ],
        },
      },
    },
  }
}

function asks(path: string) {
  return { httpGet: { path, port: 'metrics' } }
}

function containerOf(image: string, tenants: readonly string[]) {
  return {
    name: 'operator',
    image,
    args: [
      'start',
      '--in-cluster',
      '--folder',
      folder,
      '--log-format',
      'json',
      '--log-level',
      'info',
      ...Object.entries(ports).flatMap(([what, port]) => [`--${what}-port`, String(port)]),
      ...tenants.flatMap((tenant) => ['--tenant', tenant]),
    ],
    ports: [{ name: 'metrics', containerPort: ports.metrics }],
    startupProbe: { ...asks('/healthz'), periodSeconds: 2, failureThreshold: 60 },
    livenessProbe: { ...asks('/healthz'), periodSeconds: 20 },
    readinessProbe: { ...asks('/readyz'), periodSeconds: 5 },
    resources: {
      requests: { cpu: '100m', memory: '256Mi' },
      limits: { memory: '1Gi' },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'folder', mountPath: folder },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  }
}
