import type { LintRow } from '../lint-row.ts'

const chartYaml = 'apiVersion: v2\nname: sample\nversion: 1.2.3\nicon: https://example.com/i.png\n'
const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n'
const declared = (...names: string[]) =>
  `${chartYaml}dependencies:\n${names.map((name) => `- name: ${name}\n  version: 1.0.0\n  repository: ""\n`).join('')}`
const sub = (name: string) => ({
  [`charts/${name}/Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
})
const crd = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a\n'

const row = (name: string, files: Record<string, string>, ...args: string[]): LintRow => ({
  name,
  files: { 'Chart.yaml': chartYaml, 'values.yaml': '', 'templates/a.yaml': object, ...files },
  ...(args.length === 0 ? {} : { args }),
})

export const rows: readonly LintRow[] = [
  row('a dependency that is there', { 'Chart.yaml': declared('x'), ...sub('x') }),
  row('a dependency that is missing', { 'Chart.yaml': declared('x', 'y') }),
  row('a chart that nobody declared', sub('x')),
  row('one missing and one not declared', { 'Chart.yaml': declared('x'), ...sub('y') }),
  row('two of one name', { 'Chart.yaml': declared('x', 'x'), ...sub('x') }),
  row('two of one name by alias', {
    'Chart.yaml': `${declared('x', 'y')}  alias: x\n`,
    ...sub('x'),
  }),
  row('a stray file below charts', { 'charts/readme': 'x' }),
  row('a subchart that cannot be loaded', { 'charts/x/Chart.yaml': 'name: x\n' }),
  row('a subchart with bad values', { ...sub('x'), 'charts/x/values.yaml': '[' }),
  row('an archive that is none', { 'charts/x.tgz': 'this is no archive' }),
  row('hidden files below charts', { 'charts/.gitkeep': '', 'charts/_x/y': '' }),
  row('a dependency that is null', { 'Chart.yaml': `${chartYaml}dependencies:\n-\n` }),
  row('a good resource definition', { 'crds/a.yaml': crd, 'crds/b.yml': `${crd}---\n${crd}` }),
  row('resource definitions that are a file', { crds: crd }),
  row('a resource definition that is no YAML', { 'crds/a.yaml': 'a: b: c', 'crds/b.yaml': object }),
  row('a resource definition with a template', { 'crds/a.yaml': 'a: {{ .Values.a }}\n' }),
  row('another kind among the definitions', { 'crds/a.yaml': `${crd}---\n${object}` }),
  row('a definition of another group', { 'crds/a.yaml': crd.replace('apiextensions.k8s.io', 'example.com') }),
  row('an old definition', { 'crds/a.yaml': crd.replace('v1', 'v1beta1') }),
  row('an empty definition', { 'crds/a.yaml': '', 'crds/b.yaml': '---\n', 'crds/c.json': '{}' }),
  row('other files among the definitions', { 'crds/README.md': 'hello', 'crds/x/a.yaml': object }),
  row('definitions of a subchart', { 'Chart.yaml': declared('x'), ...sub('x'), 'crds/': '', 'charts/x/crds/a.yaml': object }),
  row('definitions of a subchart alone', { 'Chart.yaml': declared('x'), ...sub('x'), 'charts/x/crds/a.yaml': object }),
  row('definitions of a chart that cannot be loaded', { 'Chart.yaml': 'name: x\n', 'crds/a.yaml': crd }),
  row('subcharts one by one', { 'Chart.yaml': declared('x'), ...sub('x'), ...sub('.y'), 'charts/x/charts/z/Chart.yaml': 'name: z\n' }, 'sample', '--with-subcharts'),
  row('subcharts that are not asked for', { ...sub('x') }, 'sample', '--quiet'),
]
