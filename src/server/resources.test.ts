import { afterAll, beforeAll, expect, test } from 'vitest'
import { textAt } from '../objects/kube-object.ts'
import type { Page, Resource } from './contract.ts'
import type { JsonObject } from '../objects/json.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'

let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
  for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
    await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, name))
  }
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

async function page(query: string): Promise<Page> {
  const answer = await stage.ask(
    'viewer',
    'GET',
    `/api/v1/plugins?namespace=${stage.team}&${query}`,
  )
  return (await answer.json()) as Page
}
const namesOf = ({ items }: Page) =>
  items.map((item) => textAt(item as never, ['metadata', 'name']))
const versionOf = (item: Resource) => textAt(item as never, ['metadata', 'resourceVersion'])

test.each([
  { query: '', names: ['alpha', 'beta', 'delta', 'gamma'], total: 4 },
  { query: 'sort=-name', names: ['gamma', 'delta', 'beta', 'alpha'], total: 4 },
  { query: 'search=TA', names: ['beta', 'delta'], total: 2 },
  { query: 'search=ta%20del', names: ['delta'], total: 1 },
  { query: 'ready=True', names: [], total: 0 },
  { query: 'limit=2', names: ['alpha', 'beta'], total: 4 },
  { query: 'labelSelector=team%3Dweb', names: [], total: 0 },
])('a list with "$query"', async ({ query, names, total }) => {
  const found = await page(query)
  expect({ names: namesOf(found), total: found.total }).toEqual({ names, total })
  expect(JSON.stringify(found)).not.toContain('managedFields')
})

test.each(['name', '-name', 'age', '-reason'])('pages by %s give everything once', async (sort) => {
  const all: string[] = []
  let next = ''
  do {
    const found = await page(`limit=1&sort=${sort}&continue=${next}`)
    all.push(...namesOf(found))
    next = found.continue ?? ''
  } while (next !== '')
  expect(all.toSorted()).toEqual(['alpha', 'beta', 'delta', 'gamma'])
})

test.each([
  { query: 'limit=0', field: 'query.limit', message: 'must be at least 1, and 0 was found' },
  {
    query: 'limit=many',
    field: 'query.limit',
    message: 'must be an integer, and "many" was found',
  },
  {
    query: 'limit=1&limit=2',
    field: 'query.limit',
    message: 'must be an integer, and 2 values were found',
  },
  {
    query: 'sort=colour',
    field: 'query.sort',
    message:
      'must be one of name, -name, namespace, -namespace, age, -age, ready, -ready, reason, -reason, and "colour" was found',
  },
  {
    query: 'ready=maybe',
    field: 'query.ready',
    message: 'must be one of True, False, Unknown, and "maybe" was found',
  },
  {
    query: 'serach=a',
    field: 'query.serach',
    message: 'is no parameter of this operation; did you mean search?',
  },
  {
    query: `search=${'a'.repeat(501)}`,
    field: 'query.search',
    message: 'must have at most 500 characters, and has 501',
  },
  {
    query: 'continue=abc',
    field: 'query.continue',
    message: 'continue is not of this list: give back what the page before had, with the same sort',
    status: 422,
  },
  {
    query: 'labelSelector=a=(',
    field: 'query.labelSelector',
    message: "unable to parse requirement: found '(', expected: identifier",
    status: 422,
  },
])('"$query" is refused with the place, the possible and the found', async (row) => {
  const { query, field, message, status = 400 } = row
  const answer = await stage.ask(
    'viewer',
    'GET',
    `/api/v1/plugins?namespace=${stage.team}&${query}`,
  )
  const reason = status === 400 ? 'BadRequest' : 'Invalid'
  expect(await answer.json()).toMatchObject({ status, reason, causes: [{ field, message }] })
})

test('a lost update is refused with both versions', async () => {
  const path = `/api/v1/plugins/${stage.team}/alpha`
  const first = (await (await stage.ask('editor', 'GET', path)).json()) as Resource
  const changed = { ...first, spec: { ...first.spec, version: '2.0.0' } }
  const answer = await stage.ask('editor', 'PUT', path, changed)
  expect(answer.status).toBe(200)
  const now = versionOf((await answer.json()) as Resource)
  const lost = await stage.ask('editor', 'PUT', path, changed)
  const { status, reason, detail, versions } = (await lost.json()) as Record<string, unknown>
  expect({ status, reason }).toEqual({ status: 412, reason: 'LostUpdate' })
  expect(detail).toContain(`version ${versionOf(first)}`)
  expect(detail).toContain(`${now} is there now`)
  expect(versions).toEqual({ yours: versionOf(first), current: now })
  expect(lost.headers.get('etag')).toBe(`"${now}"`)
})

