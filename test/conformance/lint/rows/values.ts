import type { LintRow } from '../lint-row.ts'

const base = {
  'Chart.yaml': 'apiVersion: v2\nname: sample\nversion: 1.2.3\nicon: https://example.com/i.png\n',
  'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
}

const row = (name: string, files: Record<string, string>, ...flags: string[]): LintRow => ({
  name,
  files: { ...base, ...files },
  ...(flags.length === 0 ? {} : { args: ['sample', ...flags] }),
})

const schema = JSON.stringify({
  type: 'object',
  required: ['port'],
  properties: { port: { type: 'integer' } },
})

export const rows: readonly LintRow[] = [
  row('no values', {}),
  row('values that are no YAML', { 'values.yaml': 'a: [\n' }),
  row('values that are a list', { 'values.yaml': '- a\n' }),
  row('values that are a text', { 'values.yaml': 'a\n' }),
  row('values with a tab', { 'values.yaml': 'a:\n\tb: 1\n' }),
  row('values with a key given twice', { 'values.yaml': 'a: 1\na: 2\n' }),
  row('values of two documents', { 'values.yaml': 'a: 1\n---\nb: 2\n' }),
  row('values of two documents, one of them bad', { 'values.yaml': 'a: 1\n---\nb: [\n' }),
  row('values that are a folder', { 'values.yaml/': '' }),
  row('values that fit their schema', { 'values.yaml': 'port: 80\n', 'values.schema.json': schema }),
  row('values that do not fit', { 'values.yaml': 'port: web\n', 'values.schema.json': schema }),
  row('a value that is missing', { 'values.yaml': '{}\n', 'values.schema.json': schema }),
  row(
    'a value that is missing and set',
    { 'values.yaml': '{}\n', 'values.schema.json': schema },
    '--set',
    'port=80',
  ),
  row(
    'a good value overridden by a bad one',
    { 'values.yaml': 'port: 80\n', 'values.schema.json': schema },
    '--set-string',
    'port=80',
  ),
  row(
    'a schema that is not looked at',
    { 'values.yaml': 'port: web\n', 'values.schema.json': schema },
    '--skip-schema-validation',
  ),
  row('a schema that is no JSON', { 'values.yaml': '', 'values.schema.json': '{' }),
  row('a schema that is no schema', { 'values.yaml': '', 'values.schema.json': '{"type": 5}' }),
  row('an empty schema', { 'values.yaml': '', 'values.schema.json': '' }),
  row('no values for a schema', { 'values.schema.json': schema }),
  row('a schema that is a folder', { 'values.yaml': '', 'values.schema.json/': '' }),
  row('a schema of a subchart', {
    'values.yaml': 'sub:\n  port: web\n',
    'Chart.yaml': `${base['Chart.yaml']}dependencies:\n- name: sub\n  version: 1.0.0\n  repository: ""\n`,
    'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
    'charts/sub/values.schema.json': schema,
    'charts/sub/templates/b.yaml': '{}\n',
  }),
  row('a scalar for a subchart', { 'values.yaml': 'sub: 5\n', 'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n' }),
  row('a bad assignment', { 'values.yaml': '' }, '--set', 'a[0'),
  row('a bad index', { 'values.yaml': '' }, '--set', 'a[-1]=x'),
]
