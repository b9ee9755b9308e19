// Charts as a page renders them, plans of instances, and the two classes of faults that rendering and comparing have had elsewhere.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { ChartRepository } from '../../test/operator/chart-repository.ts'
import { readTgz } from '../sources/archive/read-tgz.ts'
import { extensionKind } from '../kinds/extension.ts'
import { apiVersion } from '../kinds/group.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { repositoryKind } from '../kinds/repository.ts'
import { OwningStage } from '../release/ownership/owning-stage-for-test.ts'
import { secrets } from '../kube/objects/core-resources.ts'
import { type HttpListening, listenHttp } from '../std/node/listen-http.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import type { JsonObject } from '../objects/json.ts'
import type { StageUser } from './stage-users-for-test.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script><path d="M0 0"/></svg>'
let stage: ServerStage
let charts: ChartRepository
let host: HttpListening
let stop: () => Promise<void>

beforeAll(async () => {
  const cluster = await startCluster()
  stage = await openStage(cluster.client)
  host = await listenHttp((_, response) => response.end(svg), { host: '127.0.0.1', port: 0 })
  charts = await ChartRepository.start([
    { name: 'web', version: '1.0.0', files: webFiles('one') },
    { name: 'web', version: '2.0.0', files: webFiles('two') },
    { name: 'reaching', version: '1.0.0', files: { 'templates/a.yaml': reachingTemplate() } },
  ])
  stop = async () => {
    await stage.close()
    await cluster.stop()
    await charts.stop()
    host.server.closeAllConnections()
    await new Promise((resolve) => host.server.close(resolve))
  }
  await prepare()
}, 60_000)
afterAll(() => stop())

function webFiles(colour: string): Readonly<Record<string, string>> {
  return {
    'README.md': `# Web\n\n<script>alert(1)</script>![a](${host.url}/a.svg) ${colour}\n`,
    'values.yaml': 'replicas: 1\n',
    'templates/map.yaml': [
      'apiVersion: v1',
      'kind: ConfigMap',
      'metadata: {name: web}',
      `data: {colour: ${colour}, replicas: {{ .Values.replicas | quote }}}`,
    ].join('\n'),
  }
}

/** Fails with the content of somebody else's Secret, if it can read it. */
function reachingTemplate(): string {
  const found = `lookup "v1" "Secret" "${stage.other}" "login"`
  return `{{ with ${found} }}{{ fail (printf "found %s" (.data.word | b64dec)) }}{{ end }}`
}

async function prepare(): Promise<void> {
  const platform = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'outrigger-system' } }
  const namespaces = { ...secrets, resource: 'namespaces', kind: 'Namespace', namespaced: false }
  await stage.apply(platform, namespaces)
  for (const namespace of [stage.team, 'outrigger-system']) {
    const metadata = { namespace, name: 'charts' }
    const repository = { apiVersion, kind: 'Repository', metadata, spec: { url: charts.url } }
    await stage.apply(repository, resourceOf(repositoryKind))
  }
  const sources = [
    { version: '1.0.0', repo: 'charts', name: 'web' },
    { version: '2.0.0', repo: 'charts', name: 'web' },
  ].map((one) => ({ ...one, appVersion: one.version }))
  const parameters = { type: 'object', properties: { replicas: { type: 'integer' } } }
  await stage.apply(
    { apiVersion, kind: 'Extension', metadata: { name: 'web' }, spec: { parameters, sources } },
    resourceOf(extensionKind),
  )
  const metadata = { namespace: stage.other, name: 'login' }
  const stringData = { word: 'not-for-the-team' }
  await stage.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData }, secrets)
}

const chart = (user: StageUser, below: string) =>
  stage.ask(user, 'GET', `/api/v1/charts/${stage.team}/charts/web${below}`)

test('a packaged chart comes as the repository has it', async () => {
  const answer = await chart('viewer', '/package?version=1.0.0')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="web-1.0.0.tgz"')
  const files = readTgz(new Uint8Array(await answer.arrayBuffer()))
  expect(files.map(({ name }) => name)).toContain('templates/map.yaml')
  expect((await chart('nobody', '/package?version=1.0.0')).status).toBe(404)
})

test('a README is stripped, and its pictures come from our origin', async () => {
  const answer = await chart('viewer', '/readme?version=1.0.0')
  const { text } = (await answer.json()) as { readonly text: string }
  const path = `/api/v1/charts/${stage.team}/charts/web/readme/pictures/0?version=1.0.0`
  expect(text.trim()).toBe(`# Web\n\n![a](${path}) one`)
  const picture = await stage.ask('viewer', 'GET', path)
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  expect(await picture.text()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
  )
  expect((await chart('viewer', '/readme/pictures/1?version=1.0.0')).status).toBe(404)
  expect((await chart('nobody', '/readme/pictures/0?version=1.0.0')).status).toBe(404)
})

const planOf = (user: StageUser, spec: object, namespace = stage.team) =>
  stage.ask(user, 'POST', '/api/v1/plans', {
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: { namespace, name: 'web' },
    spec: { extension: 'web', ...spec },
  })

