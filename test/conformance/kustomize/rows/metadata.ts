import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, configMap, deployment, object, service, workloads } from '../objects.ts'

const withAll = 'resources: [all.yaml]\n'
const files = { 'all.yaml': all }
const pairs = workloads.map(([apiVersion, kind]) => ({
  what: `${kind} of ${apiVersion}`,
  files: { 'all.yaml': object(apiVersion, kind, 'thing', 'spec: {}\n') },
}))

const eachKind: readonly KustomizeRow[] = pairs.flatMap(({ what, files: own }) => [
  row(`commonLabels on ${what}`, `${withAll}commonLabels: {app: x}\n`, own),
  row(`commonAnnotations on ${what}`, `${withAll}commonAnnotations: {note: x}\n`, own),
  row(
    `labels with selectors and templates on ${what}`,
    `${withAll}labels:
- pairs: {app: x}
- pairs: {b: "2"}
  includeTemplates: true
- pairs: {c: "true"}
  includeSelectors: true
- pairs: {d: d}
  includeVolumeClaimTemplates: true
`,
    own,
  ),
  row(`names and namespace of ${what}`, `${withAll}namePrefix: a-\nnameSuffix: -z\nnamespace: ns\n`, own),
])

const names: readonly KustomizeRow[] = [
  row('a prefix on everything', `${withAll}namePrefix: pre-\n`, files),
  row('a suffix on everything', `${withAll}nameSuffix: -post\n`, files),
  row('a name in quotes that becomes a number keeps its quotes', `${withAll}namePrefix: "1"\n`, {
    'all.yaml': object('v1', 'ConfigMap', '"23"'),
  }),
  row('a name without quotes that becomes a number', `${withAll}namePrefix: "1"\n`, {
    'all.yaml': object('v1', 'ConfigMap', 'e5'),
  }),
  row('prefixes of two layers', 'resources: [base]\nnamePrefix: outer-\n', {
    'base/kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: inner-\n',
    'base/all.yaml': all,
  }),
  row('the same base twice with other prefixes', 'resources: [one, two]\n', {
    'one/kustomization.yaml': 'resources: [../../base]\nnamePrefix: one-\n',
    'two/kustomization.yaml': 'resources: [../../base]\nnamePrefix: two-\n',
    '../base/kustomization.yaml': 'resources: [all.yaml]\n',
    '../base/all.yaml': all,
  }),
  row('the same base twice with the same names is a conflict', 'resources: [one, two]\n', {
    'one/kustomization.yaml': 'resources: [../../base]\nnamePrefix: one-\n',
    'two/kustomization.yaml': 'resources: [../../base]\nnamePrefix: one-\n',
    '../base/kustomization.yaml': 'resources: [all.yaml]\n',
    '../base/all.yaml': all,
  }),
  row('a namespace on everything', `${withAll}namespace: ns\n`, files),
  row('a namespace that is there is replaced', `${withAll}namespace: ns\n`, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: old}\n',
  }),
  row('two objects that meet in a namespace are a conflict', `${withAll}namespace: ns\n`, {
    'all.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: x}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: y}\n',
  }),
  row('the namespace of default subjects', `${withAll}namespace: ns\n`, {
    'all.yaml': object(
      'rbac.authorization.k8s.io/v1',
      'RoleBinding',
      'rb',
      `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}
subjects:
- {kind: ServiceAccount, name: default}
- {kind: ServiceAccount, name: default, namespace: old}
- {kind: ServiceAccount, name: other, namespace: old}
- {kind: User, name: u}
`,
    ),
  }),
  row('subjects follow their service accounts', `${withAll}namespace: ns\nnamePrefix: p-\n`, {
    'all.yaml': [
      object(
        'rbac.authorization.k8s.io/v1',
        'ClusterRoleBinding',
        'crb',
        `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cr}
subjects:
- {kind: ServiceAccount, name: sa, namespace: old}
- {kind: ServiceAccount, name: sa, namespace: elsewhere}
- {kind: ServiceAccount, name: other, namespace: old}
`,
      ),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: sa, namespace: old}\n',
      object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'cr'),
    ].join('---\n'),
  }),
  row('a Namespace object takes the name of the namespace', `${withAll}namespace: ns\nnamePrefix: p-\n`, {
    'all.yaml': object('v1', 'Namespace', 'old'),
  }),
  row('an APIService points into the namespace', `${withAll}namespace: ns\n`, {
    'all.yaml': object('apiregistration.k8s.io/v1', 'APIService', 'v1.x', 'spec: {service: {name: s}}\n'),
  }),
  row('the webhook of a definition points into the namespace', `${withAll}namespace: ns\n`, {
    'all.yaml': object(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      'a.b.c',
      'spec: {conversion: {webhook: {clientConfig: {service: {name: s, namespace: old}}}}}\n',
    ),
  }),
]

