import { row, type KustomizeRow } from '../kustomize-row.ts'
import { all, configMap, deployment, secret } from '../objects.ts'

const both = (name: string, args: string, files: Readonly<Record<string, string>> = {}) => [
  row(`ConfigMap: ${name}`, `configMapGenerator:\n- name: made\n${args}`, files),
  row(`Secret: ${name}`, `secretGenerator:\n- name: made\n${args}`, files),
]
const lorem = 'The quick brown fox jumps over the lazy dog. '.repeat(6)

const sources: readonly KustomizeRow[] = [
  ...both('nothing', ''),
  ...both('literals', '  literals: [a=b, c=d=e, e=]\n'),
  ...both('quotes of literals', `  literals: ["a='x'", 'b="y"', "c='z\\"", "d=''", "e='"]\n`),
  ...both('literals that look like others', '  literals: [a=1, b=true, c=null, d=1e3, e=~, f=yes, "g= x "]\n'),
  ...both('a literal without a value is refused', '  literals: [a]\n'),
  ...both('a literal without a key is refused', '  literals: ["=a"]\n'),
  ...both('a key that is there twice is refused', '  literals: [a=1, a=2]\n'),
  ...both('lines', '  literals: ["a=x\\ny\\n", "b=\\n", "c= x\\n  y"]\n'),
  ...both('unicode', '  literals: ["a=ü😀", "c=\\t"]\n'),
  ...both('a file', '  files: [f.txt]\n', { 'f.txt': 'one\ntwo\n' }),
  ...both('a file under a key', '  files: [key=dir/f.txt]\n', { 'dir/f.txt': 'x' }),
  ...both('a file in a folder', '  files: [dir/f.txt]\n', { 'dir/f.txt': 'x' }),
  ...both('a file that is missing is refused', '  files: [f.txt]\n'),
  ...both('a file outside is refused', '  files: [../f.txt]\n', { '../f.txt': 'x' }),
  ...both('a file source with two equal signs is refused', '  files: [a=b=c]\n'),
  ...both('a file source without a path is refused', '  files: ["a="]\n'),
  ...both('a long text', '  files: [f.txt]\n', { 'f.txt': lorem }),
  ...both('trailing blanks', '  files: [f.txt]\n', { 'f.txt': 'a \nb\t\n  c\n\n\n' }),
  ...both('carriage returns', '  files: [f.txt]\n', { 'f.txt': 'a\r\nb\r\n' }),
  ...both('an env file', '  envs: [e.env]\n', { 'e.env': '# comment\nA=1\n\n  B=two words \nC\nD=x=y\nE="q"\n' }),
  ...both('env, the old way', '  env: e.env\n', { 'e.env': 'A=1\r\nB=2' }),
  ...both('an env file with a byte order mark', '  envs: [e.env]\n', { 'e.env': '\ufeffA=1\n\ufeffB=2\n' }),
  ...both('all of them together', '  literals: [a=1]\n  files: [f.txt]\n  envs: [e.env]\n', { 'f.txt': 'x', 'e.env': 'Z=1\n' }),
  ...both('a namespace', '  namespace: ns\n  literals: [a=b]\n'),
  ...both('labels and annotations', '  literals: [a=b]\n  options: {labels: {x: "1"}, annotations: {y: "true"}}\n'),
  ...both('no hash', '  literals: [a=b]\n  options: {disableNameSuffixHash: true}\n'),
  ...both('immutable', '  literals: [a=b]\n  options: {immutable: true}\n'),
  ...both('options of all', '  literals: [a=b]\n  options: {labels: {x: own}}\ngeneratorOptions: {labels: {x: all, z: z}, annotations: {b: c}, disableNameSuffixHash: true, immutable: true}\n'),
  ...both('a prefix and a namespace', '  literals: [a=b]\nnamePrefix: p-\nnamespace: n\ncommonLabels: {a: b}\n'),
  ...both('an unknown behavior is the default', '  literals: [a=b]\n  behavior: nonsense\n'),
  ...both('merge with nothing is refused', '  literals: [a=b]\n  behavior: merge\n'),
  ...both('replace of nothing is refused', '  literals: [a=b]\n  behavior: replace\n'),
  row('a Secret of a type', 'secretGenerator: [{name: tls, type: kubernetes.io/tls, literals: [tls.crt=x]}]\n'),
  row('no name is refused', 'configMapGenerator: [{literals: [a=b]}]\n'),
  row('two of one name are refused', 'configMapGenerator: [{name: a, literals: [a=b]}, {name: a, literals: [a=b]}]\n'),
  row('the same name in two namespaces', 'configMapGenerator: [{name: a, namespace: x, literals: [a=b]}, {name: a, namespace: y, literals: [a=b]}]\n'),
  row('an unknown field is refused', 'configMapGenerator: [{name: a, literal: [a=b]}]\n'),
]

