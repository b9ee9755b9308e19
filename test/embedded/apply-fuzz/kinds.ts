import { keyed, list, map, one, struct, type Shape } from './shape.ts'

/** A kind that sequences are played on. */
export interface FuzzedKind {
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly isCustom?: true
  /** Everything but metadata, with what must be there. */
  readonly whole: Shape
  /** A part of the same, for patches and further managers. */
  readonly part: Shape
  readonly status?: Shape
}

const words = one('a', 'b', 'c', '')
const amounts = one('1', '500m', '0.5', '1Gi', '2e3', '1024Ki')
const letters = ['a', 'b', 'c'] as const
const texts = map([...letters], words)
const resources = struct(
  {},
  {
    limits: map(['cpu', 'memory'], one('4', '8Gi', '5000m')),
    requests: map(['cpu', 'memory'], amounts),
  },
)
const keyRef = struct({ name: one('x', 'y'), key: one('k') }, { optional: one(true, false) })
const env = keyed(['name'], (random) =>
  random.chance(0.7)
    ? struct({ name: one('A', 'B', 'C') }, { value: words })(random)
    : struct({ name: one('A', 'B', 'C'), valueFrom: struct({ configMapKeyRef: keyRef }) })(random),
)
const ports = keyed(
  ['containerPort', 'protocol'],
  struct({ containerPort: one(80, 81) }, { name: one('http', 'web'), protocol: one('TCP', 'UDP') }),
)
const probe = struct(
  { httpGet: struct({ port: one(80, 'http') }, { path: one('/', '/live') }) },
  { periodSeconds: one(5, 10), timeoutSeconds: one(1, 2), failureThreshold: one(3) },
)
const optionalOfContainer = {
  args: list(words, 2),
  command: list(one('sh', '-c'), 2),
  env,
  imagePullPolicy: one('Always', 'IfNotPresent'),
  livenessProbe: probe,
  ports,
  resources,
  securityContext: struct({}, { runAsUser: one(0, 1000), privileged: one(false) }),
  terminationMessagePath: one('/dev/x'),
  volumeMounts: keyed(['mountPath'], struct({ name: one('v'), mountPath: one('/a', '/b') })),
}
const containers = keyed(
  ['name'],
  struct(
    { name: one('one', 'two'), image: one('nginx', 'nginx:1', 'busybox') },
    optionalOfContainer,
  ),
  1,
)
const podOptional = {
  dnsPolicy: one('ClusterFirst', 'Default'),
  hostAliases: keyed(
    ['ip'],
    struct({ ip: one('1.1.1.1', '2.2.2.2') }, { hostnames: list(one('h')) }),
  ),
  imagePullSecrets: keyed(['name'], struct({ name: one('s', 't') })),
  nodeSelector: texts,
  securityContext: struct({}, { runAsUser: one(1, 2), fsGroup: one(3) }),
  serviceAccountName: one('default'),
  terminationGracePeriodSeconds: one(0, 30, 60),
  tolerations: list(struct({ key: one('k', 'l') }, { operator: one('Exists') }), 2),
  topologySpreadConstraints: keyed(
    ['topologyKey', 'whenUnsatisfiable'],
    struct({ maxSkew: one(1), topologyKey: one('zone'), whenUnsatisfiable: one('DoNotSchedule') }),
  ),
}
// Mounts name this volume, so it is always there.
const volumes: Shape = () => [{ name: 'v', emptyDir: {} }]
const template = (restart: readonly string[] = []): Shape =>
  struct({
    metadata: struct({ labels: one({ app: 'x' }) }, { annotations: texts }),
    spec: struct(
      { containers, volumes, ...(restart[0] !== undefined && { restartPolicy: one(restart[0]) }) },
      podOptional,
    ),
  })
const selector = one({ matchLabels: { app: 'x' } })
const templatePart = struct(
  {},
  {
    metadata: struct({}, { annotations: texts }),
    spec: struct({}, { ...podOptional, containers }),
  },
)
const conditions = keyed(
  ['type'],
  struct(
    { type: one('Available', 'Progressing'), status: one('True', 'False') },
    { reason: words },
  ),
)

