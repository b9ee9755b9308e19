import type { LintRow } from '../lint-row.ts'

const base = {
  'Chart.yaml': 'apiVersion: v2\nname: sample\nversion: 1.2.3\nicon: https://example.com/i.png\n',
  'values.yaml': 'name: web\n',
}
const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'

const row = (name: string, files: Record<string, string>, ...flags: string[]): LintRow => ({
  name,
  files: { ...base, ...files },
  ...(flags.length === 0 ? {} : { args: ['sample', ...flags] }),
})

const one = (name: string, template: string, ...flags: string[]): LintRow =>
  row(name, { 'templates/a.yaml': template }, ...flags)

export const rows: readonly LintRow[] = [
  row('no templates', {}),
  row('an empty folder of templates', { 'templates/': '' }),
  row('templates that are a file', { templates: object }),
  row('a template of another kind of file', { 'templates/a.json': '{}', 'templates/b.sh': '' }),
  row('a template without an extension', { 'templates/Makefile': '' }),
  row('a template with capitals in its extension', { 'templates/a.YAML': object, 'templates/b.Txt': '' }),
  row('files in folders', { 'templates/x/a.yaml': object, 'templates/x/y.md': '' }),
  row('a file that is ignored', { '.helmignore': '*.md\n', 'templates/a.md': '', 'templates/a.yaml': object }),
  row('hidden files', { 'templates/.hidden': '', 'templates/a.yaml': object }),
  row('a bad .helmignore', { '.helmignore': 'a/**\n', 'templates/a.yaml': object }),
  row('notes and partials', {
    'templates/NOTES.txt': 'Hello {{ .Release.Name }}',
    'templates/_a.tpl': '{{ define "a" }}x{{ end }}',
    'templates/_b.yaml': 'a: [',
  }),
  one('a template that cannot be parsed', '{{ if }}'),
  one('a template that never ends', '{{ if .Values.name }}\na: 1\n'),
  one('a function nobody knows', '{{ nothing 1 }}'),
  one('a template that fails', 'a: {{ index .Values.name 1 2 }}'),
  one('a field of nothing', 'a: {{ .Values.a.b.c }}'),
  one('a partial that is missing', 'a: {{ include "nothing" . }}'),
  one('what is required need not be there', 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: {{ required "wanted" .Values.nothing | default "x" }}\n'),
  one('a failure on purpose does not count', '{{ fail "no" }}'),
  one('a lookup finds nothing', 'a: {{ len (lookup "v1" "Pod" "x" "") }}\nmetadata:\n  name: a\n'),
  one('the release is neither installed nor upgraded', 'metadata:\n  name: r{{ .Release.IsInstall }}-{{ .Release.IsUpgrade }}-{{ .Release.Revision }}\nkind: "{{ .Release.Name }} {{ .Release.Namespace }}"\n: {'),
  one('the namespace is the given one', 'a: {{ .Release.Namespace }}: b', '--namespace', 'other'),
  one('the version of Kubernetes is the given one', 'a: {{ .Capabilities.KubeVersion.Version }}: b', '--kube-version', '1.30'),
  one('a bad version of Kubernetes', object, '--kube-version', 'abc'),
  one('a chart for another Kubernetes', object, '--kube-version', '1.20'),
  one('an indented document', '   a: 1\n   metadata:\n     name: a\n'),
  one('a document after blanks and a comment', '\n \n# hello\n  a: 1\n'),
  one('a document indented by a tab', '\ta: 1\n'),
  one('a file that is no YAML', 'a: b: c\n'),
  one('a file of two documents, the second bad', `${object}---\na: b: c\n`),
  row('after a bad file no other is looked at', { 'templates/a.yaml': 'a: [', 'templates/b.yaml': 'kind: Pod\n', 'templates/c.md': '' }),
  one('a separator with words', `${object}--- words\n${object}`),
  one('a separator with a comment', `${object}--- # words\n${object}`),
  one('separators without documents', `---\n---\n\n---\n${object}---\n`),
  one('a line of dashes', `${object}-----BEGIN\n`),
  one('a document that is a list', '- a\n'),
  one('a document that is a text', 'hello\n'),
  one('a document that is null', 'null\n'),
  one('metadata that is a text', 'kind: Pod\nmetadata: a\n'),
  one('a name that is a number', 'kind: Pod\nmetadata:\n  name: 12\n'),
  one('a name that is a list', 'kind: Pod\nmetadata:\n  name: [a]\n'),
  one('a kind that is a map', 'kind: {}\nmetadata:\n  name: a\n'),
  one('a key given twice', `${object}kind: Pod\n`),
  one('JSON', '{{ "{" }}"kind": "Pod", "metadata": {{ "{" }}"name": "a"}}\n'),
  one('two JSON values', '{{ "{" }}"kind":"Pod","metadata":{"name":"a"}}\n{"kind":"Pod","metadata":{"name":"B"}}\n'),
  one('three JSON values, the last bad', '{"metadata":{"name":"a"}}\n{"metadata":{"name":"b"}}\n{"metadata":{"name":}}\n'),
  one('JSON that is only YAML', '{kind: Pod, metadata: {name: a}}\n'),
  one('JSON that is neither', '{kind: Pod, metadata: {name: a}\n'),
  one('JSON that ends too early', '{"kind": "Pod"\n'),
  one('JSON with a name that is a number', '{"metadata": {"name": 5}}\n'),
  one('JSON, then YAML', `{"metadata": {"name": "a"}}\n---\n${object}`),
  row('a library renders nothing', { 'Chart.yaml': `${base['Chart.yaml']}type: library\n`, 'templates/a.yaml': '{{ fail "x" }}a: [' }),
  row('values of a subchart', {
    'Chart.yaml': `${base['Chart.yaml']}dependencies:\n- name: sub\n  version: 1.0.0\n  repository: ""\n  condition: sub.enabled\n`,
    'values.yaml': 'sub:\n  enabled: false\n',
    'templates/a.yaml': object,
    'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
    'charts/sub/templates/b.yaml': '{{ nothing }}',
  }, '--set', 'sub.enabled=true'),
  row('a subchart that is off is not rendered', {
    'Chart.yaml': `${base['Chart.yaml']}dependencies:\n- name: sub\n  version: 1.0.0\n  repository: ""\n  condition: sub.enabled\n`,
    'values.yaml': 'sub:\n  enabled: false\n',
    'templates/a.yaml': object,
    'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
    'charts/sub/templates/b.yaml': '{{ nothing }}',
  }),
]
