import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { createObject } from '../kube/objects/write-object.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import { type SeenThings, addThings } from './views.conformance.ts'

const { signal } = new AbortController()
const secrets = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
}

let stage: ServerStage
let things: SeenThings
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
  things = await addThings(stage)
}, 60_000)
afterAll(async () => {
  await things.stop()
  await stage.close()
  await stop()
})

async function read(path: string, user: 'admin' | 'editor' | 'viewer' = 'admin') {
  const answer = await stage.ask(user, 'GET', `/api/v1/${path}`)
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) as never as Record<string, never> }
}
const release = (below: string) => `releases/${stage.team}/painted${below}`
const chart = (below: string) => `charts/${stage.team}/charts/shown${below}`

test('a list of releases tells of each its newest revision', async () => {
  const { body } = await read(`releases?namespace=${stage.team}&search=paint`)
  expect(body).toMatchObject({
    total: 1,
    items: [
      { name: 'painted', revision: 2, status: 'deployed', chart: 'c', chartVersion: '1.0.0' },
    ],
  })
})

test.each([
  { query: 'status=failed', total: 0 },
  { query: 'status=deployed', total: 2 },
  { query: 'search=nothing', total: 0 },
])('releases with "$query": $total', async ({ query, total }) => {
  expect((await read(`releases?${query}`)).body['total']).toBe(total)
})

test('pages of releases give each once', async () => {
  const first = await read('releases?limit=1&sort=-namespace')
  const second = await read(
    `releases?limit=1&sort=-namespace&continue=${String(first.body['continue'])}`,
  )
  const names = [first, second].flatMap(({ body }) =>
    (body['items'] as never as readonly { namespace: string }[]).map(({ namespace }) => namespace),
  )
  expect(names).toEqual([stage.team, stage.other])
  expect(second.body).not.toHaveProperty('continue')
})

