import { beforeAll, expect, test } from 'vitest'
import { packageChart } from '../../../src/chart/package/package-chart.ts'
import { encodeBase64 } from '../../../src/formats/base64.ts'
import { toBytes } from '../../../src/formats/go-string.ts'
import { loadChart } from '../../../src/sdk/render-chart.ts'
import type { Preview } from '../../../src/server/contract.ts'
import { ChartEngine } from './chart-engine.ts'
import { Explainer } from './explain-lines.ts'

const files = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'values.yaml': '# how many\nreplicas: 1\nport: 80\nhidden: false\n',
  'questions.yaml': 'questions: []\n',
  'templates/map.yaml': [
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: {{ .Release.Name }}',
    'data:',
    '  replicas: {{ .Values.replicas | quote }}',
    '  port: {{ .Values.port | quote }}',
  ].join('\n'),
  'templates/secret.yaml': [
    '{{- if .Values.hidden }}',
    'apiVersion: v1',
    'kind: Secret',
    'metadata: {name: login}',
    'stringData:',
    '  word: {{ randAlphaNum 8 }}',
    '{{- end }}',
  ].join('\n'),
  'templates/thing.yaml': [
    'apiVersion: example.com/v1',
    'kind: Thing',
    'metadata: {name: thing}',
    'spec: {steps: [{{ .Values.port }}]}',
  ].join('\n'),
}

const release = { namespace: 'team', name: 'web', revision: 2, isUpgrade: true }
const owned = {
  labels: { 'app.kubernetes.io/managed-by': 'Helm' },
  annotations: {
    'meta.helm.sh/release-name': 'web',
    'meta.helm.sh/release-namespace': 'team',
  },
}
const byHelm = (apiVersion: string, fieldsV1: object) => [
  { manager: 'helm', operation: 'Apply', apiVersion, fieldsType: 'FieldsV1', fieldsV1 },
]

function live(apiVersion: string, kind: string, name: string, rest: object) {
  const metadata = { name, namespace: 'team', uid: 'u', ...owned }
  return {
    id: { apiVersion, kind, namespace: 'team', name },
    object: { apiVersion, kind, metadata, ...rest },
  }
}

async function archiveOf(all: Readonly<Record<string, string>>): Promise<string> {
  const chart = await loadChart(
    Object.entries(all).map(([name, text]) => ({ name, data: toBytes(text) })),
  )
  return encodeBase64(await compressed(packageChart(chart).tar))
}

let base: Preview
beforeAll(async () => {
  base = {
    archive: await archiveOf(files),
    kubernetes: 'v1.36.0',
    apiVersions: ['v1', 'v1/ConfigMap'],
    clusterScoped: ['v1/Namespace'],
    release,
    layers: [],
    document: '',
    facts: { cluster: {}, global: {} },
    live: [],
    notices: [],
  }
})

async function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream()
  const zipped = stream.pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(zipped).arrayBuffer())
}

const open = (change: Partial<Preview> = {}) => ChartEngine.open({ ...base, ...change })

test('the facts of a chart are its texts', async () => {
  const { facts } = await open()
  expect(facts).toMatchObject({ name: 'web', values: files['values.yaml'], schema: '' })
  expect(facts.questions).toBe('questions: []\n')
})

test('a first installation creates everything', async () => {
  const answer = await (await open()).render('replicas: 2\n')
  expect(answer).toMatchObject({
    ok: true,
    objects: [
      { kind: 'ConfigMap', namespace: 'team', name: 'web', action: 'create' },
      { kind: 'Thing', action: 'create' },
    ],
  })
})