const deploymentOptional = {
  minReadySeconds: one(0, 5),
  paused: one(true, false),
  progressDeadlineSeconds: one(600, 700),
  replicas: one(0, 1, 3),
  revisionHistoryLimit: one(0, 5),
  strategy: one(
    { type: 'Recreate' },
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
    { rollingUpdate: { maxUnavailable: '10%' } },
  ),
}

const servicePorts = keyed(
  ['port', 'protocol'],
  struct(
    { port: one(80, 443), name: one('a', 'b') },
    { protocol: one('TCP', 'UDP'), targetPort: one(80, 'http'), appProtocol: one('h2') },
  ),
  1,
)
const serviceOptional = {
  externalName: one(''),
  internalTrafficPolicy: one('Cluster', 'Local'),
  publishNotReadyAddresses: one(true, false),
  selector: texts,
  sessionAffinity: one('None', 'ClientIP'),
  externalIPs: list(one('1.2.3.4', '1.2.3.5'), 2),
}

const backend = struct({
  service: struct({ name: one('s', 't'), port: one({ number: 80 }, { name: 'http' }) }),
})
const ingressRules = list(
  struct(
    {
      http: struct({
        paths: keyed(
          ['path'],
          struct({ path: one('/', '/a'), pathType: one('Prefix', 'Exact'), backend }),
          1,
        ),
      }),
    },
    { host: one('a.example', 'b.example') },
  ),
  2,
)

const rules = list(
  struct({
    apiGroups: list(one('', 'apps'), 1),
    resources: one(['pods'], ['pods', 'secrets']),
    verbs: one(['get'], ['get', 'list']),
  }),
  2,
)

// Never empty: whether an empty list of rules is there or not makes no other policy, but the real server
// counts it as a change.
const peers = keyed([], struct({ podSelector: struct({}, { matchLabels: texts }) }), 1)

const widgetOptional = {
  text: words,
  number: one(0, 1, 2),
  flag: one(true, false),
  port: one(80, 'http'),
  ratio: one(0.5, 1),
  defaulted: words,
  labels: texts,
  atomicMap: texts,
  nested: struct({}, { a: words, b: words, deep: struct({}, { x: words, y: words }) }),
  atomicObject: struct({}, { a: words, b: words }),
  plainList: list(words),
  atomicList: list(words),
  set: list(words),
  numbers: list(one(1, 2, 3)),
  map: keyed(['name'], struct({ name: one('x', 'y') }, { value: words, set: list(words) })),
  pairs: keyed(
    ['port', 'protocol'],
    struct({ port: one(1, 2), protocol: one('TCP', 'UDP') }, { name: words }),
  ),
  mapOfLists: map([...letters], list(words)),
  free: struct({}, { a: words, b: list(words), c: texts }),
}

const gizmoOptional = {
  name: one('ab', 'abc'),
  colour: one('red', 'green'),
  list: one(['a'], ['a', 'b']),
  set: list(words),
  map: keyed(['key'], struct({ key: one('x', 'y') }, { value: words })),
  few: map(['a', 'b'], one(1, 2)),
  port: one(1, 'x'),
  anything: one('a', 1, [1], { a: 'b' }),
  open: struct({}, { known: struct({}, { a: words }), other: words }),
  defaults: struct(
    {},
    {
      text: words,
      number: one(1),
      list: list(words),
      inner: struct({}, { flag: one(false) }),
      items: list(struct({}, { name: words })),
    },
  ),
}

const customStatus = struct({}, { number: one(1, 2), phase: words, conditions })