test('a plan of an instance is what the operator would make of it', async () => {
  const answer = await planOf('admin', { version: '1.0.0', parameters: { replicas: 3 } })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({
      verb: 'install',
      blocked: false,
      changes: true,
      objects: [expect.objectContaining({ kind: 'ConfigMap', name: 'web', action: 'create' })],
    }),
  ])
  expect((await stage.ask('admin', 'GET', `/api/v1/plugins/${stage.team}/web`)).status).toBe(404)
})

test.each([{ uid: 5 }, { uid: ['a'] }, { resourceVersion: {} }, { managedFields: 'all' }])(
  'a plan of an object whose metadata has %j is refused',
  async (wrong) => {
    const body = plugin(stage.team, 'web')
    const metadata = { ...body.metadata, ...wrong }
    for (const path of ['plans', 'previews']) {
      const answer = await stage.ask('admin', 'POST', `/api/v1/${path}`, { ...body, metadata })
      const field = `body.metadata.${Object.keys(wrong)[0] ?? ''}`
      expect([answer.status, await answer.json()]).toMatchObject([422, { causes: [{ field }] }])
    }
  },
)

test('a plan of an instance that is there is the difference to the live objects', async () => {
  const release = new OwningStage(stage.client, { namespace: stage.team, name: 'web' }, 'person')
  const templates = '{apiVersion: v1, kind: ConfigMap, metadata: {name: web}, data: {colour: red}}'
  await release.install({ templates })
  const answer = await planOf('admin', { version: '2.0.0' })
  const plan = (await answer.json()) as { readonly objects: readonly object[] }
  expect(answer.status).toBe(200)
  expect(plan.objects).toEqual([
    expect.objectContaining({ kind: 'ConfigMap', name: 'web', action: 'change' }),
  ])
  expect(JSON.stringify(plan.objects)).toContain('two')
})

test('a preview has the chart, the cluster and the live objects, and leaves the parameters to the page', async () => {
  const answer = await stage.ask('admin', 'POST', '/api/v1/previews', {
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: { namespace: stage.team, name: 'web' },
    spec: { extension: 'web', version: '2.0.0', parameters: { replicas: 'many' } },
  })
  const preview = (await answer.json()) as Readonly<Record<string, unknown>> & { archive: string }
  expect(answer.status).toBe(200)
  expect(preview).toMatchObject({
    release: { namespace: stage.team, name: 'web', revision: 2, isUpgrade: true },
    layers: [],
    document: '',
    live: [{ id: { kind: 'ConfigMap', name: 'web' }, object: { data: { colour: 'red' } } }],
    clusterScoped: expect.arrayContaining(['v1/Namespace']) as readonly string[],
    apiVersions: expect.arrayContaining(['apps/v1/Deployment']) as readonly string[],
  })
  const files = readTgz(Buffer.from(preview.archive, 'base64'))
  expect(files.map(({ name }) => name)).toContain('templates/map.yaml')
})

test.each<{ name: string; user: StageUser; status: number }>([
  { name: 'somebody who may not create it', user: 'viewer', status: 403 },
  { name: 'somebody who may not see the extension', user: 'editor', status: 403 },
])('a preview is refused to $name', async ({ user, status }) => {
  const spec = { extension: 'web' }
  const metadata = { namespace: stage.team, name: 'web' }
  const body = { apiVersion, kind: 'ExtensionInstance', metadata, spec }
  expect((await stage.ask(user, 'POST', '/api/v1/previews', body)).status).toBe(status)
})

test.each([
  { name: 'goes', spec: {}, action: 'prune' },
  { name: 'stays when it is left behind', spec: { deletion: 'orphan' }, action: 'keep' },
])('the plan of an uninstall says what $name', async ({ spec, action }) => {
  const place = { targetNamespace: stage.team, releaseName: 'web' }
  const object = plugin(stage.team, 'leaving')
  await stage.apply(
    { ...object, spec: { repo: 'charts', ...place, ...spec } },
    resourceOf(pluginKind),
  )
  const path = `/api/v1/plugins/${stage.team}/leaving/plan?verb=uninstall`
  const answer = await stage.ask('admin', 'GET', path)
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { verb: 'uninstall', objects: [{ kind: 'ConfigMap', name: 'web', action }] },
  ])
})

test.each<{ name: string; user: StageUser; spec: object; status: number; detail: string }>([
  {
    name: 'of an unknown extension',
    user: 'admin',
    spec: { extension: 'gone' },
    status: 422,
    detail: 'there is no Extension gone',
  },
  {
    name: 'of a version that is not offered',
    user: 'admin',
    spec: { version: '9.0.0' },
    status: 409,
    detail: '9.0.0',
  },
  {
    name: 'with parameters that do not fit',
    user: 'admin',
    spec: { parameters: { replicas: 'many' } },
    status: 422,
    detail: 'replicas',
  },
  {
    name: 'on a cluster that is not there',
    user: 'admin',
    spec: { cluster: 'gone' },
    status: 404,
    detail: 'there is no cluster "gone"',
  },
  {
    name: 'by somebody who may not create it',
    user: 'viewer',
    spec: {},
    status: 403,
    detail: 'cannot create resource "extensioninstances"',
  },
  {
    name: 'by somebody who may not see the extension',
    user: 'editor',
    spec: {},
    status: 403,
    detail: 'extensions',
  },
])('a plan $name is refused', async ({ user, spec, status, detail }) => {
  const answer = await planOf(user, spec)
  const told = (await answer.json()) as { readonly detail: string }
  expect([answer.status, told.detail]).toEqual([status, expect.stringContaining(detail)])
})

