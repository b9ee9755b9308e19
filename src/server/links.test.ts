import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'
import { type ServerStage, openStage, plugin } from './server-stage-for-test.ts'

interface Link {
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly requestBody?: string
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly links?: Readonly<Record<string, Link>>
        readonly content?: Readonly<Record<string, { readonly schema: unknown }>>
      }
    >
  >
}

let stage: ServerStage
let stop: () => Promise<void>
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
  const document = await stage.ask('admin', 'GET', '/api/v1/openapi.json')
  paths = ((await document.json()) as { readonly paths: typeof paths }).paths
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})

const operations = () =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
const linksOf = (operationId: string, status: number): readonly Link[] => {
  const found = operations().find(({ operation }) => operation.operationId === operationId)
  return Object.values(found?.operation.responses[status]?.links ?? {})
}

/** The value of an expression such as `$response.body#/metadata/name`. */
function valueOf(expression: string, headers: Headers, body: unknown): unknown {
  const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? []
  if (header !== undefined) return headers.get(header)
  const pointer = expression.replace(/^\$response\.body#?\/?/, '')
  const keys = pointer === '' ? [] : pointer.split('/')
  return keys.reduce((at, key) => (at as Record<string, unknown>)[key], body)
}

/** Follows a link as the document describes it. */
async function follow(link: Link, answer: Response, body: unknown): Promise<Response> {
  const target = operations().find(({ operation }) => operation.operationId === link.operationId)
  const headers = new Headers({ authorization: `Bearer ${stage.tokens.admin}` })
  let path = target?.path ?? ''
  for (const [parameter, expression] of Object.entries(link.parameters)) {
    const [place, name = ''] = parameter.split('.')
    const value = String(valueOf(expression, answer.headers, body))
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else headers.set(name, value)
  }
  const sent =
    link.requestBody === undefined ? undefined : valueOf(link.requestBody, answer.headers, body)
  if (sent !== undefined) headers.set('content-type', 'application/json')
  const method = (target?.method ?? '').toUpperCase()
  return fetch(`${stage.server.url}${path}`, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  })
}

async function read(answer: Response): Promise<unknown> {
  return JSON.parse(await answer.clone().text())
}

test('every link names an operation that there is, and every kind has links', () => {
  const ids = new Set(operations().map(({ operation }) => operation.operationId))
  const links = operations().flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ links: found = {} }) => Object.values(found)),
  )
  expect(links.filter(({ operationId }) => !ids.has(operationId))).toEqual([])
  expect(links.length).toBeGreaterThan(100)
})

/** Operations that leave nothing behind by themselves, or that are about the asker alone. */
const notTried = [
  'signIn',
  'signOut',
  'createSignInLink',
  'cancelRun',
  'makePlan',
  'openPreview',
  'testCluster',
  'testKubeconfig',
  'rehearseCluster',
]

test('every change can be tried before it is made', () => {
  const without = operations()
    .filter(({ method }) => method !== 'get')
    .filter(({ operation }) => !operation.parameters?.some(({ name }) => name === 'dryRun'))
    .map(({ operation }) => operation.operationId)
  expect(new Set(without)).toEqual(new Set(notTried))
})

test('every list is paged, sorted and searched', () => {
  const lists = operations().filter(({ method, operation }) => {
    const content = Object.values(operation.responses['200']?.content ?? {})
    const text = JSON.stringify(content.map(({ schema }) => schema))
    return method === 'get' && text.includes('"items"') && text.includes('"total"')
  })
  expect(lists.length).toBeGreaterThan(20)
  for (const { path, operation } of lists) {
    const names = operation.parameters?.map(({ name }) => name) ?? []
    const wanted = ['limit', 'continue', 'sort', 'search']
    expect([path, wanted.filter((one) => !names.includes(one))]).toEqual([path, []])
  }
})

test('from a new object every link leads to something that is there', async () => {
  const made = await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'linked'))
  expect(made.status).toBe(201)
  const location = made.headers.get('location') ?? ''
  expect((await stage.ask('admin', 'GET', location)).status).toBe(200)
  const body = await read(made)
  const links = linksOf('createPlugin', 201)
  const statuses = new Map<string, number>()
  // The link that deletes the object comes last.
  for (const link of links.toSorted((a) => (a.operationId === 'deletePlugin' ? 1 : -1))) {
    statuses.set(link.operationId, (await follow(link, made, body)).status)
  }
  expect(Object.fromEntries(statuses)).toMatchObject({
    getPlugin: 200,
    replacePlugin: expect.toBeOneOf([200, 412]),
    listPluginEvents: 200,
    getPluginValues: expect.toBeOneOf([200, 409, 422, 424]),
    suspendPlugin: expect.toBeOneOf([200, 202, 409, 428]),
    deletePlugin: 202,
  })
  for (const [operation, status] of statuses) {
    // 400: a change that wants more than the link has to say.
    expect([operation, status]).not.toEqual([operation, expect.toBeOneOf([404, 405, 500])])
  }
})

test('what was read can be replaced by the link, and a list leads to its first object', async () => {
  await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'read'))
  const list = await stage.ask('admin', 'GET', `/api/v1/plugins?namespace=${stage.team}`)
  const [toFirst] = linksOf('listPlugins', 200)
  const first = await follow(toFirst as Link, list, await read(list))
  expect(first.status).toBe(200)
  const replace = linksOf('getPlugin', 200).find(
    ({ operationId }) => operationId === 'replacePlugin',
  )
  const replaced = await follow(replace as Link, first, await read(first))
  expect([replaced.status, await replaced.text()]).toEqual([200, expect.anything()])
})

test('a change leads to its run', async () => {
  await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'run'))
  const answer = await stage.ask('admin', 'POST', `/api/v1/plugins/${stage.team}/run/suspend`, {})
  expect(answer.status).toBe(202)
  const toRun = linksOf('suspendPlugin', 202).find(({ operationId }) => operationId === 'getRun')
  expect((await follow(toRun as Link, answer, await read(answer))).status).toBe(200)
})