/** The built-in and custom kinds of the sequences. */
export const fuzzedKinds: readonly [FuzzedKind, ...FuzzedKind[]] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    whole: struct({}, { data: texts, binaryData: map([...letters], one('YQ==', 'Yg==')) }),
    part: struct({}, { data: texts }),
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    plural: 'secrets',
    whole: struct(
      {},
      { data: map([...letters], one('YQ==', '')), stringData: texts, type: one('Opaque') },
    ),
    part: struct({}, { data: map([...letters], one('YQ==')), stringData: texts }),
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    plural: 'services',
    whole: struct({ spec: struct({ ports: servicePorts }, serviceOptional) }),
    part: struct({}, { spec: struct({}, { ...serviceOptional, ports: servicePorts }) }),
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    whole: struct(
      {},
      {
        imagePullSecrets: keyed(['name'], struct({ name: one('s', 't') })),
        secrets: keyed(['name'], struct({ name: one('s', 't') })),
        automountServiceAccountToken: one(true, false),
      },
    ),
    part: struct({}, { imagePullSecrets: keyed(['name'], struct({ name: one('s', 't', 'u') })) }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    whole: struct({ spec: struct({ selector, template: template() }, deploymentOptional) }),
    part: struct({}, { spec: struct({}, { ...deploymentOptional, template: templatePart }) }),
    status: struct({}, { replicas: one(0, 1), readyReplicas: one(0, 1), conditions }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    plural: 'daemonsets',
    whole: struct({
      spec: struct({ selector, template: template() }, { minReadySeconds: one(0, 1) }),
    }),
    part: struct({}, { spec: struct({}, { template: templatePart, minReadySeconds: one(0, 2) }) }),
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    plural: 'cronjobs',
    whole: struct({
      spec: struct(
        {
          schedule: one('* * * * *', '@daily'),
          jobTemplate: struct({ spec: struct({ template: template(['OnFailure']) }) }),
        },
        { suspend: one(true, false), successfulJobsHistoryLimit: one(0, 1) },
      ),
    }),
    part: struct({}, { spec: struct({}, { suspend: one(true, false), schedule: one('@hourly') }) }),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    plural: 'ingresses',
    whole: struct({ spec: struct({ defaultBackend: backend }, { rules: ingressRules }) }),
    part: struct({}, { spec: struct({}, { rules: ingressRules, ingressClassName: one('x') }) }),
    status: struct(
      {},
      { loadBalancer: struct({ ingress: list(struct({ ip: one('1.1.1.1', '1.1.1.2') }), 2) }) },
    ),
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    plural: 'networkpolicies',
    whole: struct({
      spec: struct(
        { podSelector: struct({}, { matchLabels: texts }) },
        { ingress: keyed([], struct({}, { from: peers }), 1) },
      ),
    }),
    part: struct(
      {},
      {
        spec: struct(
          {},
          { ingress: keyed([], struct({}, { from: peers }), 1), policyTypes: one(['Ingress']) },
        ),
      },
    ),
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    plural: 'roles',
    whole: struct({ rules }),
    part: struct({}, { rules }),
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    plural: 'poddisruptionbudgets',
    whole: struct({ spec: struct({ minAvailable: one(1, '50%'), selector }) }),
    part: struct({}, { spec: struct({}, { minAvailable: one(2, '10%') }) }),
    status: struct({}, { currentHealthy: one(1), disruptionsAllowed: one(0, 1) }),
  },
  {
    apiVersion: 'fixtures.example.com/v1',
    kind: 'Widget',
    plural: 'widgets',
    isCustom: true,
    whole: struct({}, { spec: struct({}, widgetOptional) }),
    part: struct({}, { spec: struct({}, widgetOptional) }),
    status: customStatus,
  },
  {
    apiVersion: 'fixtures.example.com/v1',
    kind: 'Gadget',
    plural: 'gadgets',
    isCustom: true,
    whole: struct(
      {},
      {
        spec: struct({}, { a: texts, b: list(words), c: struct({}, { d: words, e: list(texts) }) }),
      },
    ),
    part: struct(
      {},
      { spec: struct({}, { a: texts, b: list(words), c: struct({}, { d: words }) }) },
    ),
  },
  {
    apiVersion: 'fixtures.example.com/v1',
    kind: 'Gizmo',
    plural: 'gizmos',
    isCustom: true,
    whole: struct({ spec: struct({ size: one(1, 5) }, gizmoOptional) }),
    part: struct({}, { spec: struct({}, { ...gizmoOptional, size: one(2, 3) }) }),
  },
]