const labels: readonly KustomizeRow[] = [
  row('commonLabels on everything', `${withAll}commonLabels: {app: shop, env: "1"}\n`, files),
  row('commonAnnotations on everything', `${withAll}commonAnnotations: {note: "yes", n: "1"}\n`, files),
  row('labels with fields of their own', `${withAll}labels:
- pairs: {a: b}
  fields:
  - {path: spec/custom, create: true, kind: Widget}
  - {path: spec/selector, kind: Widget}
`, files),
  row('labels and commonLabels together', `${withAll}labels: [{pairs: {a: b}}]\ncommonLabels: {c: d}\n`, files),
  row('labels that are null in the object', `${withAll}commonLabels: {a: b}\n`, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n  annotations: ~\n',
  }),
  row('labels that are a list in the object are refused', `${withAll}commonLabels: {a: b}\n`, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: [x]}\n',
  }),
  row('labels that are not strings are refused', `${withAll}commonLabels: {a: 1}\n`, files),
  row('a label that is patched later changes the selectors with it', 'resources: [base]\npatches: [{path: p.yaml}]\n', {
    'base/kustomization.yaml': 'resources: [d.yaml]\ncommonLabels: {app: x}\n',
    'base/d.yaml': deployment,
    'p.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, labels: {app: y}}\n',
  }),
  row('affinities and spread constraints get common labels', `${withAll}commonLabels: {app: x}\n`, {
    'all.yaml': object(
      'apps/v1',
      'StatefulSet',
      's',
      `spec:
  template:
    spec:
      affinity:
        podAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
          - podAffinityTerm: {labelSelector: {matchLabels: {a: b}}}
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {matchLabels: {a: b}}
          - labelSelector: {matchExpressions: []}
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
          - labelSelector: {matchLabels: {a: b}}
      topologySpreadConstraints:
      - labelSelector: {matchLabels: {a: b}}
  volumeClaimTemplates:
  - metadata: {name: c}
  - metadata: {name: d, labels: {x: y}}
`,
    ),
  }),
  row('network policies get common labels', `${withAll}commonLabels: {app: x}\n`, {
    'all.yaml': object(
      'networking.k8s.io/v1',
      'NetworkPolicy',
      'n',
      'spec: {podSelector: {matchLabels: {a: b}}, ingress: [{from: [{podSelector: {matchLabels: {a: b}}}, {podSelector: {}}]}], egress: [{to: [{podSelector: {matchLabels: {c: d}}}]}]}\n',
    ),
  }),
  row('annotations that are not strings become strings', withAll, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {a: true, b: 1, c: 1.50, d: null, e: "x"}, labels: {a: true}}\n',
  }),
  row('empty annotations go', withAll, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {}, labels: {}}\n',
  }),
  row('an object that is only for kustomize is not printed', `${withAll}namePrefix: p-\n`, {
    'all.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {config.kubernetes.io/local-config: "true"}}\n---\n${configMap}`,
  }),
  row('an object that says it is not only for kustomize is', withAll, {
    'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {config.kubernetes.io/local-config: "false"}}\n',
  }),
]

