import type { JsonValue } from '../kinds/json-value.ts'

// One story: component-a of the namespace default was upgraded from 1.0.0 to 1.1.0.

const place = { namespace: 'default', name: 'component-a' } as const
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', ...place } as const
const time = '2026-01-15T10:00:00Z'
const versions = { chart: 'component-a', chartVersion: '1.1.0', appVersion: '2.4.0' } as const
const image = 'registry.example.com/team/component-a'
const source = 'component-a/templates/deployment.yaml'

const revision = {
  revision: 2,
  status: 'deployed',
  updated: time,
  description: 'Upgrade complete',
  ...versions,
} as const

const change = {
  is: 'changed',
  path: 'spec.replicas',
  before: 1,
  after: 2,
} as const

const event = {
  type: 'Normal',
  reason: 'Installed',
  message: 'component-a 1.1.0 is installed',
  count: 1,
  firstSeen: time,
  lastSeen: time,
  reportedBy: 'outrigger',
} as const

const site = {
  name: 'edge',
  cluster: 'edge',
  progress: 'Doing',
  percent: 50,
  secondsLeft: 120,
  done: 1,
  total: 2,
  at: 'join-nodes',
  message: 'a node is not ready yet',
} as const

const steps: JsonValue = [
  { step: 'prepare-machines', status: 'True', reason: 'Done', message: '', since: time },
  { step: 'join-nodes', status: 'False', reason: 'Waiting', message: site.message, since: time },
]