test.each<{ name: string; spec: JsonObject; status: number; detail: string }>([
  {
    name: 'with an empty place in a list',
    spec: { repo: 'charts', name: 'shown', adopt: [null] },
    status: 422,
    detail: 'spec.adopt',
  },
  {
    name: 'with a field that is not known',
    spec: { repo: 'charts', name: 'shown', enabeld: true },
    status: 400,
    detail: 'enabeld',
  },
  {
    name: 'by kustomize of something that is none',
    spec: { repo: 'charts', name: 'reaching', kind: 'kustomize' },
    status: 422,
    detail: 'kustomization',
  },
])('a plan of a plugin $name is refused as the cluster or the operator would', async (row) => {
  const object = { ...plugin(stage.team, 'refused'), spec: row.spec }
  const answer = await stage.ask('admin', 'POST', '/api/v1/plans', object)
  const told = (await answer.json()) as { readonly detail: string }
  expect([answer.status, told.detail]).toEqual([row.status, expect.stringContaining(row.detail)])
})

test('CVE-2026-41050: a chart is rendered with the rights of the asker, lookups included', async () => {
  const spec = { repo: 'charts', name: 'reaching', version: '1.0.0' }
  const object = { ...plugin(stage.team, 'reaching'), spec }
  const found = await stage.ask('admin', 'POST', '/api/v1/plans', object)
  // A user who may read it finds it: the chart does look.
  expect(await found.text()).toContain('not-for-the-team')
  const answer = await stage.ask('editor', 'POST', '/api/v1/plans', object)
  expect(await answer.text()).not.toContain('not-for-the-team')
})

const secretive = (word: string) =>
  [
    `{apiVersion: v1, kind: Secret, metadata: {name: hidden}, stringData: {word: ${word}}}`,
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: repeats}, data: {word: ${word}}}`,
  ].join('\n---\n')

test('CVE-2026-42880, CVE-2026-45737, CVE-2025-23216, CVE-2023-40029: no difference, drift or plan shows the values of Secrets', async () => {
  const place = { namespace: stage.team, name: 'secretive' }
  const release = new OwningStage(stage.client, place, 'person')
  await release.install({ templates: secretive('first-word') })
  await release.upgrade({ templates: secretive('second-word') })
  const stringData = { word: 'third-word' }
  const said = JSON.stringify({ stringData })
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': said }
  const metadata = { namespace: stage.team, name: 'hidden', annotations }
  await stage.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData }, secrets)
  const words = ['first-word', 'second-word', 'third-word']
  const coded = words.map((word) => Buffer.from(word).toString('base64'))
  for (const part of [
    '/diff?from=1&to=2',
    '/diff?from=2&to=1',
    '/drift',
    '/objects',
    '/manifest',
  ]) {
    const path = `/api/v1/releases/${stage.team}/secretive${part}`
    const answer = await stage.ask('editor', 'GET', path)
    const text = await answer.text()
    const shown = [...words, ...coded].filter((word) => text.includes(word))
    expect([part, answer.status, shown]).toEqual([part, 200, []])
  }
  const diff = await stage.ask('editor', 'GET', `/api/v1/releases/${stage.team}/secretive/diff`)
  expect(await diff.text()).toContain('hidden')
})

test('an Extension for others is not offered, found or planned', async () => {
  const name = `${stage.team}-hidden`
  await stage.ask('admin', 'POST', '/api/v1/extensions', {
    apiVersion,
    kind: 'Extension',
    metadata: { name },
    spec: { visibility: { namespaces: ['elsewhere'] }, sources: [] },
  })
  const offered = async (query: string) => {
    const answer = await stage.ask('admin', 'GET', `/api/v1/${query}`)
    const { items } = (await answer.json()) as { readonly items: readonly unknown[] }
    return JSON.stringify(items).includes(name)
  }
  const here = `usableIn=${stage.team}`
  expect(await offered(`extensions?search=${name}`)).toBe(true)
  expect(await offered(`extensions?search=${name}&usableIn=elsewhere`)).toBe(true)
  expect(await offered(`extensions?search=${name}&usableIn=outrigger-system`)).toBe(true)
  expect(await offered(`extensions?search=${name}&${here}`)).toBe(false)
  expect(await offered(`search?q=${name}&nouns=extensions`)).toBe(true)
  expect(await offered(`search?q=${name}&nouns=extensions&namespace=${stage.team}`)).toBe(false)
  const planned = await planOf('admin', { extension: name })
  expect([planned.status, await planned.json()]).toEqual([
    422,
    expect.objectContaining({
      detail: `Extension ${name} is not for namespace ${stage.team}`,
    }),
  ])
})