const images: readonly KustomizeRow[] = [
  ['a tag', '{name: nginx, newTag: "2.0"}', 'nginx:1.19'],
  ['a name', '{name: nginx, newName: example.com/web}', 'nginx:1.19'],
  ['a digest', '{name: nginx, digest: "sha256:abc"}', 'nginx:1.19'],
  ['a tag and a digest', '{name: nginx, newTag: v1, digest: "sha256:abc"}', 'nginx:1.19'],
  ['a tag on a digest', '{name: nginx, newTag: v1}', 'nginx@sha256:123'],
  ['a tag on a tag with a digest', '{name: nginx, newTag: v1}', 'nginx:1@sha256:123'],
  ['a name on a tag with a digest', '{name: nginx, newName: b}', 'nginx:1@sha256:123'],
  ['a suffix of the tag', '{name: nginx, tagSuffix: -alpine}', 'nginx:1.19'],
  ['a registry with a port', '{name: "host:5000/a/nginx", newTag: v1}', 'host:5000/a/nginx'],
  ['an image of another name', '{name: nginx, newTag: v1}', 'nginx-unprivileged:1'],
  ['a name that is a pattern', '{name: ".*nginx", newTag: v1}', 'a/b/nginx'],
  ['a name that is no pattern', '{name: "nginx(", newTag: v1}', 'nginx'],
  ['a tag with braces', '{name: nginx, newTag: "{v}"}', 'nginx:{x}'],
  ['an image without a name', '{newTag: v1}', ''],
  ['an image in quotes', '{name: nginx, newTag: "1"}', '"nginx"'],
  ['an image that is a number', '{name: "5", newTag: "6"}', '5'],
].map(([what, image, found]) =>
  row(`images: ${what}`, `${withAll}images: [${image}]\n`, {
    'all.yaml': object('v1', 'Pod', 'p', `spec:\n  containers:\n  - name: a\n    image: ${found}\n  - name: b\n`),
  }),
)

const rest: readonly KustomizeRow[] = [
  row('images anywhere that containers are', `${withAll}images: [{name: a, newTag: x}]\n`, {
    'all.yaml': `${object('example.com/v1', 'Widget', 'w', 'x: {y: {containers: [{image: a}, {image: b}], initContainers: [{image: "a:1"}], image: a}}\nspec: {volumes: [{image: {reference: a}}], template: {spec: {volumes: [{image: {reference: "a:2"}}]}}}\n')}---\n${object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'c', 'spec: {containers: [{image: a}]}\n')}`,
  }),
  row('imageTags are images', `${withAll}imageTags: [{name: nginx, newTag: old}]\n`, files),
  row('images in custom fields', `${withAll}images: [{name: a, newTag: x}]\nconfigurations: [c.yaml]\n`, {
    'all.yaml': object('example.com/v1', 'Widget', 'w', 'spec: {run: {image: a}, other: [{img: a}]}\n'),
    'c.yaml': 'images:\n- {path: spec/run/image, kind: Widget}\n- {path: "spec/other[]/img", kind: Widget}\n',
  }),
  row('replicas of a deployment', `${withAll}replicas: [{name: web, count: 5}]\n`, files),
  row('replicas that are missing are made', `${withAll}replicas: [{name: thing, count: 0}]\n`, {
    'all.yaml': object('apps/v1', 'StatefulSet', 'thing'),
  }),
  row('replicas in quotes become a number', `${withAll}replicas: [{name: thing, count: 3}]\n`, {
    'all.yaml': object('apps/v1', 'ReplicaSet', 'thing', 'spec: {replicas: "1"}\n'),
  }),
  row('replicas of no object are refused', `${withAll}replicas: [{name: nobody, count: 3}]\n`, files),
  row('replicas by the name before a prefix', `${withAll}namePrefix: p-\nreplicas: [{name: web, count: 3}]\n`, files),
  row('replicas that are no number are refused', `${withAll}replicas: [{name: web, count: "3"}]\n`, files),
  row('service and deployment with all of it', `${withAll}namespace: n\nnamePrefix: p-\ncommonLabels: {a: b}\ncommonAnnotations: {c: d}\nimages: [{name: nginx, newTag: "9"}]\nreplicas: [{name: web, count: 2}]\n`, {
    'all.yaml': `${deployment}---\n${service}`,
  }),
]

export const rows: readonly KustomizeRow[] = [...eachKind, ...names, ...labels, ...images, ...rest]
