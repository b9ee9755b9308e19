import { expect, test } from 'vitest'
import type { KubeObject } from '../../objects/kube-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { readWarnings } from '../answer.ts'
import { type ObjectTarget, collectionPath, objectPath } from '../api-resource.ts'
import { applyObject } from './apply-object.ts'
import { deleteCollection, deleteObject } from './delete-object.ts'
import { getObject } from './get-object.ts'
import { listObjects } from './list-objects.ts'
import { readLogs } from './logs.ts'
import { patchObject } from './patch-object.ts'
import { transportRequest } from '../request.ts'
import { type Reply, scriptedServer, statusBody } from '../scripted-server-for-test.ts'
import { evictPod, getScale, setScale } from './subresources.ts'
import { createObject, updateObject } from './write-object.ts'

const never = new AbortController().signal
const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }
const roles = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  resource: 'clusterroles',
  kind: 'ClusterRole',
  namespaced: false,
}
const web: ObjectTarget = { resource: pods, namespace: 'shop', name: 'web' }
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop' },
} as KubeObject

const serving = (answer: (count: number) => Reply) =>
  scriptedServer(new VirtualClock(), (_, count) => answer(count))

test('paths name group, version, namespace, resource, name and part', () => {
  expect(objectPath(web, 'status')).toBe('/api/v1/namespaces/shop/pods/web/status')
  expect(collectionPath(pods, undefined)).toBe('/api/v1/pods')
  expect(objectPath({ resource: roles, namespace: 'ignored', name: 'system:node' })).toBe(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node',
  )
  expect(objectPath({ ...web, name: 'a b?c' })).toBe('/api/v1/namespaces/shop/pods/a%20b%3Fc')
})

test.each([
  { name: '' },
  { name: '..' },
  { name: '../secrets/x' },
  { name: 'a%2fb' },
  { namespace: '' },
  { namespace: '../kube-system' },
])('no name leads elsewhere: %o', (hostile) => {
  expect(() => objectPath({ ...web, ...hostile })).toThrow(
    expect.objectContaining({ code: 'bad-request' }),
  )
})

test('lists page by page as of one moment, with the kinds that lists leave out', async () => {
  const { client, asked } = serving((count) => ({
    json: {
      metadata: { resourceVersion: '7', ...(count === 1 ? { continue: 'more' } : {}) },
      items: count === 1 ? [{ metadata: { name: 'a' } }] : null,
    },
  }))
  const selection = { resource: pods, namespace: 'shop', labelSelector: 'app=web' }
  const list = await listObjects(client, selection, { pageSize: 1, metadataOnly: true }, never)
  expect(list).toEqual({
    objects: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }],
    resourceVersion: '7',
  })
  expect(asked.map(({ query }) => query)).toEqual([
    { labelSelector: 'app=web', limit: '1' },
    { labelSelector: 'app=web', limit: '1', continue: 'more' },
  ])
  expect(asked[0]?.headers['accept']).toContain('PartialObjectMetadataList')
})

test('a list whose moment is forgotten half way starts again in one piece', async () => {
  const { client, asked } = serving((count) => {
    if (count === 2) return { status: 410, json: statusBody(410, 'Expired') }
    const metadata = { resourceVersion: String(count), ...(count === 1 ? { continue: 'x' } : {}) }
    return { json: { metadata, items: [{ metadata: { name: `n${count}` } }] } }
  })
  const list = await listObjects(client, { resource: pods }, {}, never)
  expect(list.objects.map(({ metadata }) => metadata['name'])).toEqual(['n3'])
  expect(list.resourceVersion).toBe('3')
  expect(asked.map(({ query }) => query)).toEqual([
    { limit: '500' },
    { limit: '500', continue: 'x' },
    {},
  ])
})

test('an object that is not there is undefined', async () => {
  const { client } = serving(() => ({ status: 404, json: statusBody(404, 'NotFound') }))
  expect(await getObject(client, web, {}, never)).toBeUndefined()
  expect(await deleteObject(client, web, {}, never)).toEqual({ state: 'absent' })
})