test('live objects differ in the fields that change; what others wrote stays; what is no longer wanted goes', async () => {
  const engine = await open({
    live: [
      live('v1', 'ConfigMap', 'web', {
        data: { replicas: '1', port: '80', old: 'x', theirs: 'y' },
        metadata: {
          name: 'web',
          namespace: 'team',
          ...owned,
          managedFields: byHelm('v1', {
            'f:data': { 'f:replicas': {}, 'f:port': {}, 'f:old': {} },
          }),
        },
      }),
      live('example.com/v1', 'Thing', 'thing', { spec: { steps: [80] } }),
      live('v1', 'Service', 'before', {}),
    ],
  })
  const answer = await engine.render('replicas: 3\n')
  expect(answer).toMatchObject({
    ok: true,
    objects: [
      {
        kind: 'ConfigMap',
        action: 'change',
        changes: [
          { is: 'changed', path: 'data.replicas', before: '1', after: '3' },
          { is: 'removed', path: 'data.old' },
        ],
      },
      { kind: 'Thing', action: 'unchanged', changes: [] },
      { kind: 'Service', name: 'before', action: 'prune' },
    ],
  })
})

test.each([
  { name: 'text that is no YAML', text: 'a: [', why: 'yaml' },
  { name: 'a type that the templates cannot use', text: 'replicas: {a: 1}\nport: [', why: 'yaml' },
])('$name is told and not thrown', async ({ text, why }) => {
  const answer = await (await open()).render(text)
  expect(answer).toMatchObject({ ok: false, why: expect.stringContaining(why) as string })
})

test('each value has the layer that set it', async () => {
  const engine = await open({
    layers: [
      { is: 'profile', name: 'profiles', values: { port: 81, extra: 1 } },
      { is: 'reference', name: 'ConfigMap settings', values: { port: 82 } },
    ],
  })
  expect(engine.blame('replicas: 3\n')).toEqual([
    { path: 'extra', value: 1, layer: 'profile', name: 'profiles' },
    { path: 'hidden', value: false, layer: 'chart', name: 'values.yaml' },
    { path: 'port', value: 82, layer: 'reference', name: 'ConfigMap settings' },
    { path: 'replicas', value: 3, layer: 'mine', name: '' },
  ])
})

test('a values document makes the values of parameters', async () => {
  const document = 'replicas: {{ .Parameters.size }}\nport: {{ .Cluster.Minor }}\n'
  const facts = { cluster: { Minor: '36' }, global: {} }
  const engine = await open({ document, facts })
  expect(engine.blame('size: 4\n')).toContainEqual({
    path: 'replicas',
    value: 4,
    layer: 'source',
    name: '',
  })
})

test('a line is explained by its template line and by the line of the value', async () => {
  const explainer = new Explainer(await open())
  const text = '# mine\nreplicas: 3\nunknown: 1\nhidden: true\n'
  const traced = await explainer.trace(text)
  if (!traced.ok) throw new Error(traced.why)
  expect(traced.unused).toEqual([{ path: 'unknown', known: ['replicas', 'hidden', 'port'] }])
  expect(traced.lines.join('\n')).toContain('  word: ***')
  const line = traced.lines.indexOf('  replicas: "3"') + 1
  expect(explainer.explain(line)).toMatchObject({
    written: [[{ template: 'web/templates/map.yaml', line: 6 }]],
    values: [{ path: 'replicas', decides: 'value', setBy: 'mine', line: 2 }],
  })
  const port = traced.lines.indexOf('  port: "80"') + 1
  expect(explainer.explain(port)).toMatchObject({
    values: [{ path: 'port', setBy: 'web/values.yaml', line: 3 }],
  })
})

test('a chart whose schema refers to documents elsewhere is rendered here, and checked by the server', async () => {
  const schema = '{"properties": {"port": {"$ref": "https://schemas.example/port.json"}}}'
  const archive = await archiveOf({ ...files, 'values.schema.json': schema })
  const engine = await ChartEngine.open({ ...base, archive })
  expect(await engine.render('port: 81')).toMatchObject({ ok: true })
  expect(await engine.render('port: 82')).toMatchObject({ ok: true })
})

test('a schema that refers to nothing else is checked here', async () => {
  const schema = '{"properties": {"port": {"type": "integer"}}}'
  const archive = await archiveOf({ ...files, 'values.schema.json': schema })
  const engine = await ChartEngine.open({ ...base, archive })
  expect(await engine.render('port: web')).toMatchObject({ ok: false })
})
