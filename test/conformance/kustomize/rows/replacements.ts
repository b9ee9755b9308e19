import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, deployment, object } from '../objects.ts'

const files = { 'all.yaml': all }
const replace = (name: string, source: string, target: string, own: Readonly<Record<string, string>> = files) =>
  row(name, `resources: [all.yaml]\nreplacements:\n- source: ${source}\n  targets:\n  - ${target}\n`, own)

const widget = '{kind: Widget}'
const data = `${object('v1', 'ConfigMap', 'data', 'data:\n  conf.yaml: |-\n    a: 1\n    list:\n    - name: x\n      value: old\n    - name: y\n  conf.json: \'{"a": {"b": 1}, "c": [1, 2]}\'\n  pretty.json: |-\n    {\n      "a": {\n        "b": 1\n      }\n    }\n  text: plain\n')}---\n${deployment}`

export const rows: readonly KustomizeRow[] = [
  replace('a field to a field', '{kind: ConfigMap, name: settings, fieldPath: data.colour}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('the name by default', '{kind: Deployment}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('the target by default is the name', '{kind: ConfigMap, fieldPath: data.colour}', `{select: ${widget}}`),
  replace('several fields', '{kind: Deployment}', `{select: ${widget}, fieldPaths: [spec.ref.name, spec.selector.run]}`),
  replace('a number keeps being what the target is', '{kind: Deployment, fieldPath: spec.replicas}', '{select: {kind: ConfigMap}, fieldPaths: [data.size]}'),
  replace('a text into a number', '{kind: ConfigMap, fieldPath: data.size}', '{select: {kind: Deployment}, fieldPaths: [spec.replicas]}'),
  replace('a word into a number is refused', '{kind: ConfigMap, fieldPath: data.colour}', '{select: {kind: Deployment}, fieldPaths: [spec.replicas]}'),
  replace('a map to a map', '{kind: Service, fieldPath: spec.selector}', '{select: {kind: Deployment}, fieldPaths: [spec.selector.matchLabels]}'),
  replace('a list to a map', '{kind: Service, fieldPath: spec.ports}', `{select: ${widget}, fieldPaths: [spec.ref]}`),
  replace('an item by name', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: ["spec.template.spec.containers.[name=web].image"]}'),
  replace('an item by a pattern', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: ["spec.template.spec.containers.[name=w.*].image"]}'),
  replace('an item by index', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image]}'),
  replace('an index that is not there is refused', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.5.image]}'),
  replace('every item', '{kind: Deployment}', '{select: {kind: Service}, fieldPaths: ["spec.ports.*.name"]}'),
  replace('a source by index', '{kind: Service, fieldPath: spec.ports.1.targetPort}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a source by name', '{kind: Service, fieldPath: "spec.ports.[name=https].port"}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a field that is missing is refused', '{kind: Deployment}', `{select: ${widget}, fieldPaths: [spec.nothing]}`),
  replace('a field that is missing is made', '{kind: Deployment}', `{select: ${widget}, fieldPaths: [spec.new.deep], options: {create: true}}`),
  replace('an item that is missing is made', '{kind: Deployment}', `{select: ${widget}, fieldPaths: ["spec.parts.[name=c].image"], options: {create: true}}`),
  replace('an item at the end is made', '{kind: Deployment}', `{select: ${widget}, fieldPaths: [spec.parts.2.image], options: {create: true}}`),
  replace('a source that is missing is refused', '{kind: Deployment, fieldPath: spec.nothing}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a source that is nobody is refused', '{kind: Nobody}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a source that is several is refused', '{name: web}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a target that is nobody', '{kind: Deployment}', '{select: {kind: Nobody}, fieldPaths: [spec.ref.name]}'),
  replace('a target without a selection is refused', '{kind: Deployment}', '{fieldPaths: [spec.ref.name]}'),
  replace('a part of the source', '{kind: Deployment, fieldPath: "spec.template.spec.containers.0.image", options: {delimiter: ":", index: 1}}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a part of the source that is not there is refused', '{kind: Deployment, fieldPath: "spec.template.spec.containers.0.image", options: {delimiter: ":", index: 4}}', `{select: ${widget}, fieldPaths: [spec.ref.name]}`),
  replace('a part of the target', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image], options: {delimiter: ":", index: 0}}'),
  replace('before the target', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image], options: {delimiter: "/", index: -1}}'),
  replace('behind the target', '{kind: Deployment}', '{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.image], options: {delimiter: "-", index: 99}}'),
  replace('some are rejected', '{kind: Deployment}', '{select: {name: web}, reject: [{kind: Deployment}], fieldPaths: [metadata.name]}'),
  replace('some are rejected by label', '{kind: ConfigMap}', '{select: {version: v1}, reject: [{labelSelector: tier=front}, {kind: ".*Map|Secret|Service|Widget"}], fieldPaths: [metadata.name]}'),
  replace('a selection by label', '{kind: ConfigMap}', '{select: {labelSelector: tier=front}, fieldPaths: [spec.template.spec.serviceAccountName]}'),
  replace('a key with dots', '{kind: Deployment}', '{select: {kind: ConfigMap}, fieldPaths: ["metadata.annotations.[app.kubernetes.io/name]"], options: {create: true}}'),
  replace('a key with dots behind backslashes', '{kind: Deployment}', '{select: {kind: ConfigMap}, fieldPaths: [\'metadata.annotations.a\\.b\'], options: {create: true}}'),
  row('a value instead of a source', 'resources: [all.yaml]\nreplacements:\n- sourceValue: given\n  targets: [{select: {kind: Widget}, fieldPaths: [spec.ref.name]}]\n', files),
  row('a value and a source are refused', 'resources: [all.yaml]\nreplacements:\n- sourceValue: given\n  source: {kind: Deployment}\n  targets: [{select: {kind: Widget}, fieldPaths: [spec.ref.name]}]\n', files),
  row('no targets are refused', 'resources: [all.yaml]\nreplacements: [{source: {kind: Deployment}}]\n', files),
  row('from a file', 'resources: [all.yaml]\nreplacements: [{path: r.yaml}]\n', { ...files, 'r.yaml': 'source: {kind: Deployment}\ntargets: [{select: {kind: Widget}, fieldPaths: [spec.ref.name]}]\n' }),
  row('several from a file', 'resources: [all.yaml]\nreplacements: [{path: r.yaml}]\n', { ...files, 'r.yaml': '- source: {kind: Deployment}\n  targets: [{select: {kind: Widget}, fieldPaths: [spec.ref.name]}]\n- source: {kind: Widget, fieldPath: spec.ref.name}\n  targets: [{select: {kind: Service}, fieldPaths: [spec.selector.run]}]\n' }),
  row('a file and inline are refused', 'resources: [all.yaml]\nreplacements: [{path: r.yaml, source: {kind: Deployment}}]\n', { ...files, 'r.yaml': 'source: {kind: Deployment}\n' }),
  row('after a prefix, by both names', 'resources: [all.yaml]\nnamePrefix: p-\nreplacements:\n- source: {kind: Deployment, name: web}\n  targets: [{select: {kind: Widget, name: one}, fieldPaths: [spec.ref.name]}, {select: {kind: Widget, name: p-one}, fieldPaths: [spec.selector.run]}]\n', files),
  row('into YAML in a text', 'resources: [all.yaml]\nreplacements:\n- source: {kind: Deployment}\n  targets: [{select: {name: data}, fieldPaths: ["data.conf\\\\.yaml.a".replace]}]\n'.replace('"data.conf\\\\.yaml.a".replace', "'data.conf\\.yaml.a'"), { 'all.yaml': data }),
  row('into an item of YAML in a text', "resources: [all.yaml]\nreplacements:\n- source: {kind: Deployment}\n  targets: [{select: {name: data}, fieldPaths: ['data.conf\\.yaml.list.[name=x].value']}]\n", { 'all.yaml': data }),
  row('into JSON in a text', "resources: [all.yaml]\nreplacements:\n- source: {kind: Deployment}\n  targets: [{select: {name: data}, fieldPaths: ['data.conf\\.json.a.b']}]\n", { 'all.yaml': data }),
  row('into pretty JSON in a text', "resources: [all.yaml]\nreplacements:\n- source: {kind: Deployment}\n  targets: [{select: {name: data}, fieldPaths: ['data.pretty\\.json.a.b']}]\n", { 'all.yaml': data }),
  row('into a text that is no YAML map is refused', 'resources: [all.yaml]\nreplacements:\n- source: {kind: Deployment}\n  targets: [{select: {name: data}, fieldPaths: [data.text.a]}]\n', { 'all.yaml': data }),
  replace('an empty text into a new field, in brackets and without', '{kind: ConfigMap, fieldPath: data.k}', '{select: {kind: Pod}, fieldPaths: [metadata.labels.r], options: {create: true, delimiter: ":", index: 0}}', { 'all.yaml': 'apiVersion: v1\ndata: {k: ""}\nkind: ConfigMap\nmetadata: {name: web}\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  labels: {}\n  name: flow\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  labels: {a: b}\n  name: flowfull\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  labels:\n    a: b\n  name: block\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: none\n' }),
]
