import type { Json } from '../../src/objects/json.ts'

const apps = '/apis/apps/v1/namespaces/work'
const batch = '/apis/batch/v1/namespaces/work'

function template(name: string, container: object = {}): Json {
  const containers = [{ name: 'main', image: 'registry.example/app', ...container }]
  return { metadata: { labels: { app: name } }, spec: { containers } }
}

function selecting(name: string): Json {
  return { matchLabels: { app: name } }
}

const job = {
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'job' }] } },
}

/** One of each kind that controllers bring to life, as paths and objects, in the namespace `work`. */
export const workloads: readonly (readonly [path: string, object: Json])[] = [
  ['/api/v1/namespaces', { metadata: { name: 'work' } }],
  [
    `${apps}/deployments`,
    {
      metadata: { name: 'web' },
      spec: { replicas: 3, selector: selecting('web'), template: template('web') },
    },
  ],
  [
    '/api/v1/namespaces/work/services',
    { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } },
  ],
  [
    `${apps}/statefulsets`,
    {
      metadata: { name: 'db' },
      spec: {
        replicas: 2,
        serviceName: 'db',
        selector: selecting('db'),
        template: template('db', { volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              resources: { requests: { storage: '1Gi' } },
            },
          },
        ],
      },
    },
  ],
  [
    `${apps}/daemonsets`,
    {
      metadata: { name: 'agent' },
      spec: { selector: selecting('agent'), template: template('agent') },
    },
  ],
  [`${batch}/jobs`, { metadata: { name: 'once' }, spec: job }],
  [
    `${batch}/cronjobs`,
    { metadata: { name: 'often' }, spec: { schedule: '* * * * *', jobTemplate: { spec: job } } },
  ],
  [
    '/apis/autoscaling/v2/namespaces/work/horizontalpodautoscalers',
    {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 4,
        maxReplicas: 6,
      },
    },
  ],
  [
    '/apis/policy/v1/namespaces/work/poddisruptionbudgets',
    { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: selecting('web') } },
  ],
]
