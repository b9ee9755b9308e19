import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, configMap, custom, deployment, object, secret, service } from '../objects.ts'

const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n'
const files = { 'all.yaml': all }

const folders: readonly KustomizeRow[] = [
  row('a file and a folder', 'resources: [all.yaml, base]\n', { 'all.yaml': configMap, 'base/kustomization.yaml': 'resources: [d.yaml]\n', 'base/d.yaml': deployment }),
  row('bases are resources', 'bases: [base]\nresources: [all.yaml]\n', { 'all.yaml': configMap, 'base/kustomization.yaml': 'resources: [d.yaml]\n', 'base/d.yaml': deployment }),
  row('a folder beside', 'resources: [../base]\n', { '../base/kustomization.yaml': 'resources: [d.yaml]\n', '../base/d.yaml': deployment }),
  row('a file outside is refused', 'resources: [../d.yaml]\n', { '../d.yaml': deployment }),
  row('a folder above is a cycle', 'resources: [..]\n', { '../kustomization.yaml': 'resources: [app]\n' }),
  row('itself is a cycle', 'resources: [.]\n'),
  row('two that lead to each other are a cycle', 'resources: [../other]\n', { '../other/kustomization.yaml': 'resources: [../app]\n' }),
  row('what is not there is refused', 'resources: [nothing.yaml]\n'),
  row('a folder without a kustomization is refused', 'resources: [base]\n', { 'base/d.yaml': deployment }),
  row('an absolute path is refused', 'resources: [/nowhere]\n'),
  row('kustomization.yml', 'resources: [base]\n', { 'base/kustomization.yml': 'resources: [d.yaml]\n', 'base/d.yaml': deployment }),
  row('Kustomization', 'resources: [base]\n', { 'base/Kustomization': 'resources: [d.yaml]\n', 'base/d.yaml': deployment }),
  row('two kustomizations are refused', 'resources: [base]\n', { 'base/Kustomization': 'resources: [d.yaml]\n', 'base/kustomization.yaml': 'resources: [d.yaml]\n', 'base/d.yaml': deployment }),
  row('an empty kustomization is refused', ''),
  row('a kustomization that says only what it is is refused', 'kind: Kustomization\n'),
  row('a kustomization without resources', 'namePrefix: a-\n'),
  row('an unknown field is refused', 'resource: [all.yaml]\n', files),
  row('a field in another case', 'Resources: [all.yaml]\nNAMEPREFIX: a-\n', files),
  row('a field of a wrong type is refused', 'resources: all.yaml\n', files),
  row('a wrong kind is refused', 'kind: Other\nresources: [all.yaml]\n', files),
  row('a wrong version is refused', 'apiVersion: v1\nresources: [all.yaml]\n', files),
  row('YAML that is none is refused', 'resources: [\n'),
  row('a field twice takes the last', 'resources: [nothing.yaml]\nresources: [all.yaml]\n', files),
  row('anchors in a kustomization', 'commonAnnotations: &a {x: y}\ncommonLabels: *a\nresources: [all.yaml]\n', files),
  row('the same object twice is refused', 'resources: [all.yaml, again.yaml]\n', { ...files, 'again.yaml': service }),
  row('the same name in two namespaces', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: x}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' }),
  row('the default namespace and none are the same', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' }),
  row('cluster kinds have no namespace', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: x}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: y}\n' }),
  row('empty documents', 'resources: [all.yaml]\n', { 'all.yaml': `---\n# nothing\n---\n${configMap}---\n---\n` }),
  row('a separator with a comment', 'resources: [all.yaml]\n', { 'all.yaml': `${configMap}--- # here\n${secret}` }),
  row('a separator with text is refused', 'resources: [all.yaml]\n', { 'all.yaml': `${configMap}--- text\n${secret}` }),
  row('an empty file', 'resources: [all.yaml, c.yaml]\n', { 'all.yaml': '', 'c.yaml': configMap }),
  row('an object without a kind is refused', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nmetadata: {name: a}\n' }),
  row('an object without a name is refused', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\n' }),
  row('an object without a version', 'resources: [all.yaml]\nnamePrefix: a-\n', { 'all.yaml': 'kind: ConfigMap\nmetadata: {name: a}\n' }),
  row('something else is refused', 'resources: [all.yaml]\n', { 'all.yaml': '- a\n- b\n' }),
  row('a List', 'resources: [all.yaml]\nnamePrefix: p-\n', { 'all.yaml': 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: Secret, metadata: {name: b}, data: {n: "1"}}\n' }),
  row('a ConfigMapList', 'resources: [all.yaml, c.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMapList\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, x: [1, 2.5, true, null]}\n', 'c.yaml': configMap }),
  row('a List without items', 'resources: [all.yaml, c.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: List\n', 'c.yaml': configMap }),
  row('a kind that only ends with List', 'resources: [all.yaml]\nnamePrefix: p-\n', { 'all.yaml': object('example.com/v1', 'AllowList', 'a', 'spec: {a: b}\n') }),
  row('JSON is YAML', 'resources: [all.json]\n', { 'all.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"x": "1"}}' }),
]

const components: readonly KustomizeRow[] = [
  row('a component', 'resources: [all.yaml]\ncomponents: [c]\n', { ...files, 'c/kustomization.yaml': `${component}commonLabels: {from: component}\nnamePrefix: c-\n` }),
  row('a component that patches', 'resources: [all.yaml]\ncomponents: [c]\n', { ...files, 'c/kustomization.yaml': `${component}patches:\n- target: {kind: Deployment}\n  patch: |-\n    # YAML\n    [{op: add, path: /spec/x, value: 1}]\n` }),
  row('a component that adds', 'resources: [all.yaml]\ncomponents: [c]\nnamePrefix: o-\n', { ...files, 'c/kustomization.yaml': `${component}resources: [x.yaml]\nconfigMapGenerator: [{name: g, literals: [a=b]}]\n`, 'c/x.yaml': object('v1', 'ConfigMap', 'x') }),
  row('components one after the other', 'resources: [all.yaml]\ncomponents: [a, b]\n', { ...files, 'a/kustomization.yaml': `${component}namePrefix: a-\n`, 'b/kustomization.yaml': `${component}namePrefix: b-\n` }),
  row('a component that merges into what its parent generates', 'configMapGenerator: [{name: g, literals: [a=b]}]\ncomponents: [c]\n', { 'c/kustomization.yaml': `${component}configMapGenerator: [{name: g, behavior: merge, literals: [c=d]}]\n` }),
  row('a component inside a component', 'resources: [all.yaml]\ncomponents: [a]\n', { ...files, 'a/kustomization.yaml': `${component}components: [../b]\nnameSuffix: -a\n`, 'b/kustomization.yaml': `${component}nameSuffix: -b\n` }),
  row('a component under resources is refused', 'resources: [c]\n', { 'c/kustomization.yaml': `${component}namePrefix: c-\n` }),
  row('a kustomization under components is refused', 'components: [c]\n', { 'c/kustomization.yaml': 'namePrefix: c-\n' }),
  row('a component that is not there is refused', 'components: [c]\nresources: [all.yaml]\n', files),
  row('a component of its own', `${component}resources: [all.yaml]\nnamePrefix: c-\n`, files),
]

const orders: readonly KustomizeRow[] = [
  row('the legacy order', 'resources: [all.yaml]\n', { 'all.yaml': [custom, all.replaceAll('name: one', 'name: two'), object('v1', 'Namespace', 'n'), object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'v'), object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'm'), object('apps/v1', 'StatefulSet', 's'), object('batch/v1', 'CronJob', 'c'), object('batch/v1', 'Job', 'j'), object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'd'), object('example.com/v1', 'Namespace', 'x'), object('v1', 'ServiceAccount', 'sa')].join('---\n') }),
  { ...row('no order by option', 'resources: [all.yaml]\n', files), reorder: 'none' },
  row('fifo', 'resources: [all.yaml]\nsortOptions: {order: fifo}\n', files),
  row('legacy by name', 'resources: [all.yaml]\nsortOptions: {order: legacy}\n', files),
  row('an order of ones own', 'resources: [all.yaml]\nsortOptions: {order: legacy, legacySortOptions: {orderFirst: [Widget, Secret], orderLast: [Deployment]}}\n', files),
  row('fifo with kinds is refused', 'resources: [all.yaml]\nsortOptions: {order: fifo, legacySortOptions: {orderFirst: [], orderLast: []}}\n', files),
  row('an unknown order is refused', 'resources: [all.yaml]\nsortOptions: {order: random}\n', files),
  row('an order in a base means nothing', 'resources: [base]\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nsortOptions: {order: fifo}\n', 'base/all.yaml': all }),
]