/** An example of each schema that answers name, beside the kinds, whose definitions have theirs. */
export const answerExamples: Readonly<Record<string, JsonValue>> = {
  Me: {
    user: 'anna',
    groups: ['system:authenticated'],
    signedInBy: 'token',
    csrfToken: '',
    sandbox: true,
  },
  SignInLink: { path: '/sign-in?code=c2lnbiBpbiBvbmNl' },
  SignInMethods: { token: true, link: true, certificate: false },
  Rights: {
    namespace: 'default',
    incomplete: false,
    rules: [
      {
        verbs: ['get', 'list', 'watch'],
        apiGroups: ['outrigger.dev'],
        resources: ['plugins'],
        resourceNames: [],
      },
    ],
  },
  Event: event,
  EventAbout: { id: 'default/component-a.1', ...event, kind: 'Plugin', ...place, ours: true },
  StreamEvent: { id: 'Zm9vYmFy.12', event: 'ready', data: '{}' },
  Release: { ...place, ...revision },
  ReleaseRevision: revision,
  ReleaseObject: { ...deployment, source, status: 'Current', reason: '', message: '' },
  RevisionDiff: {
    from: { ...revision, revision: 1, status: 'superseded', chartVersion: '1.0.0' },
    to: revision,
    values: [{ ...change, path: 'replicas' }],
    objects: [{ ...deployment, action: 'changed', changes: [change] }],
    unchanged: 3,
  },
  DriftedObject: {
    ...deployment,
    is: 'changed',
    changes: [change],
    managers: [{ field: 'spec.replicas', manager: 'kubectl-edit', subresource: '' }],
    notices: [],
  },
  Chart: {
    name: 'component-a',
    repository: 'default/team',
    origin: 'custom',
    category: '',
    labels: {},
    description: 'A component of the team.',
    keywords: [],
    home: '',
    icon: '',
    deprecated: false,
    created: time,
    versions: [
      {
        version: '1.1.0',
        appVersion: '2.4.0',
        kubeVersion: '',
        deprecated: false,
        repository: 'default/team',
        origin: 'custom',
      },
    ],
  },
  ChartText: {
    name: 'component-a',
    version: '1.1.0',
    appVersion: '2.4.0',
    text: 'replicas: 2\n',
  },
  ChartImages: {
    name: 'component-a',
    version: '1.1.0',
    appVersion: '2.4.0',
    images: [
      {
        image: `${image}:2.4.0`,
        reference: `${image}:2.4.0`,
        certainty: 'certain',
        places: [
          {
            kind: 'Deployment',
            name: 'component-a',
            field: 'spec.template.spec.containers[0].image',
          },
        ],
      },
    ],
    notices: [],
  },
  Graph: {
    nodes: [
      {
        id: 'Plugin default/component-a',
        kind: 'Plugin',
        ...place,
        state: 'ready',
        version: '1.1.0',
        message: '',
        waitingFor: [],
      },
    ],
    edges: [],
    denied: [],
  },
  SearchResult: {
    items: [
      {
        noun: 'plugins',
        ...place,
        title: 'component-a',
        summary: '',
        path: '/api/v1/plugins/default/component-a',
      },
    ],
    total: 1,
    counts: { plugins: 1 },
    denied: [],
    notices: [],
  },
  Run: {
    id: 'c2VjdXJlIGlk',
    action: 'upgrade',
    noun: 'plugins',
    ...place,
    user: 'anna',
    started: time,
    state: 'running',
    message: '',
    events: '/api/v1/runs/c2VjdXJlIGlk/events',
  },
  RunEvent: {
    id: 'c2VjdXJlIGlk.12',
    event: 'step',
    data: '{"message":"the values are rendered"}',
  },
  Site: site,
  SiteDetail: { ...site, steps, operations: [{ operation: 'install', conditions: steps }] },
  SiteProgress: { ...site, log: ['prepare-machines: done', 'join-nodes: waiting'] },
  AuditEntry: {
    sequence: 12,
    time,
    user: 'anna',
    from: '127.0.0.1',
    operation: 'upgradePlugin',
    target: place,
    dryRun: false,
    status: 202,
  },
  Plan: {
    verb: 'upgrade',
    ...place,
    summary: { change: 1, unchanged: 3 },
    objects: [
      {
        ...deployment,
        action: 'change',
        ownership: 'ours',
        source,
        changes: [change],
        problems: [],
      },
    ],
    hooks: [],
    images: { added: [], removed: [], moved: [{ from: `${image}:2.3.0`, to: `${image}:2.4.0` }] },
    documents: [],
    missingPermissions: [],
    warnings: [],
    blocked: false,
    changes: true,
    newRevision: true,
  },
  ValueLayers: {
    layers: [
      { is: 'default', name: '', obstacle: '', values: { replicas: 1 } },
      { is: 'inline', name: '', obstacle: '', values: { replicas: 2 } },
    ],
    values: { replicas: 2 },
    blame: [{ path: 'replicas', value: 2, layer: 'inline' }],
    isComplete: true,
  },
  Explanation: {
    documents: [
      {
        document: {
          path: source,
          kind: 'Deployment',
          name: 'component-a',
          firstLine: 1,
          lastLine: 20,
        },
        values: [{ path: 'nodeSelector', decides: 'presence' }],
      },
    ],
    unused: [],
  },
  Preview: {
    kubernetes: 'v1.36.3',
    apiVersions: ['v1', 'apps/v1'],
    clusterScoped: ['Namespace'],
    release: { ...place, revision: 2, isUpgrade: true },
    layers: [],
    document: 'replicas: 2\n',
    facts: { cluster: {}, global: {} },
    live: [],
    notices: [],
  },
  ClusterExtension: {
    extension: 'dns',
    displayName: 'DNS',
    category: 'network',
    description: 'Names of services.',
    instances: [
      {
        namespace: 'default',
        name: 'dns',
        enabled: true,
        version: '1.1.0',
        available: '1.2.0',
        ready: 'True',
        reason: 'Installed',
        message: '',
      },
    ],
  },
  ClusterAddon: {
    ...place,
    enabled: true,
    chart: 'component-a',
    version: '1.1.0',
    release: 'component-a',
    instance: '',
    ready: 'True',
    reason: 'Installed',
    message: '',
  },
  ConnectionTest: { reachable: true, took: 12, version: 'v1.36.3', nodes: 3 },
}
