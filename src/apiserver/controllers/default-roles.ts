import type { Draft } from '../registry/draft.ts'

// The roles that everybody counts on. Kubernetes has many more, for its own parts.

const group = 'rbac.authorization.k8s.io'
const read = ['get', 'list', 'watch']
const write = ['create', 'delete', 'deletecollection', 'patch', 'update']
const bootstrapping = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }

const workloads = [
  rule(
    ['apps'],
    'controllerrevisions daemonsets deployments deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale',
  ),
  rule(['batch'], 'cronjobs jobs'),
  rule(['autoscaling'], 'horizontalpodautoscalers'),
  rule(['networking.k8s.io'], 'ingresses networkpolicies'),
  rule(['policy'], 'poddisruptionbudgets'),
  rule(
    [''],
    'configmaps endpoints events persistentvolumeclaims pods pods/log replicationcontrollers replicationcontrollers/scale serviceaccounts services',
  ),
]

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
}

function rule(apiGroups: readonly string[], resources: string): Rule {
  return { apiGroups, resources: resources.split(' ') }
}

function withVerbs(verbs: readonly string[]): (one: Rule) => Draft {
  return ({ apiGroups, resources }) => ({
    apiGroups: [...apiGroups],
    resources: [...resources],
    verbs: [...verbs],
  })
}

const secrets = rule([''], 'secrets')
const roles = rule([group], 'roles rolebindings')

function viewRules(): Draft[] {
  return [...workloads.map(withVerbs(read)), withVerbs(read)(rule([''], 'namespaces'))]
}

function editRules(): Draft[] {
  return [...viewRules(), ...[...workloads, secrets].map(withVerbs([...read, ...write]))]
}

/** The cluster roles, by name. */
export function defaultClusterRoles(): Readonly<Record<string, Draft[]>> {
  const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
  return {
    'cluster-admin': [everything, { nonResourceURLs: ['*'], verbs: ['*'] }],
    admin: [...editRules(), withVerbs([...read, ...write])(roles)],
    edit: editRules(),
    view: viewRules(),
    'system:basic-user': [
      withVerbs(['create'])(
        rule(['authorization.k8s.io'], 'selfsubjectaccessreviews selfsubjectrulesreviews'),
      ),
      withVerbs(['create'])(rule(['authentication.k8s.io'], 'selfsubjectreviews')),
    ],
    'system:discovery': [
      {
        nonResourceURLs:
          '/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/'.split(
            ' ',
          ),
        verbs: ['get'],
      },
    ],
    'system:service-account-issuer-discovery': [
      {
        nonResourceURLs:
          '/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/'.split(
            ' ',
          ),
        verbs: ['get'],
      },
    ],
    'system:public-info-viewer': [
      { nonResourceURLs: '/healthz /livez /readyz /version /version/'.split(' '), verbs: ['get'] },
    ],
  }
}

/** To which groups they are bound. */
export const defaultBindings: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['system:masters'],
  'system:basic-user': ['system:authenticated'],
  'system:discovery': ['system:authenticated'],
  'system:public-info-viewer': ['system:authenticated', 'system:unauthenticated'],
  'system:service-account-issuer-discovery': ['system:serviceaccounts'],
}

/** The roles that others can add to, by a label. */
const gathering: ReadonlySet<string> = new Set(['admin', 'edit', 'view'])

export function clusterRole(name: string, rules: Draft[]): Draft {
  const matchLabels = { [`${group}/aggregate-to-${name}`]: 'true' }
  return {
    kind: 'ClusterRole',
    apiVersion: `${group}/v1`,
    metadata: { name, labels: { ...bootstrapping } },
    ...(gathering.has(name)
      ? { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] } }
      : {}),
    rules,
  }
}

export function clusterRoleBinding(name: string, groups: readonly string[]): Draft {
  return {
    kind: 'ClusterRoleBinding',
    apiVersion: `${group}/v1`,
    metadata: { name, labels: { ...bootstrapping } },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: groups.map((one) => ({ kind: 'Group', apiGroup: group, name: one })),
  }
}
