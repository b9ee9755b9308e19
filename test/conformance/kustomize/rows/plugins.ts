import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, configMap, custom, deployment, object } from '../objects.ts'

const files = { 'all.yaml': all }
const transformer = (name: string, config: string, more: Readonly<Record<string, string>> = {}) =>
  row(`transformer: ${name}`, 'resources: [all.yaml]\ntransformers: [t.yaml]\n', {
    ...files,
    ...more,
    't.yaml': `apiVersion: builtin\n${config}`,
  })
const meta = 'metadata: {name: t}\n'

const transformers: readonly KustomizeRow[] = [
  transformer('labels', `kind: LabelTransformer\n${meta}labels: {a: b}\nfieldSpecs: [{path: metadata/labels, create: true}, {path: spec/selector, kind: Service}]\n`),
  transformer('labels without fields', `kind: LabelTransformer\n${meta}labels: {a: b}\n`),
  transformer('annotations', `kind: AnnotationsTransformer\n${meta}annotations: {a: "1"}\nfieldSpecs: [{path: metadata/annotations, create: true}]\n`),
  transformer('prefix', `kind: PrefixTransformer\n${meta}prefix: p-\nfieldSpecs: [{path: metadata/name}]\n`),
  transformer('prefix for one kind and another field', `kind: PrefixTransformer\n${meta}prefix: p-\nfieldSpecs: [{path: metadata/name, kind: Service}, {path: spec/ref/name, kind: Widget}]\n`),
  transformer('prefix without fields is refused', `kind: PrefixTransformer\n${meta}prefix: p-\n`),
  transformer('suffix', `kind: SuffixTransformer\n${meta}suffix: -s\nfieldSpecs: [{path: metadata/name}]\n`),
  transformer('prefix and suffix', `kind: PrefixSuffixTransformer\n${meta}prefix: p-\nsuffix: -s\nfieldSpecs: [{path: metadata/name}]\n`),
  transformer('namespace', 'kind: NamespaceTransformer\nmetadata: {name: t, namespace: n}\n'),
  transformer('namespace only where there is none', 'kind: NamespaceTransformer\nmetadata: {name: t, namespace: n}\nunsetOnly: true\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: x}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: ""}\n' }),
  ...['allServiceAccounts', 'none', 'defaultOnly', 'nonsense'].map((mode) =>
    transformer(`namespace with subjects ${mode}`, `kind: NamespaceTransformer\nmetadata: {name: t, namespace: n}\nsetRoleBindingSubjects: ${mode}\n`, { 'all.yaml': object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rb', 'subjects: [{kind: ServiceAccount, name: default}, {kind: ServiceAccount, name: x, namespace: y}, {kind: User, name: u}]\n') }),
  ),
  transformer('images', `kind: ImageTagTransformer\n${meta}imageTag: {name: nginx, newTag: "2"}\n`),
  transformer('images in fields', `kind: ImageTagTransformer\n${meta}imageTag: {name: settings, newTag: "2"}\nfieldSpecs: [{path: spec/ref/name, kind: Widget}]\n`),
  transformer('replicas', `kind: ReplicaCountTransformer\n${meta}replica: {name: web, count: 4}\nfieldSpecs: [{path: spec/replicas, create: true, kind: Deployment}]\n`),
  transformer('a patch', `kind: PatchTransformer\n${meta}target: {kind: Service}\npatch: "- {op: add, path: /a, value: 1}"\n`),
  transformer('a patch from a file', `kind: PatchTransformer\n${meta}path: p.yaml\n`, { 'p.yaml': object('v1', 'Service', 'web', 'spec: {type: X}\n') }),
  transformer('a JSON patch', `kind: PatchJson6902Transformer\n${meta}target: {kind: Service, name: web}\njsonOp: "- {op: add, path: /a, value: 1}"\n`),
  transformer('strategic merge', `kind: PatchStrategicMergeTransformer\n${meta}patches: |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  spec: {type: X}\n`),
  transformer('replacements', `kind: ReplacementTransformer\n${meta}replacements:\n- source: {kind: Deployment}\n  targets: [{select: {kind: Widget}, fieldPaths: [spec.ref.name]}]\n`),
  transformer('a value', `kind: ValueAddTransformer\n${meta}value: new\ntargets:\n- {selector: {kind: Widget}, fieldPath: spec/ref/name}\n- {selector: {kind: Widget}, fieldPath: spec/made/deep}\n- {fieldPath: metadata/namespace}\n`),
  transformer('a value in a path', `kind: ValueAddTransformer\n${meta}value: new\ntargets:\n- {selector: {kind: Widget}, fieldPath: spec/a, filePathPosition: 2}\n- {selector: {kind: Widget}, fieldPath: spec/b, filePathPosition: 1}\n- {selector: {kind: Widget}, fieldPath: spec/c, filePathPosition: 9}\n`, { 'all.yaml': object('example.com/v1', 'Widget', 'w', 'spec: {a: x/y/z, b: /x/y, c: x}\n') }),
  transformer('a value that is the folder', `kind: ValueAddTransformer\n${meta}targets: [{selector: {kind: Widget}, fieldPath: spec/folder}]\n`),
  transformer('hash', `kind: HashTransformer\n${meta}`, { 'all.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {internal.config.kubernetes.io/needsHashSuffix: enabled}}\ndata: {a: b}\n` }),
  transformer('an unknown one is refused', `kind: NothingTransformer\n${meta}`),
  transformer('a generator is none', `kind: ConfigMapGenerator\n${meta}literals: [a=b]\n`),
  row('transformer: a program is refused', 'resources: [all.yaml]\ntransformers: [t.yaml]\n', { ...files, 't.yaml': 'apiVersion: example.com/v1\nkind: MyTransformer\nmetadata: {name: t, annotations: {config.kubernetes.io/function: "exec: {path: ./x}"}}\n' }),
  row('transformer: a container is refused', 'resources: [all.yaml]\ntransformers: [t.yaml]\n', { ...files, 't.yaml': 'apiVersion: example.com/v1\nkind: MyTransformer\nmetadata: {name: t, annotations: {config.kubernetes.io/function: "container: {image: x}"}}\n' }),
  row('transformer: inline', 'resources: [all.yaml]\ntransformers:\n- |-\n  apiVersion: builtin\n  kind: PrefixTransformer\n  metadata: {name: t}\n  prefix: p-\n  fieldSpecs: [{path: metadata/name}]\n', files),
  row('transformer: a folder', 'resources: [all.yaml]\ntransformers: [dir]\n', { ...files, 'dir/kustomization.yaml': 'resources: [t.yaml]\n', 'dir/t.yaml': 'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: t}\nprefix: p-\nfieldSpecs: [{path: metadata/name}]\n' }),
  row('validator: one that changes nothing', 'resources: [all.yaml]\nvalidators: [t.yaml]\n', { ...files, 't.yaml': 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: t}\n' }),
  row('validator: one that changes something is refused', 'resources: [all.yaml]\nvalidators: [t.yaml]\n', { ...files, 't.yaml': 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: t}\nlabels: {a: b}\nfieldSpecs: [{path: metadata/labels, create: true}]\n' }),
]

const generators: readonly KustomizeRow[] = [
  row('generator: a ConfigMap', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: made, namespace: n}\nliterals: [a=b]\n' }),
  row('generator: a ConfigMap with its own name', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: made}\nname: own\nliterals: [a=b]\noptions: {disableNameSuffixHash: true}\n' }),
  row('generator: a Secret from files', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: SecretGenerator\nmetadata: {name: made}\nfiles: [f.txt]\nenvs: [e.env]\ntype: T\n', 'f.txt': 'x', 'e.env': 'A=1\n' }),
  row('generator: an IAM policy', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: IAMPolicyGenerator\nmetadata: {name: p}\ncloud: gke\nkubernetesService: {namespace: k, name: ksa}\nserviceAccount: {name: gsa, projectId: proj}\n' }),
  row('generator: another cloud is refused', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: IAMPolicyGenerator\nmetadata: {name: p}\ncloud: other\n' }),
  row('generator: inline', 'generators:\n- |-\n  apiVersion: builtin\n  kind: ConfigMapGenerator\n  metadata: {name: made}\n  literals: [a=b]\n'),
  row('generator: merge into what fields generate', 'configMapGenerator: [{name: made, literals: [x=y]}]\ngenerators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: ConfigMapGenerator\nmetadata: {name: made}\nbehavior: merge\nliterals: [a=b]\n' }),
  row('generator: a transformer is none', 'generators: [g.yaml]\n', { 'g.yaml': 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: {name: t}\n' }),
  row('generator: a chart without leave is refused', 'helmCharts: [{name: x, releaseName: y}]\n'),
]

const crd = `{
 "example.v1.Widget": {"Schema": {"properties": {
  "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {},
  "spec": {"$ref": "example.v1.WidgetSpec"}
 }}},
 "example.v1.WidgetSpec": {"Schema": {"properties": {
  "ref": {"x-kubernetes-object-ref-api-version": "v1", "x-kubernetes-object-ref-kind": "ConfigMap", "$ref": "example.v1.Ref"},
  "selector": {"x-kubernetes-label-selector": ""},
  "note": {"x-kubernetes-annotation": ""},
  "ident": {"x-kubernetes-identity": ""}
 }}},
 "example.v1.Ref": {"Schema": {"properties": {"name": {"type": "string"}}}}
}`
const schema = `{"definitions": {
 "v1.Widget": {"properties": {"spec": {"properties": {"parts": {"type": "array", "items": {"$ref": "#/definitions/v1.Part"}, "x-kubernetes-patch-merge-key": "name", "x-kubernetes-patch-strategy": "merge"}}}},
  "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "Widget", "version": "v1"}]},
 "v1.Part": {"properties": {"name": {"type": "string"}}}}}`
const widgetPatch = object('example.com/v1', 'Widget', 'one', 'spec: {parts: [{name: b, colour: red}, {name: c}]}\n')

const configurations: readonly KustomizeRow[] = [
  row('a name reference of ones own', 'resources: [all.yaml]\nnamePrefix: p-\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'nameReference:\n- kind: ConfigMap\n  fieldSpecs: [{path: spec/ref/name, kind: Widget}]\n' }),
  row('a name reference to a kind of ones own', 'resources: [all.yaml]\nnameSuffix: -s\nconfigurations: [c.yaml]\n', { 'all.yaml': `${custom}---\n${object('v1', 'Pod', 'p', 'spec: {widget: one, widgets: [one, two]}\n')}`, 'c.yaml': 'nameReference:\n- kind: Widget\n  group: example.com\n  fieldSpecs: [{path: spec/widget, kind: Pod}, {path: spec/widgets, kind: Pod}]\n' }),
  row('a reference that is a map', 'resources: [all.yaml]\nnamePrefix: p-\nnamespace: n\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'nameReference:\n- kind: ConfigMap\n  fieldSpecs: [{path: spec/ref, kind: Widget}]\n' }),
  row('common labels of ones own', 'resources: [all.yaml]\ncommonLabels: {a: b}\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'commonLabels: [{path: spec/selector, kind: Widget}, {path: spec/made/labels, kind: Widget, create: true}]\n' }),
  row('labels of ones own', 'resources: [all.yaml]\nlabels: [{pairs: {a: b}}]\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'labels: [{path: spec/selector, kind: Widget}]\n' }),
  row('annotations of ones own', 'resources: [all.yaml]\ncommonAnnotations: {a: b}\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'commonAnnotations: [{path: spec/notes, kind: Widget, create: true}]\n' }),
  row('a prefix for some kinds only', 'resources: [all.yaml]\nnamePrefix: p-\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'namePrefix: [{path: metadata/name, kind: Service}]\n' }),
  row('a namespace of ones own', 'resources: [all.yaml]\nnamespace: n\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'namespace: [{path: spec/ref/namespace, kind: Widget, create: true}]\n' }),
  row('replicas of ones own', 'resources: [all.yaml]\nreplicas: [{name: one, count: 3}]\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'replicas: [{path: spec/size, kind: Widget, create: true}]\n' }),
  row('the same field with and without create is refused', 'resources: [all.yaml]\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'commonLabels: [{path: metadata/labels}]\n' }),
  row('an unknown configuration is refused', 'resources: [all.yaml]\nconfigurations: [c.yaml]\n', { ...files, 'c.yaml': 'nothing: []\n' }),
  row('a configuration of a base stays in force', 'resources: [base]\nnamePrefix: p-\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nconfigurations: [c.yaml]\n', 'base/all.yaml': all, 'base/c.yaml': 'nameReference:\n- kind: ConfigMap\n  fieldSpecs: [{path: spec/ref/name, kind: Widget}]\n' }),
  row('crds', 'resources: [all.yaml]\ncrds: [crd.json]\nnamePrefix: p-\ncommonLabels: {a: b}\ncommonAnnotations: {c: d}\n', { 'all.yaml': `${configMap}---\n${custom.replace('  ref:', '  note: {}\n  ident: i\n  ref:')}`, 'crd.json': crd }),
  row('crds that are missing are refused', 'resources: [all.yaml]\ncrds: [crd.json]\n', files),
  row('openapi of ones own', 'resources: [all.yaml]\nopenapi: {path: s.json}\npatches: [{path: p.yaml}]\n', { ...files, 's.json': schema, 'p.yaml': widgetPatch }),
  row('openapi of ones own hides the built-in one', 'resources: [all.yaml]\nopenapi: {path: s.json}\npatches: [{path: p.yaml}]\n', { ...files, 's.json': schema, 'p.yaml': object('apps/v1', 'Deployment', 'web', 'spec: {template: {spec: {containers: [{name: web, tty: true}]}}}\n') }),
  row('openapi in YAML', 'resources: [all.yaml]\nopenapi: {path: s.yaml}\npatches: [{path: p.yaml}]\n', { ...files, 's.yaml': schema.replaceAll('\t', ' '), 'p.yaml': widgetPatch }),
  row('openapi of a base', 'resources: [base]\npatches: [{path: p.yaml}]\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nopenapi: {path: s.json}\n', 'base/all.yaml': all, 'base/s.json': schema, 'p.yaml': widgetPatch }),
  row('the built-in openapi by version', 'resources: [all.yaml]\nopenapi: {version: v1.21.2}\npatches: [{path: p.yaml}]\n', { ...files, 'p.yaml': deployment.replace('nginx', 'httpd') }),
  row('another version of openapi is refused', 'resources: [all.yaml]\nopenapi: {version: v1.99.0}\n', files),
]

export const rows: readonly KustomizeRow[] = [...transformers, ...generators, ...configurations]