test('writes go where they belong, with their manager', async () => {
  const { client, asked } = serving((count) => ({
    status: count === 1 ? 201 : 200,
    headers: { warning: ['299 - "old kind"'] },
    json: pod,
  }))
  const strict = { dryRun: true, fieldValidation: 'Strict', fieldManager: 'helm' } as const
  const created = await createObject(client, pods, pod, strict, never)
  expect(created).toEqual({ object: pod, warnings: ['old kind'], created: true })
  await updateObject(client, pods, pod, { subresource: 'status' }, never)
  const applied = await applyObject(client, pods, pod, { force: true }, never)
  expect(applied.created).toBe(false)
  for (const type of ['json', 'merge', 'strategic'] as const) {
    await patchObject(client, web, { type, patch: [] }, {}, never)
  }
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/namespaces/shop/pods',
    'PUT /api/v1/namespaces/shop/pods/web/status',
    ...Array.from({ length: 4 }, () => 'PATCH /api/v1/namespaces/shop/pods/web'),
  ])
  expect(asked[0]?.query).toEqual({
    fieldManager: 'helm',
    dryRun: 'All',
    fieldValidation: 'Strict',
  })
  expect(asked[2]?.query).toEqual({ fieldManager: 'outrigger', force: 'true' })
  expect(asked.slice(2).map(({ headers }) => headers['content-type'])).toEqual([
    'application/apply-patch+yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
  ])
})

test('a deletion says what may be deleted, and what became of it', async () => {
  const waiting = {
    ...pod,
    metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
  }
  const { client, asked } = serving((count) => ({
    json: count === 1 ? waiting : { kind: 'Status', apiVersion: 'v1', status: 'Success' },
  }))
  const options = { propagation: 'Foreground', preconditions: { uid: 'u' } } as const
  expect(await deleteObject(client, web, options, never)).toMatchObject({ state: 'terminating' })
  expect(await deleteObject(client, web, {}, never)).toEqual({ state: 'deleted' })
  await deleteCollection(
    client,
    { resource: pods, namespace: 'shop', labelSelector: 'a=b' },
    {},
    never,
  )
  expect(asked[0]?.body).toEqual({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    propagationPolicy: 'Foreground',
    preconditions: { uid: 'u' },
  })
  expect(asked[2]).toMatchObject({
    path: '/api/v1/namespaces/shop/pods',
    query: { labelSelector: 'a=b' },
  })
})

test('an eviction that a budget forbids now is false, once', async () => {
  const causes = [{ reason: 'DisruptionBudget', message: 'needs 2' }]
  const { client, asked } = serving((count) =>
    count === 1
      ? { status: 429, json: statusBody(429, 'TooManyRequests', { details: { causes } }) }
      : { status: 201, json: { kind: 'Status', status: 'Success' } },
  )
  expect(await evictPod(client, web, {}, never)).toBe(false)
  expect(await evictPod(client, web, {}, never)).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a scale without replicas is zero', async () => {
  const { client } = serving((count) => ({
    json: {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {},
      spec: count === 1 ? {} : { replicas: 3 },
    },
  }))
  expect(await getScale(client, web, never)).toBe(0)
  await setScale(client, web, 3, {}, never)
  await expect(setScale(client, web, 5, {}, never)).rejects.toMatchObject({ code: 'conflict' })
})

test('logs come as they are written', async () => {
  const { client, asked } = serving(() => ({ pieces: ['one\n', 'two'] }))
  const pieces: string[] = []
  const options = { follow: true, tailLines: 2, container: 'c' }
  for await (const piece of readLogs(client, web, options, never)) {
    pieces.push(Buffer.from(piece).toString())
  }
  expect(pieces).toEqual(['one\n', 'two'])
  expect(asked[0]?.query).toEqual({ follow: 'true', tailLines: '2', container: 'c' })
})

test.each([
  { headers: ['299 - "a \\"b\\" c"'], texts: ['a "b" c'] },
  { headers: ['299 - "a", 299 x "b, c"', '199 - "misc"'], texts: ['a', 'b, c'] },
  { headers: ['broken'], texts: [] },
])('reads warnings $headers', ({ headers, texts }) => {
  expect(readWarnings(headers)).toEqual(texts)
})

test('an apply, which is YAML, has no characters that YAML refuses', () => {
  const annotations = { a: 'x\u007f\u0080\u009f\ufffe\u0085 \u00e9' }
  const contentType = 'application/apply-patch+yaml'
  const request = { method: 'PATCH', path: '/', body: { annotations }, contentType } as const
  const defaults = { userAgent: 'me', gzip: false, impersonation: undefined }
  const { body = '' } = transportRequest(request, defaults, false)
  expect(JSON.parse(body)).toEqual({ annotations })
  expect(body).toContain(String.raw`x\u007f\u0080\u009f\ufffe`)
})