const base = {
  'base/kustomization.yaml': 'configMapGenerator:\n- {name: cm, literals: [a=1, b=2], options: {labels: {l: base}, annotations: {n: base}}}\nsecretGenerator:\n- {name: s, literals: [a=1, b=2]}\nresources: [d.yaml]\n',
  'base/d.yaml': deployment.replaceAll('settings', 'cm'),
}
const behaviors: readonly KustomizeRow[] = [
  row('merge over a generated one', 'resources: [base]\nconfigMapGenerator: [{name: cm, behavior: merge, literals: [b=3, c=4], options: {labels: {m: over}}}]\n', base),
  row('replace of a generated one', 'resources: [base]\nconfigMapGenerator: [{name: cm, behavior: replace, literals: [c=4]}]\n', base),
  row('create over a generated one is refused', 'resources: [base]\nconfigMapGenerator: [{name: cm, behavior: create, literals: [c=4]}]\n', base),
  row('no behavior over a generated one is refused', 'resources: [base]\nconfigMapGenerator: [{name: cm, literals: [c=4]}]\n', base),
  row('merge of a Secret', 'resources: [base]\nsecretGenerator: [{name: s, behavior: merge, literals: [b=3, c=4]}]\n', base),
  row('merge without a hash over one with a hash', 'resources: [base]\nconfigMapGenerator: [{name: cm, behavior: merge, literals: [c=4], options: {disableNameSuffixHash: true}}]\n', base),
  row('merge over a prefix', 'resources: [base2]\nnamePrefix: x-\nconfigMapGenerator: [{name: cm, behavior: merge, literals: [c=4]}]\n', { ...base, 'base2/kustomization.yaml': 'resources: [../base]\nnamePrefix: y-\n' }),
  row('merge over an object', 'resources: [c.yaml]\nconfigMapGenerator: [{name: settings, behavior: merge, literals: [more=1]}]\n', { 'c.yaml': configMap }),
  row('replace of an object', 'resources: [c.yaml]\nconfigMapGenerator: [{name: settings, behavior: replace, literals: [more=1]}]\n', { 'c.yaml': configMap }),
  row('merge over a Secret with stringData', 'resources: [s.yaml]\nsecretGenerator: [{name: login, behavior: merge, literals: [more=1]}]\n', { 's.yaml': secret }),
  row('references follow the hash', 'resources: [all.yaml]\nconfigMapGenerator: [{name: generated, literals: [a=b]}]\nsecretGenerator: [{name: hidden, literals: [a=b]}]\n', {
    'all.yaml': `${all}---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  imagePullSecrets: [{name: hidden}]
  containers:
  - name: c
    envFrom: [{configMapRef: {name: generated}}, {secretRef: {name: hidden}}]
    env:
    - {name: A, valueFrom: {configMapKeyRef: {name: generated, key: a}}}
    - {name: B, valueFrom: {secretKeyRef: {name: hidden, key: a}}}
  volumes:
  - {name: v, configMap: {name: generated}}
  - {name: w, secret: {secretName: hidden}}
  - {name: x, projected: {sources: [{configMap: {name: generated}}, {secret: {name: hidden}}]}}
`,
  }),
  row('a reference into another namespace does not follow', 'resources: [p.yaml]\nconfigMapGenerator: [{name: g, namespace: other, literals: [a=b]}]\n', {
    'p.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: mine}\nspec: {volumes: [{name: v, configMap: {name: g}}]}\n',
  }),
  row('a patch changes the hash', 'resources: [base]\npatches:\n- patch: |-\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: cm}\n    data: {added: "1"}\n', base),
  row('a key of a generated one may have dots and slashes', 'configMapGenerator: [{name: a, literals: [x.y/z=1, "a b=2"]}]\n'),
]

export const rows: readonly KustomizeRow[] = [...sources, ...behaviors]