const metadata: readonly KustomizeRow[] = [
  row(
    'an object that a patch deletes has no transformations',
    'resources: [all.yaml]\nbuildMetadata: [transformerAnnotations]\npatches:\n- patch: |-\n    apiVersion: v1\n    kind: Service\n    metadata: {name: web}\n    $patch: delete\n',
    files,
  ),
  row(
    'an annotation that is a number keeps being one until a JSON patch',
    'resources: [a.yaml]\nbuildMetadata: [managedByLabel]\npatches: [{target: {}, patch: "- {op: add, path: /x, value: 1}"}]\n',
    { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {n: 1000000}}\n' },
  ),
  row('origins', 'resources: [all.yaml, base]\nbuildMetadata: [originAnnotations]\nconfigMapGenerator: [{name: g, literals: [a=b]}]\n', { ...files, 'base/kustomization.yaml': 'resources: [x.yaml]\nsecretGenerator: [{name: s, literals: [a=b]}]\n', 'base/x.yaml': object('v1', 'ConfigMap', 'x') }),
  row('transformations', 'resources: [all.yaml, base]\nbuildMetadata: [transformerAnnotations]\nnamePrefix: a-\nlabels: [{pairs: {a: b}}]\n', { ...files, 'base/kustomization.yaml': 'resources: [x.yaml]\nnamespace: n\n', 'base/x.yaml': object('v1', 'ConfigMap', 'x') }),
  row('origins and transformations', 'resources: [base]\nbuildMetadata: [originAnnotations, transformerAnnotations]\ntransformers: [t.yaml, "{apiVersion: builtin, kind: PrefixTransformer, metadata: {name: inline}, prefix: q-, fieldSpecs: [{path: metadata/name}]}"]\n', { 'base/kustomization.yaml': 'resources: [x.yaml]\nconfigMapGenerator: [{name: g, literals: [a=b]}]\n', 'base/x.yaml': object('v1', 'ConfigMap', 'x'), 't.yaml': 'apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: t, namespace: n}\nprefix: p-\nfieldSpecs: [{path: metadata/name}]\n' }),
  row('managed by', 'resources: [all.yaml]\nbuildMetadata: [managedByLabel]\n', files),
  row('build metadata of a base means nothing', 'resources: [base]\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nbuildMetadata: [originAnnotations, managedByLabel]\n', 'base/all.yaml': all }),
  row('origin annotations that are there go', 'resources: [all.yaml]\n', { 'all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {config.kubernetes.io/origin: x, config.kubernetes.io/index: "1", internal.config.kubernetes.io/path: y, keep: z}}\n' }),
]