/** A release that somebody wrote by hand. */
async function writtenRelease(name: string, record: Buffer) {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${name}.v1`,
      namespace: stage.team,
      labels: { owner: 'helm', name, version: '1', status: 'failed' },
    },
    data: { release: record.toString('base64') },
  }
  await createObject(stage.client, secrets, secret, {}, signal)
  const target = { resource: secrets, namespace: stage.team, name: secret.metadata.name }
  return {
    [Symbol.asyncDispose]: async () => {
      await deleteObject(stage.client, target, {}, signal)
    },
  }
}

test('a record that cannot be read hides no other release', async () => {
  await using _ = await writtenRelease('broken', Buffer.from('no release'))
  const { status, body } = await read(`releases?namespace=${stage.team}`)
  expect(status).toBe(200)
  expect(body['items']).toMatchObject([
    { name: 'broken', description: expect.stringMatching(/^the record cannot be read: /) },
    { name: 'painted', chart: 'c' },
  ])
})

const brokenManifests = ['a: [', 'kind: ConfigMap', '- 1', 'a: &a [*a]']

test.each(
  brokenManifests.flatMap((manifest) =>
    ['/manifest', '/diff', '/objects', '/drift'].map((below) => ({ manifest, below })),
  ),
)('$below of a release whose manifest is "$manifest" is refused in words', async (row) => {
  const record = {
    name: 'bent',
    namespace: stage.team,
    version: 1,
    info: { status: 'failed' },
    chart: { metadata: { name: 'c', version: '1.0.0' }, templates: [] },
    manifest: row.manifest,
  }
  const packed = gzipSync(JSON.stringify(record)).toString('base64')
  await using _ = await writtenRelease('bent', Buffer.from(packed))
  const { status, body } = await read(`releases/${stage.team}/bent${row.below}`)
  expect([status, body['detail']]).toEqual([
    422,
    expect.stringMatching(/YAML|JSON|Kubernetes object/),
  ])
})

test('the history of a release begins with the newest revision', async () => {
  const { body } = await read(release('/history'))
  expect(body).toMatchObject({ items: [{ revision: 2 }, { revision: 1, status: 'superseded' }] })
})

test.each([
  { below: '/history', field: 'revision', up: 'sort=revision', search: '2', found: 1 },
  { below: '/objects', field: 'name', up: 'sort=name', search: 'secret', found: 1 },
])('$below is paged, sorted and searched', async ({ below, field, up, search, found }) => {
  const valuesOf = (body: Record<string, unknown>) =>
    (body['items'] as readonly Record<string, unknown>[]).map((one) => one[field])
  const all = valuesOf((await read(release(`${below}?${up}`))).body)
  const first = await read(release(`${below}?${up}&limit=1`))
  expect([valuesOf(first.body), first.body['total']]).toEqual([all.slice(0, 1), 2])
  const next = `${below}?${up}&limit=1&continue=${String(first.body['continue'])}`
  expect(valuesOf((await read(release(next))).body)).toEqual(all.slice(1))
  const down = await read(release(`${below}?${up.replace('=', '=-')}`))
  expect(valuesOf(down.body)).toEqual(all.toReversed())
  expect((await read(release(`${below}?search=${search}`))).body['total']).toBe(found)
})

test('two revisions differ in the fields that changed', async () => {
  const { body } = await read(release('/diff?from=1&to=2'))
  expect(body).toMatchObject({
    objects: [
      {
        kind: 'ConfigMap',
        name: 'colours',
        action: 'changed',
        changes: [{ is: 'changed', path: 'data.colour', before: 'red', after: 'blue' }],
      },
    ],
    unchanged: 1,
  })
})

test('the objects of a release are told with their state', async () => {
  const { body } = await read(release('/objects'))
  expect(body).toMatchObject({
    items: [
      { kind: 'Secret', name: 'hidden', status: 'Current' },
      {
        kind: 'ConfigMap',
        name: 'colours',
        status: 'Current',
        object: { data: { colour: 'blue' } },
      },
    ],
  })
})

test.each(['/manifest', '/manifest?revision=1', '/objects', '/diff', '/values?all=true', ''])(
  'the secrets of a release are not in %s',
  async (below) => {
    const { status, text } = await read(release(below))
    expect(status).toBe(200)
    expect(text).not.toContain(things.secretText)
    expect(text).not.toContain(Buffer.from(things.secretText).toString('base64'))
  },
)

test('somebody who may read Secrets is shown them when they ask', async () => {
  const { text } = await read(release('/manifest?secrets=shown'), 'editor')
  expect(text).toContain(things.secretText)
})

test('drift names the field and the manager who has it now', async () => {
  const { client } = stage
  const { patchObject } = await import('../kube/objects/patch-object.ts')
  const { configMaps } = await import('../kube/objects/core-resources.ts')
  const target = { resource: configMaps, namespace: stage.team, name: 'colours' }
  const patch = { type: 'merge', patch: { data: { colour: 'green' } } } as const
  const { signal } = new AbortController()
  expect((await read(release('/drift'))).body).toMatchObject({ items: [] })
  await patchObject(client, target, patch, { fieldManager: 'somebody' }, signal)
  expect((await read(release('/drift'))).body).toMatchObject({
    items: [
      {
        kind: 'ConfigMap',
        name: 'colours',
        is: 'changed',
        changes: [{ path: 'data.colour', before: 'green', after: 'blue' }],
        managers: [{ field: '.data.colour', manager: 'somebody' }],
      },
    ],
  })
})

test('a list of charts has the newest version of each, and all versions', async () => {
  const { body } = await read(`charts?namespace=${stage.team}&origin=custom`)
  expect(body).toMatchObject({
    total: 2,
    items: [
      { name: 'other' },
      { name: 'shown', versions: [{ version: '1.1.0' }, { version: '1.0.0' }] },
    ],
  })
  expect((await read(`charts?namespace=${stage.team}&origin=builtin`)).body['total']).toBe(0)
})

test.each([
  { below: '/readme', text: '# Shown again\n' },
  { below: '/readme?version=1.0.0', text: '# Shown\n' },
  { below: '/values?version=1.0.0', text: '# How many.\nreplicas: 1\n\n' },
  { below: '/schema?version=1.0.0', text: '{"type": "object"}' },
  { below: '/schema', text: '' },
])('a chart gives its $below', async ({ below, text }) => {
  expect((await read(chart(below))).body).toMatchObject({ name: 'shown', text })
})

test('a chart gives its images', async () => {
  expect((await read(chart('/images?version=1.0.0'))).body).toMatchObject({
    images: [{ image: 'nginx:1.27', reference: 'docker.io/library/nginx:1.27' }],
  })
})

test('a version that is not there is told', async () => {
  expect((await read(chart('/readme?version=9.9.9'))).status).toBe(404)
})

test('the graph has plugins, what they need and what is missing', async () => {
  const needy = plugin(stage.team, 'needy')
  const spec = { ...(needy['spec'] as object), repo: 'charts', dependsOn: [{ plugin: 'absent' }] }
  await stage.ask('admin', 'POST', '/api/v1/plugins', { ...needy, spec })
  const { body } = await read(`graph?namespace=${stage.team}`)
  const { nodes, edges } = body as never as {
    readonly nodes: readonly { readonly id: string; readonly state: string }[]
    readonly edges: readonly object[]
  }
  const ids = nodes.map(({ id, state }) => `${id} ${state}`)
  expect(ids).toContain(`Plugin ${stage.team}/absent missing`)
  expect(edges).toContainEqual({
    from: `Plugin ${stage.team}/needy`,
    to: `Repository ${stage.team}/charts`,
    is: 'fetches',
    version: '',
  })
  const seen = await read(`graph?namespace=${stage.team}`, 'viewer')
  expect(seen.body['denied']).toMatchObject([
    { resource: 'extensions' },
    { resource: 'profiles' },
    { resource: 'clusters' },
  ])
})

test('a search finds objects, releases and charts, and says what it may not look into', async () => {
  const { body } = await read(`search?q=p&namespace=${stage.team}`)
  expect(body).toMatchObject({ counts: { releases: 1 }, denied: [] })
  const charts = await read('search?q=shown&nouns=charts')
  expect(charts.body).toMatchObject({ items: [{ noun: 'charts', name: 'shown' }] })
  const seen = await read(`search?q=p&namespace=${stage.team}`, 'viewer')
  expect(seen.body['counts']).not.toHaveProperty('releases')
  expect(seen.body['denied']).toContainEqual({
    verb: 'list',
    group: '',
    resource: 'secrets',
    namespace: stage.team,
  })
})

test('a plan says what a plugin would change, and changes nothing', async () => {
  const spec = { repo: 'charts', name: 'shown', version: '1.0.0' }
  const object = { ...plugin(stage.team, 'planned'), spec }
  const answer = await stage.ask('editor', 'POST', '/api/v1/plans', object)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({
      verb: 'install',
      changes: true,
      blocked: false,
      objects: [expect.objectContaining({ kind: 'Pod', name: 'web', action: 'create' })],
    }),
  ])
  expect((await stage.ask('admin', 'GET', `/api/v1/plugins/${stage.team}/planned`)).status).toBe(
    404,
  )
})

test.each([
  { spec: { repo: 'nowhere' }, status: 422, detail: 'there is no Repository nowhere' },
  { spec: { repo: 'charts', name: 'shown', version: '9.9.9' }, status: 404, detail: '9.9.9' },
  { spec: { enabled: 'yes' }, status: 422, detail: 'body.spec.enabled' },
])('a plan of $spec is refused', async ({ spec, status, detail }) => {
  const object = { ...plugin(stage.team, 'planned'), spec }
  const answer = await stage.ask('editor', 'POST', '/api/v1/plans', object)
  const { detail: text } = (await answer.json()) as { readonly detail: string }
  expect([answer.status, text]).toEqual([status, expect.stringContaining(detail)])
})

test('the layers of values say where each comes from, and hide what is secret', async () => {
  const namespace = stage.team
  const from = { apiVersion: 'v1', metadata: { namespace, name: 'given' } }
  const { configMaps, secrets } = await import('../kube/objects/core-resources.ts')
  await stage.apply(
    { ...from, kind: 'ConfigMap', data: { 'a.yaml': 'colour: red\nsize: 1\n' } },
    configMaps,
  )
  const coded = Buffer.from('password: open-sesame\ncolour: blue\n').toString('base64')
  await stage.apply({ ...from, kind: 'Secret', data: { 'b.yaml': coded } }, secrets)
  const spec = {
    enabled: false,
    repo: 'charts',
    name: 'shown',
    version: '1.0.0',
    valuesFrom: [
      { kind: 'ConfigMap', name: 'given', key: 'a.yaml' },
      { kind: 'Secret', name: 'given', key: 'b.yaml' },
    ],
    valuesText: 'size: 2\n',
  }
  await stage.ask('admin', 'POST', '/api/v1/plugins', { ...plugin(namespace, 'layered'), spec })
  const path = `plugins/${namespace}/layered/values`
  const { body, text } = await read(path, 'editor')
  expect(text).not.toContain('open-sesame')
  expect(body).toMatchObject({
    isComplete: true,
    values: { replicas: 1, colour: '***', size: 2, password: '***' },
  })
  expect(body['blame']).toEqual(
    expect.arrayContaining([
      { path: 'replicas', value: 1, layer: 'values.yaml' },
      { path: 'colour', value: '***', layer: 'given key b.yaml' },
      { path: 'size', value: 2, layer: 'spec' },
    ]),
  )
  const shown = await read(`${path}?secrets=shown`, 'editor')
  expect(shown.body).toMatchObject({ values: { password: 'open-sesame', colour: 'blue' } })
  const seen = await read(path, 'viewer')
  expect(seen.body).toMatchObject({ isComplete: false })
  expect(seen.body['layers']).toMatchObject([{}, {}, { obstacle: 'you may not read it' }, {}])
  expect((await read(`${path}?secrets=shown`, 'viewer')).status).toBe(403)
})

test('an explanation names the template', async () => {
  const explained = `plugins/${stage.team}/layered/explain`
  const { body } = await read(`${explained}?path=Pod/web:spec.containers`)
  expect(JSON.stringify(body)).toContain('templates/pod.yaml')
  const all = await read(explained)
  expect(all.body).toMatchObject({ documents: [{ document: { kind: 'Pod' } }] })
})

test('a cluster tells its extensions and plugins, and that it can be reached', async () => {
  const { body } = await read('clusters/here/addons?search=painted')
  expect(body).toMatchObject({
    total: 2,
    denied: [],
    items: [{ name: 'painted', chart: 'shown' }, {}],
  })
  expect((await read('clusters/here/extensions')).body).toMatchObject({
    total: 1,
    items: [{ extension: 'shown', instances: [{ name: 'painted' }, { name: 'painted' }] }],
  })
  const answer = await stage.ask('admin', 'POST', '/api/v1/clusters/here/test')
  expect(await answer.json()).toMatchObject({
    reachable: true,
    version: expect.stringMatching(/^v1/),
  })
})

test('a rehearsal is a run with a result', async () => {
  const body = { kubernetes: '1.36' }
  const answer = await stage.ask('admin', 'POST', '/api/v1/clusters/here/rehearse', body)
  const { id } = (await answer.json()) as { readonly id: string }
  await expect
    .poll(async () => (await read(`runs/${id}`)).body['state'], { timeout: 60_000 })
    .not.toBe('running')
  expect((await read(`runs/${id}`)).body).toMatchObject({
    state: 'succeeded',
    result: { cluster: 'here', to: '1.36', instances: [{ extension: 'shown' }, {}] },
  })
})

test('the audit is read by those who may, the newest first', async () => {
  const { body } = await read('audit?operation=makePlan&limit=1')
  expect(body).toMatchObject({
    items: [{ operation: 'makePlan', user: `system:serviceaccount:${stage.team}:editor` }],
  })
  expect((await read('audit', 'viewer')).status).toBe(403)
})

test('installations are listed, and told with their steps and their progress', async () => {
  expect((await read('sites?state=Failed&search=preflight')).body).toMatchObject({
    total: 1,
    items: [{ name: 'yard', progress: 'Failed', percent: 40, at: 'Create global cluster' }],
  })
  expect((await read('sites?state=Success')).body).toEqual({ items: [], total: 0 })
  expect((await read('sites/yard')).body).toMatchObject({ steps: [{ reason: 'Done' }] })
  expect((await read('sites/yard/progress')).body).toMatchObject({ log: ['begun'] })
  expect((await read('sites/nowhere')).status).toBe(404)
  const retry = '/api/v1/sites/yard/retry'
  expect((await stage.ask('admin', 'POST', `${retry}?dryRun=true`)).status).toBe(200)
  expect((await stage.ask('admin', 'POST', retry)).status).toBe(202)
})

test('nothing of this failed', () => expect(stage.failures).toEqual([]))
