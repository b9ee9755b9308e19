import { expect, test } from 'vitest'
import { textAt } from '../../../objects/kube-object.ts'
import type { Json } from '../../../objects/json.ts'
import { decodeObject } from './decode.ts'
import { localClient } from '../../local-client-for-test.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const things = '/apis/example.org/v1/namespaces/default/things'

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const crd: Json = {
  metadata: { name: 'things.example.org' },
  spec: {
    group: 'example.org',
    names: { kind: 'Thing', plural: 'things' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: anything } }],
  },
}

const jsonPatch = { 'content-type': 'application/json-patch+json' }
const shapes = [
  ['[', ']'],
  ['{"a":', '}'],
] as const

function nested(levels: number, [open, close]: readonly [string, string]): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

function thing(name: string, spec: string): string {
  return `{"apiVersion":"example.org/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${spec}}`
}

/** A ControllerRevision whose raw field holds nested lists. */
function protobufOf(levels: number): Buffer {
  const raw = Buffer.from(nested(levels, ['[', ']']))
  return Buffer.concat([
    Buffer.from('k8s\0'),
    part(
      1,
      Buffer.concat([part(1, Buffer.from('apps/v1')), part(2, Buffer.from('ControllerRevision'))]),
    ),
    part(2, part(2, part(1, raw))),
  ])
}

function part(number: number, bytes: Buffer): Buffer {
  const length: number[] = []
  for (let rest = bytes.length; ; rest >>= 7) {
    if (rest < 0x80) {
      length.push(rest)
      break
    }
    length.push((rest & 0x7f) | 0x80)
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes])
}

test.each([
  { name: 'JSON', type: 'application/json', says: 'exceeded max depth' },
  { name: 'YAML', type: 'application/yaml', says: 'exceeded max depth' },
])('$name that is nested too deep is refused, and what is not is taken', async ({ type, says }) => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', crds, crd)
  const headers = { 'content-type': type }
  for (const [at, shape] of shapes.entries()) {
    const taken = await send('POST', things, thing(`fine-${at}`, nested(998, shape)), headers)
    expect(taken.status).toBe(201)
    for (const levels of [1100, 5000, 100_000]) {
      const refused = await send('POST', things, thing('deep', nested(levels, shape)), headers)
      expect(refused.status).toBe(400)
      expect(textAt(refused.body, ['message'])).toContain(says)
    }
  }
})

test('JSON that is nested too deep and has long numbers is refused', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const text = nested(100_000, ['[', ']']).replace('1', '12345678901234567890')
  expect(await send('POST', maps, text)).toMatchObject({ status: 400 })
})

test('YAML whose aliases make a long text many times is refused', async () => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', crds, crd)
  const spec = `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(50_000)}]`
  const body = `apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: a}\n${spec}\n`
  const answer = await send('POST', things, body, { 'content-type': 'application/yaml' })
  expect(answer.status).toBe(400)
  expect(textAt(answer.body, ['message'])).toContain('excessive aliasing')
})

test('protobuf that is nested too deep is refused', () => {
  const type = 'application/vnd.kubernetes.protobuf'
  const expected = { apiVersion: 'apps/v1', kind: 'ControllerRevision' }
  expect(decodeObject(protobufOf(900), type, expected)).toMatchObject(expected)
  expect(() => decodeObject(protobufOf(100_000), type, expected)).toThrow('exceeded max depth')
})

test.each([
  { type: 'application/merge-patch+json', body: `{"spec":${nested(100_000, ['[', ']'])}}` },
  { type: 'application/apply-patch+yaml', body: thing('a', nested(9000, ['[', ']'])) },
  { type: 'application/apply-patch+yaml', body: thing('a', nested(100_000, ['{"a":', '}'])) },
])('a patch of type $type that is nested too deep is refused', async ({ type, body }) => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', crds, crd)
  await send('POST', things, thing('a', '1'))
  const path = `${things}/a?fieldManager=test`
  const answer = await send('PATCH', path, body, { 'content-type': type })
  expect(answer.status).toBe(400)
  expect(textAt(answer.body, ['message'])).toContain('exceeded max depth')
})

test('patches cannot nest an object deeper, one after the other', async () => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', crds, crd)
  await send('POST', things, thing('a', nested(990, ['[', ']'])))
  const add = JSON.stringify([
    { op: 'add', path: `/spec${'/0'.repeat(989)}/-`, value: nestedList(20) },
  ])
  expect(await send('PATCH', `${things}/a`, add, jsonPatch)).toMatchObject({ status: 422 })
})

function nestedList(levels: number): Json {
  return JSON.parse(nested(levels, ['[', ']'])) as Json
}

test('copies of copies are refused as soon as they are large', async () => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', maps, { metadata: { name: 'one' }, data: { a: 'x'.repeat(1000) } })
  const copies = Array.from({ length: 28 }, (_, at) => ({
    op: 'copy',
    from: '/data',
    path: `/data/${at}`,
  }))
  expect(await send('PATCH', `${maps}/one`, copies, jsonPatch)).toMatchObject({
    status: 422,
    body: { reason: 'Invalid' },
  })
})

test('fields that are there twice are told up to the hundredth', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const twice = Array.from({ length: 500 }, (_, at) => `"k${at}":"a","k${at}":"b"`)
  const body = `{"metadata":{"name":"one"},"data":{${twice.join(',')}}}`
  const answer = await send('POST', `${maps}?fieldValidation=Strict`, body)
  expect(answer.status).toBe(400)
  expect(textAt(answer.body, ['message']).match(/duplicate field/g)).toHaveLength(100)
})

test('fields that nobody knows are told up to the hundredth', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const unknown = Array.from({ length: 500 }, (_, at) => [`u${at}`, 1])
  const body = {
    metadata: { name: 'one' },
    ...(Object.fromEntries(unknown) as Record<string, Json>),
  }
  const answer = await send('POST', `${maps}?fieldValidation=Strict`, body)
  expect(textAt(answer.body, ['message']).match(/unknown field/g)).toHaveLength(100)
})

test('repeated fields far down in long paths are told once', async () => {
  const { send } = await localClient({ controllers: 'none' })
  await send('POST', crds, crd)
  const long = 'n'.repeat(1000)
  const again = Array.from({ length: 20_000 }, () => '"a":{"b":1,"b":1}').join(',')
  const levels = 200
  const spec = `${`{"${long}":`.repeat(levels)}{${again}}${'}'.repeat(levels)}`
  const answer = await send('POST', `${things}?fieldValidation=Strict`, thing('a', spec))
  expect(answer.status).toBe(400)
  expect(textAt(answer.body, ['message']).match(/duplicate field/g)).toHaveLength(2)
})

test('problems stand in the order of the text', async () => {
  const { send } = await localClient({ controllers: 'none' })
  const body =
    '{"x":1,"metadata":{"name":"one","y":1,"name":"one"},"data":{"a":"1","a":"2"},"z":[{"q":1}]}'
  const answer = await send('POST', `${maps}?fieldValidation=Strict`, body)
  expect(textAt(answer.body, ['message'])).toContain(
    'unknown field "x", unknown field "metadata.y", duplicate field "metadata.name", duplicate field "data.a", unknown field "z"',
  )
})
