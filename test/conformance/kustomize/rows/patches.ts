import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, custom, deployment, object, secret, service } from '../objects.ts'

const files = { 'all.yaml': all }

/** A strategic merge patch for the Deployment that all rows have. */
function onDeployment(name: string, spec: string): KustomizeRow {
  return row(`merge: ${name}`, 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n${spec}`,
  })
}

function onPod(name: string, pod: string): KustomizeRow {
  const indented = pod.replaceAll(/^/gm, '      ')
  return onDeployment(name, `spec:\n  template:\n    spec:\n${indented}\n`)
}

const merges: readonly KustomizeRow[] = [
  onDeployment('a scalar', 'spec: {replicas: 7}\n'),
  onDeployment('a new field', 'spec: {paused: true}\n'),
  onDeployment('null deletes a field', 'spec: {replicas: null}\n'),
  onDeployment('null for what is not there', 'spec: {paused: null, strategy: {type: null}}\n'),
  onDeployment('a new map with nulls in it', 'spec: {strategy: {type: x, rollingUpdate: null}}\n'),
  onDeployment('a map over a scalar is refused', 'spec: {replicas: {a: b}}\n'),
  onDeployment('a scalar over a map is refused', 'spec: {template: x}\n'),
  onDeployment('labels and annotations', '  labels: {tier: null, new: "1"}\n  annotations: {a: b}\n'),
  onDeployment('$patch delete of the object', '$patch: delete\n'),
  onDeployment('$patch replace of the object', '$patch: replace\nspec: {replicas: 2}\n'),
  onDeployment('$patch merge of the object', '$patch: merge\nspec: {replicas: 2}\n'),
  onDeployment('an unknown $patch is refused', '$patch: nonsense\nspec: {replicas: 2}\n'),
  onDeployment('$patch delete of a field', 'spec: {selector: {$patch: delete}}\n'),
  onDeployment('$patch replace of a field', 'spec: {selector: {$patch: replace, matchLabels: {x: y}}}\n'),
  onDeployment('$patch delete of what is not there', 'spec: {strategy: {$patch: delete}}\n'),
  onDeployment('a namespace in the patch does not count', '  namespace: other\nspec: {replicas: 3}\n'),
  onPod('an item by name', 'containers: [{name: web, image: other}]'),
  onPod('new items come first', 'containers: [{name: side, image: s}, {name: web, tty: true}, {name: last, image: l}]'),
  onPod('an item is deleted', 'containers: [{name: web, $patch: delete}]'),
  onPod('an item is replaced', 'containers: [{name: web, $patch: replace, image: only}]'),
  onPod('a list is replaced', 'containers: [{$patch: replace}, {name: only, image: o}]'),
  onPod('a list is deleted', 'containers: [{$patch: delete}]'),
  onPod('a list is set to null', 'initContainers: null'),
  onPod('an empty list', 'initContainers: []'),
  onPod('env by name', 'containers: [{name: web, env: [{name: LEVEL, value: debug}, {name: NEW, value: "1"}]}]'),
  onPod('env from value to reference', 'containers: [{name: web, env: [{name: LEVEL, value: null, valueFrom: {fieldRef: {fieldPath: x}}}]}]'),
  onPod('ports by number', 'containers: [{name: web, ports: [{containerPort: 80, name: new}, {containerPort: 81}]}]'),
  onPod('ports by number and protocol', 'containers: [{name: web, ports: [{containerPort: 80, protocol: UDP, name: u}]}]'),
  onPod('volumeMounts by path', 'containers: [{name: web, volumeMounts: [{mountPath: /data, name: other}, {mountPath: /x, name: y}]}]'),
  onPod('volumes by name keep old sources', 'volumes: [{name: data, hostPath: {path: /x}}]'),
  onPod('a volume source is replaced by null', 'volumes: [{name: data, emptyDir: null, hostPath: {path: /x}}]'),
  onPod('args are replaced as a whole', 'containers: [{name: web, args: [a, b]}]'),
  onPod('tolerations are replaced as a whole', 'tolerations: [{key: a}]'),
  onPod('imagePullSecrets by name', 'imagePullSecrets: [{name: a}, {name: b}]'),
  onPod('hostAliases by ip', 'hostAliases: [{ip: 1.2.3.4, hostnames: [a]}, {ip: 1.2.3.4, hostnames: [b]}]'),
  onPod('topologySpreadConstraints by two keys', 'topologySpreadConstraints: [{topologyKey: z, whenUnsatisfiable: x, maxSkew: 1}, {topologyKey: z, whenUnsatisfiable: y, maxSkew: 2}]'),
  onPod('$setElementOrder means nothing', '$setElementOrder/containers: [{name: web}]'),
  onPod('an item without its key', 'containers: [{image: nameless}]'),
  onPod('the same item twice', 'containers: [{name: web, tty: true}, {name: web, stdin: true}]'),
  onPod('a list where a map is', 'securityContext: [a]'),
  onPod('deep new maps', 'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}'),
  row('merge: a Service by port', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('v1', 'Service', 'web', 'spec: {ports: [{port: 80, targetPort: 81}, {port: 90, protocol: TCP}]}\n'),
  }),
  row('merge: a Service by port without protocol', 'resources: [s.yaml]\npatches: [{path: p.yaml}]\n', {
    's.yaml': object('v1', 'Service', 'web', 'spec: {ports: [{port: 80, name: a}, {port: 81, name: b}]}\n'),
    'p.yaml': object('v1', 'Service', 'web', 'spec: {ports: [{port: 80, protocol: UDP}]}\n'),
  }),
  row('merge: finalizers are a set', 'resources: [s.yaml]\npatches: [{path: p.yaml}]\n', {
    's.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [a, b]}\n',
    'p.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [c, a]}\n',
  }),
  row('merge: lists of custom kinds are replaced', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('example.com/v1', 'Widget', 'one', 'spec: {parts: [{name: a, colour: red}]}\n'),
  }),
  row('merge: stringData of a Secret', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('v1', 'Secret', 'login', 'stringData: {password: new, more: x}\n'),
  }),
  row('merge: nulls that were written out stay', 'resources: [n.yaml]\npatches: [{path: p.yaml}]\n', {
    'n.yaml': object('v1', 'ConfigMap', 'n', 'data:\n  a: null\n  b:\n  c: ~\n  d: x\n'),
    'p.yaml': object('v1', 'ConfigMap', 'n', 'data: {e: "1"}\n'),
  }),
  row('merge: several documents in one file', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': `${object('apps/v1', 'Deployment', 'web', 'spec: {replicas: 4}\n')}---\n${object('v1', 'Service', 'web', 'spec: {type: NodePort}\n')}`,
  }),
  row('merge: a patch for nobody is refused', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('apps/v1', 'Deployment', 'nobody'),
  }),
  row('merge: a patch with a name twice takes the first', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('apps/v1', 'Deployment', 'web', 'spec:\n  replicas: 4\n  replicas: 5\n'),
  }),
  row('merge: anchors in a patch', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': object('apps/v1', 'Deployment', 'web', 'spec:\n  selector: &x\n    matchLabels: {a: b}\n  extra:\n    <<: *x\n    more: 1\n  again: *x\n'),
  }),
  row('merge: the patch is a list of patches', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', {
    ...files,
    'p.yaml': 'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 4}}\n- {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {type: X}}\n',
  }),
]

const forms: readonly KustomizeRow[] = [
  row('inline strategic merge', 'resources: [all.yaml]\npatches:\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {replicas: 9}\n', files),
  row('inline with a target, whose name wins', 'resources: [all.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |\n    apiVersion: x\n    kind: Deployment\n    metadata: {name: whatever}\n    spec: {replicas: 9}\n', files),
  row('a new name is allowed', 'resources: [all.yaml]\npatches:\n- target: {kind: ConfigMap}\n  options: {allowNameChange: true}\n  patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: renamed}\n', files),
  row('a new kind is allowed', 'resources: [all.yaml]\npatches:\n- target: {kind: Deployment}\n  options: {allowKindChange: true}\n  patch: |\n    apiVersion: apps/v1\n    kind: StatefulSet\n    metadata: {name: web}\n', files),
  row('neither is allowed by itself', 'resources: [all.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |\n    apiVersion: apps/v1\n    kind: StatefulSet\n    metadata: {name: other}\n', files),
  row('neither patch nor path is refused', 'resources: [all.yaml]\npatches: [{target: {kind: Deployment}}]\n', files),
  row('both patch and path are refused', 'resources: [all.yaml]\npatches: [{path: p.yaml, patch: "a: b"}]\n', { ...files, 'p.yaml': deployment }),
  row('a patch that is nothing is refused', 'resources: [all.yaml]\npatches: [{patch: "just text"}]\n', files),
  row('a patch file that is missing is refused', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', files),
  row('a patch file that is empty', 'resources: [all.yaml]\npatches: [{path: p.yaml}]\n', { ...files, 'p.yaml': '' }),
  row('patchesStrategicMerge by path and inline', 'resources: [all.yaml]\npatchesStrategicMerge:\n- p.yaml\n- |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  spec: {type: NodePort}\n', { ...files, 'p.yaml': object('apps/v1', 'Deployment', 'web', 'spec: {replicas: 4}\n') }),
  row('patchesStrategicMerge that deletes', 'resources: [all.yaml]\npatchesStrategicMerge:\n- |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  $patch: delete\n', files),
  row('patchesStrategicMerge for nobody is refused', 'resources: [all.yaml]\npatchesStrategicMerge:\n- |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: nobody}\n', files),
  row('patchesJson6902 by path', 'resources: [all.yaml]\npatchesJson6902: [{target: {group: apps, version: v1, kind: Deployment, name: web}, path: p.yaml}]\n', { ...files, 'p.yaml': '- {op: replace, path: /spec/replicas, value: 8}\n' }),
  row('patchesJson6902 inline', 'resources: [all.yaml]\npatchesJson6902:\n- target: {kind: Deployment, name: web}\n  patch: |-\n    - op: add\n      path: /spec/x\n      value: [1, "2"]\n', files),
  row('patchesJson6902 without a name is refused', 'resources: [all.yaml]\npatchesJson6902: [{target: {kind: Deployment}, path: p.yaml}]\n', { ...files, 'p.yaml': '- {op: replace, path: /spec/replicas, value: 8}\n' }),
  row('patches go before names, so both names work', 'resources: [all.yaml]\nnamePrefix: p-\npatches:\n- {target: {name: web, kind: Deployment}, patch: "- {op: add, path: /a, value: 1}"}\n', files),
  row('a patch of an overlay by the first name', 'resources: [base]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: web}\n    spec: {replicas: 9}\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: p-\n', 'base/all.yaml': all }),
  row('a patch of an overlay by the new name', 'resources: [base]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: p-web}\n    spec: {replicas: 9}\n', { 'base/kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: p-\n', 'base/all.yaml': all }),
]

const operations: readonly KustomizeRow[] = [
  ['add', '[{op: add, path: /metadata/labels/x, value: "1"}]'],
  ['add to a list', '[{op: add, path: /spec/template/spec/containers/0/args/-, value: c}, {op: add, path: /spec/template/spec/containers/0/args/0, value: first}]'],
  ['remove', '[{op: remove, path: /spec/replicas}]'],
  ['remove of what is not there is refused', '[{op: remove, path: /spec/nothing}]'],
  ['replace', '[{op: replace, path: /spec/template/spec/containers/0/image, value: x}]'],
  ['replace of what is not there', '[{op: replace, path: /spec/nothing, value: x}]'],
  ['move', '[{op: move, from: /metadata/labels/tier, path: /metadata/labels/moved}]'],
  ['copy', '[{op: copy, from: /spec/template, path: /copied}]'],
  ['test that holds', '[{op: test, path: /spec/replicas, value: 1}, {op: replace, path: /spec/replicas, value: 2}]'],
  ['test that fails is refused', '[{op: test, path: /spec/replicas, value: 2}]'],
  ['an index from the end', '[{op: replace, path: /spec/template/spec/containers/-1/image, value: x}]'],
  ['a key with a slash', '[{op: add, path: /metadata/annotations, value: {}}, {op: add, path: /metadata/annotations/a~1b~0c, value: x}]'],
  ['numbers of all kinds', '[{op: add, path: /n, value: [1, 1.5, 1000000, 12345678901234567890, 1e21, -0.0]}]'],
  ['the whole object', '[{op: replace, path: "", value: {apiVersion: v1, kind: ConfigMap, metadata: {name: whole}}}]'],
  ['another name', '[{op: replace, path: /metadata/name, value: renamed}]'],
  ['another kind', '[{op: replace, path: /kind, value: StatefulSet}]'],
  ['null', '[{op: add, path: /spec/nothing, value: null}]'],
  ['an unknown operation is refused', '[{op: increase, path: /spec/replicas}]'],
  ['a missing folder of the path is refused', '[{op: add, path: /spec/a/b/c, value: x}]'],
].map(([what, patch]) =>
  row(`json: ${what}`, `resources: [all.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    # YAML\n    ${patch}\n`, files),
)

const targets: readonly KustomizeRow[] = [
  ['kind', '{kind: Service}'],
  ['a kind that is a pattern', '{kind: ".*Map"}'],
  ['group', '{group: apps}'],
  ['version', '{version: v1}'],
  ['group version and kind', '{group: apps, version: v1, kind: Deployment}'],
  ['name', '{name: web}'],
  ['a name that is a pattern', '{name: "w.*"}'],
  ['a part of a name is not enough', '{name: we}'],
  ['alternatives', '{name: "web|one"}'],
  ['namespace default', '{namespace: default}'],
  ['another namespace', '{namespace: other}'],
  ['labels', '{labelSelector: "tier=front"}'],
  ['labels that exist', '{labelSelector: tier}'],
  ['labels that do not exist', '{labelSelector: "!tier"}'],
  ['labels in a set', '{labelSelector: "tier in (front, back)"}'],
  ['annotations', '{annotationSelector: "a=b"}'],
  ['nothing at all', '{}'],
  ['nobody', '{name: nobody}'],
  ['a bad pattern is refused', '{name: "("}'],
  ['a bad selector is refused', '{labelSelector: "a=b=c"}'],
].map(([what, target]) =>
  row(`target: ${what}`, `resources: [all.yaml]\npatches:\n- target: ${target}\n  patch: |-\n    # YAML\n    [{op: add, path: /marked, value: true}]\n`, files),
)

const more: readonly KustomizeRow[] = [
  row(
    'a patch that takes the name away is refused',
    'resources: [all.yaml]\npatches:\n- target: {kind: ConfigMap}\n  options: {allowNameChange: true}\n  patch: |-\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: x, $patch: delete}\n',
    files,
  ),
  row('a merge patch for a target of several kinds', 'resources: [all.yaml]\npatches:\n- target: {name: web}\n  patch: |-\n    apiVersion: v1\n    kind: Any\n    metadata: {name: any, annotations: {a: b}}\n    spec: {x: 1}\n', files),
  row('a merge patch that deletes what a target means', 'resources: [all.yaml]\npatches:\n- target: {kind: "Service|Secret"}\n  patch: |-\n    apiVersion: v1\n    kind: Any\n    metadata: {name: any}\n    $patch: delete\n', files),
  row('a target by labels and annotations with their names', 'resources: [all.yaml]\ncommonLabels: {a: b}\npatches:\n- target: {labelSelector: "a=b"}\n  patch: |-\n    # YAML\n    [{op: add, path: /marked, value: true}]\n', { 'all.yaml': custom }),
  row('several patches in one entry may have no target', 'resources: [all.yaml]\npatches: [{path: p.yaml, target: {kind: Deployment}}]\n', { ...files, 'p.yaml': `${deployment}---\n${service}` }),
  row('a Secret merged with stringData', 'resources: [s.yaml]\nsecretGenerator: [{name: login, behavior: merge, literals: [x=y]}]\n', { 's.yaml': secret }),
]

export const rows: readonly KustomizeRow[] = [...merges, ...forms, ...operations, ...targets, ...more]