const vars: readonly KustomizeRow[] = [
  row('vars of all types', `resources: [all.yaml]
configurations: [c.yaml]
vars:
- {name: NAME, objref: {apiVersion: apps/v1, kind: Deployment, name: web}}
- {name: COUNT, objref: {apiVersion: apps/v1, kind: Deployment, name: web}, fieldref: {fieldPath: spec.replicas}}
- {name: PORT, objref: {apiVersion: v1, kind: Service, name: web}, fieldref: {fieldPath: "spec.ports[1].port"}}
- {name: COLOUR, objref: {apiVersion: v1, kind: ConfigMap, name: settings}, fieldref: {fieldPath: data.colour}}
`, { 'all.yaml': `${all}---\n${object('v1', 'Pod', 'p', 'spec: {containers: [{name: a, args: ["$(NAME)", "x$(NAME)y$(COUNT)", "$(COUNT)", "$$(NAME)", "$(UNKNOWN)", "$(", "$"], command: ["$(PORT)"], env: [{name: A, value: "$(COLOUR)"}, {name: B, value: "$(PORT)"}]}]}\nlist: {a: "$(COUNT)"}\n')}`, 'c.yaml': 'varReference: [{path: list, kind: Pod}]\n' }),
  row('a var of an overlay in its base', 'resources: [base]\nnamePrefix: o-\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: settings}}]\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\n', 'base/all.yaml': `${configMap}---\n${object('v1', 'Pod', 'p', 'spec: {containers: [{name: a, args: ["$(WHO)"]}]}\n')}` }),
  row('a var twice is refused', 'resources: [base]\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: settings}}]\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: settings}}]\n', 'base/all.yaml': configMap }),
  row('a var of nobody is refused', 'resources: [all.yaml]\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: nobody}}]\n', files),
  row('a var of a missing field is refused', 'resources: [all.yaml]\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: settings}, fieldref: {fieldPath: data.nothing}}]\n', files),
  row('a var of a map stays as it is', 'resources: [all.yaml]\nvars: [{name: WHO, objref: {apiVersion: v1, kind: ConfigMap, name: settings}, fieldref: {fieldPath: data}}]\n', { 'all.yaml': `${configMap}---\n${object('v1', 'Pod', 'p', 'spec: {containers: [{name: a, args: ["$(WHO)"]}]}\n')}` }),
]

export const rows: readonly KustomizeRow[] = [...folders, ...components, ...orders, ...metadata, ...vars]
