import type { LintRow } from '../lint-row.ts'

const base = {
  'Chart.yaml': 'apiVersion: v2\nname: sample\nversion: 1.2.3\nicon: https://example.com/i.png\n',
  'values.yaml': '',
}

const row = (name: string, template: string, ...flags: string[]): LintRow => ({
  name,
  files: { ...base, 'templates/a.yaml': template },
  ...(flags.length === 0 ? {} : { args: ['sample', ...flags] }),
})

const named = (kind: string, ...names: string[]): string =>
  names.map((name) => `kind: ${kind}\nmetadata:\n  name: ${JSON.stringify(name)}\n`).join('---\n')

const kinds = (...list: string[]): string =>
  list
    .map((one) => one.split(' '))
    .map(([version, kind]) => `apiVersion: ${version}\nkind: ${kind}\nmetadata:\n  name: a\n# matchLabels\n`)
    .join('---\n')

export const rows: readonly LintRow[] = [
  row('names of most kinds', named('Pod', 'a', 'a.b', 'A', '-a', 'a-', 'a..b', 'a_b', '1', 'ä', '')),
  row('a name that is too long', named('Secret', 'a'.repeat(253), 'a'.repeat(254), 'A'.repeat(254))),
  row('names of services', named('Service', 'a', 'a.b', '1a', 'a-1', 'a'.repeat(64), '')),
  row('names of namespaces', named('Namespace', 'a', 'a.b', '1a', 'A', 'a'.repeat(64), `${'a'.repeat(64)}.b`)),
  row('names of accounts', named('ServiceAccount', 'a.b', 'a:b')),
  row('names of roles', named('Role', 'a:b', '.', '..', 'a/b', 'a%b', 'a/b%c', '', 'A B')),
  row('names of bindings', `${named('ClusterRole', 'a/b')}---\n${named('RoleBinding', 'a/b')}---\n${named('ClusterRoleBinding', 'a/b')}`),
  row('names of signing requests', named('CertificateSigningRequest', 'A B', '')),
  row('names of kinds nobody knows', named('Widget', 'a.b', 'A')),
  row('kinds in other letters', named('SERVICE', 'a.b')),
  row('an object without metadata', 'kind: Pod\n'),
  row('a workload without a selector', 'kind: Deployment\nmetadata:\n  name: web\n'),
  row('a workload with a selector elsewhere', 'kind: DaemonSet\nmetadata:\n  name: web\n# matchExpressions\n'),
  row('workloads of all kinds', `${named('ReplicaSet', 'a')}---\n${named('StatefulSet', 'b')}---\n${named('DaemonSet', 'c')}---\n${named('Job', 'd')}`),
  row('a list with a policy', 'kind: List\nmetadata:\n  name: a\nitems:\n- kind: Pod\n- metadata:\n    annotations:\n      helm.sh/resource-policy: keep\n'),
  row('a list without a policy', 'kind: List\nmetadata:\n  name: a\nitems:\n- metadata:\n    annotations:\n      a: b\n'),
  row('a list of something else', 'kind: List\nmetadata:\n  name: a\nitems: 5\n'),
  row('a list of texts', 'kind: List\nmetadata:\n  name: a\nitems: [a]\n'),
  row('a list whose annotations are numbers', 'kind: List\nmetadata:\n  name: a\nitems:\n- metadata:\n    annotations: {helm.sh/resource-policy: 5}\n'),
  row(
    'versions that Kubernetes has left behind',
    kinds(
      'extensions/v1beta1 Deployment',
      'extensions/v1beta1 Ingress',
      'extensions/v1beta1 Scale',
      'apps/v1beta1 StatefulSet',
      'apps/v1beta2 DaemonSet',
      'apps/v1beta2 DeploymentList',
      'batch/v1beta1 CronJob',
      'policy/v1beta1 PodDisruptionBudget',
      'policy/v1beta1 PodSecurityPolicy',
      'networking.k8s.io/v1beta1 Ingress',
      'networking.k8s.io/v1beta1 IngressClass',
      'rbac.authorization.k8s.io/v1beta1 RoleBinding',
      'admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration',
      'apiextensions.k8s.io/v1beta1 CustomResourceDefinition',
      'storage.k8s.io/v1beta1 CSINodeList',
      'discovery.k8s.io/v1beta1 EndpointSliceList',
      'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema',
      'autoscaling/v2beta2 HorizontalPodAutoscaler',
      'node.k8s.io/v1beta1 RuntimeClass',
      'resource.k8s.io/v1beta1 ResourceClaim',
      'v1 Endpoints',
      'v1 EndpointsList',
      'v1 ComponentStatus',
      'apps/v1 Deployment',
      'a/b/c Deployment',
    ),
  ),
  row('the same for an old Kubernetes', kinds('batch/v1beta1 CronJob', 'extensions/v1beta1 Deployment', 'v1 Endpoints', 'policy/v1beta1 PodDisruptionBudget'), '--kube-version', '1.20'),
  row('the same at the very version', kinds('batch/v1beta1 CronJob', 'v1 Endpoints'), '--kube-version', 'v1.33.4-gke.1'),
  row('an object of a template of the future', kinds('admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy', 'coordination.k8s.io/v1beta1 LeaseCandidate')),
]