async function replacedWhatever(name: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${stage.tokens.editor}`,
    'content-type': 'application/json',
    'if-match': '*',
  }
  const body = JSON.stringify(plugin(stage.team, name))
  const path = `/api/v1/plugins/${stage.team}/${name}?dryRun=true`
  return (await fetch(`${stage.server.url}${path}`, { method: 'PUT', headers, body })).status
}

test('"If-Match: *" replaces whatever is there, and nothing that is not there', async () => {
  expect([await replacedWhatever('beta'), await replacedWhatever('absent')]).toEqual([200, 404])
})

test('a field that no schema knows is named alone, in a new object and in a change', async () => {
  const { spec, ...rest } = plugin(stage.team, 'misspelt')
  const wrong = { ...(spec as object), enabeld: true }
  const made = await stage.ask('editor', 'POST', '/api/v1/plugins', { ...rest, spec: wrong })
  const path = `/api/v1/plugins/${stage.team}/beta/upgrade`
  const changed = await stage.ask('editor', 'POST', path, { spec: { enabeld: true } })
  const causes = [{ field: 'body.spec.enabeld' }]
  expect([made.status, await made.json()]).toMatchObject([400, { causes }])
  const told = (await changed.json()) as { readonly detail: string }
  expect([changed.status, told]).toMatchObject([422, { causes }])
  expect(told.detail.length).toBeLessThan(200)
})

test('a change without a version is refused', async () => {
  const answer = await stage.ask(
    'editor',
    'PUT',
    `/api/v1/plugins/${stage.team}/beta`,
    plugin(stage.team, 'beta'),
  )
  expect(answer.status).toBe(428)
})

test('integers that no number can hold are what they were, both ways', async () => {
  const path = `/api/v1/plugins/${stage.team}/long`
  const text = JSON.stringify(plugin(stage.team, 'long', { x: 1 })).replace(
    '"x":1',
    '"x":9007199254740993',
  )
  const answer = await fetch(`${stage.server.url}/api/v1/plugins`, {
    method: 'POST',
    body: text,
    headers: {
      authorization: `Bearer ${stage.tokens.editor}`,
      'content-type': 'application/json',
    },
  })
  expect([answer.status, await answer.text()]).toEqual([
    201,
    expect.stringContaining('"x":9007199254740993'),
  ])
  const list = await stage.ask('viewer', 'GET', `/api/v1/plugins?namespace=${stage.team}`)
  expect(await list.text()).toContain('"x":9007199254740993')
  expect((await stage.ask('editor', 'DELETE', path)).status).toBe(202)
})

test('a delete that names another version deletes nothing', async () => {
  const url = `${stage.server.url}/api/v1/plugins/${stage.team}/delta`
  const authorization = `Bearer ${stage.tokens.editor}`
  const headers = { authorization, 'if-match': '"1"' }
  const answer = await fetch(url, { method: 'DELETE', headers })
  expect(await answer.json()).toMatchObject({ status: 412, reason: 'LostUpdate' })
  expect((await stage.ask('editor', 'GET', `/api/v1/plugins/${stage.team}/delta`)).status).toBe(200)
})

test.each([
  { name: 'no JSON', body: '{"a"', status: 400, detail: 'the body is not JSON' },
  {
    name: 'a field that changes objects',
    body: '{"__proto__":{}}',
    status: 422,
    detail: '__proto__',
  },
  {
    name: 'a version though it is new',
    body: JSON.stringify(withMetadata({ resourceVersion: '7' })),
    status: 422,
    detail: 'resourceVersion',
  },
  {
    name: 'a status that is no object',
    body: JSON.stringify({ ...plugin('team', 'x'), status: [] }),
    status: 400,
    detail: 'body.status',
  },
])('a body with $name is refused', async ({ body, status, detail }) => {
  const headers = {
    authorization: `Bearer ${stage.tokens.editor}`,
    'content-type': 'application/json',
  }
  const answer = await fetch(`${stage.server.url}/api/v1/plugins`, {
    method: 'POST',
    body,
    headers,
  })
  expect(await answer.json()).toMatchObject({ status, detail: expect.stringContaining(detail) })
})

function withMetadata(more: JsonObject) {
  const object = plugin('team', 'x')
  return { ...object, metadata: { ...object.metadata, ...more } }
}

test('what was read may be sent back whole, and its status is left alone; integers stay what they are in a dry run', async () => {
  const object = plugin(stage.team, 'whole')
  const body = { ...object, status: { unknown: true } }
  const made = await stage.ask('editor', 'POST', '/api/v1/plugins?dryRun=true', body)
  expect(made.status).toBe(201)
  const big = await fetch(`${stage.server.url}/api/v1/plugins?dryRun=true`, {
    method: 'POST',
    body: JSON.stringify(object).replace('"values":{}', '"values":{"x":9007199254740993}'),
    headers: {
      authorization: `Bearer ${stage.tokens.editor}`,
      'content-type': 'application/json',
    },
  })
  expect(await big.text()).toContain('"x":9007199254740993')
})

test.each(['/api/v1/plugins/%zz', `/api/v1/plugins/a/${'b'.repeat(2000)}`])(
  'a path that cannot be read is told as a problem (%#)',
  async (path) => {
    const answer = await stage.ask('admin', 'GET', path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  },
)

test('a dry run changes nothing', async () => {
  const path = `/api/v1/plugins/${stage.team}/gamma`
  expect((await stage.ask('editor', 'DELETE', `${path}?dryRun=true`)).status).toBe(202)
  expect((await stage.ask('editor', 'GET', path)).status).toBe(200)
  const made = await stage.ask(
    'editor',
    'POST',
    '/api/v1/plugins?dryRun=true',
    plugin(stage.team, 'epsilon'),
  )
  expect(made.status).toBe(201)
  expect((await stage.ask('editor', 'GET', `/api/v1/plugins/${stage.team}/epsilon`)).status).toBe(
    404,
  )
})

test.each([
  { body: { kind: 'Plugin' }, detail: 'apiVersion, kind and metadata' },
  {
    body: { ...plugin('x', 'y'), kind: 'Cluster' },
    detail: 'Plugin is wanted, and Cluster was found',
  },
  { body: { ...plugin('', 'y'), metadata: { name: 'y' } }, detail: 'a namespace is wanted' },
])('a body without $detail is refused', async ({ body, detail }) => {
  const answer = await stage.ask('editor', 'POST', '/api/v1/plugins', body)
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { detail: string }).detail).toContain(detail)
})

test.each([
  { type: 'application/json', body: 'x'.repeat(4_000_000), status: 413, says: 'bytes' },
  { type: 'text/xml', body: '<a/>', status: 415, says: 'application/json' },
])('a body of $type is answered with $status, and what is wanted', async (row) => {
  const { type, body, status, says } = row
  const headers = { authorization: `Bearer ${stage.tokens.admin}`, 'content-type': type }
  const url = `${stage.server.url}/api/v1/plugins`
  const answer = await fetch(url, { method: 'POST', headers, body })
  const detail = expect.stringContaining(says)
  expect([answer.status, await answer.json()]).toMatchObject([status, { detail }])
})

test('the words of the cluster about a bad object are told with their fields', async () => {
  const bad = { ...plugin(stage.team, 'bad'), spec: { repo: 'builtin', kind: 'tarball' } }
  const answer = await stage.ask('editor', 'POST', '/api/v1/plugins', bad)
  expect(answer.status).toBe(422)
  const { causes } = (await answer.json()) as { causes: readonly { field: string }[] }
  expect(causes.map(({ field }) => field)).toContain('spec.kind')
})

test.each([
  { method: 'PATCH', path: '/api/v1/plugins', status: 405, allow: 'GET, POST' },
  { method: 'POST', path: '/api/v1/plugins/a/b', status: 405, allow: 'GET, PUT, DELETE' },
  { method: 'HEAD', path: '/api/v1/me', status: 405, allow: 'GET' },
  { method: 'QUERY', path: '/api/v1/me', status: 405, allow: 'GET' },
  { method: 'GET', path: '/api/v1/nothing', status: 404, allow: null },
])('$method $path is answered with $status', async ({ method, path, status, allow }) => {
  const answer = await stage.ask('admin', method, path)
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, allow])
})

test('an object has an ETag, and every answer the headers that guard a page', async () => {
  const answer = await stage.ask('viewer', 'GET', `/api/v1/plugins/${stage.team}/beta`)
  expect(answer.headers.get('etag')).toMatch(/^"\d+"$/)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the page for people names every operation and needs nothing else', async () => {
  const answer = await fetch(`${stage.server.url}/api/docs`)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = await answer.text()
  expect(html).toContain('<article id="listPlugins">')
  expect(html).not.toMatch(/<script|style=|https?:/)
  const style = await fetch(`${stage.server.url}/api/docs/style.css`)
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('nothing failed on the way', () => {
  expect(stage.failures).toEqual([])
})
